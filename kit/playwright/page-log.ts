import type { BrowserContext, Page } from '@playwright/test'
import type { TrackerEvent } from '../../src/module'
import { isSwallowed } from '../page/script-element.ts'

/** What a page logs about its tag, besides its events. */
export type PageLog = ReturnType<typeof watchPage>

const isTagFile = (url: string) => /\/svc[\w.-]*\.js([?#]|$)/.test(url)

const MOST_TEXT = 300

/** The tag's own words. Playwright appends values that the console shows after them, such as `undefined` or `JSHandle@node`. */
const noticeOf = (text: string) =>
  text
    .replace(/^svc-tag: /, '')
    .replace(/(?:\s+(?:undefined|null|JSHandle@\w+|\[object \w+\]))+$/, '')
    .replace(/\.$/, '')
    .slice(0, MOST_TEXT)

/** Listens to a page until it is closed. */
export function watchPage(page: Page) {
  const notices: string[] = []
  const missing = new Set<string>()
  const violations = new Set<string>()
  const early = new Set<string>()
  const paths = new Set<string>()
  page.on('framenavigated', (frame) => {
    const url = frame.url()
    if (frame === page.mainFrame() && url.startsWith('http')) paths.add(new URL(url).pathname)
  })
  page.on('console', (message) => {
    const text = message.text()
    if (text.startsWith('svc-tag: ')) notices.push(noticeOf(text))
    // Without the queries of addresses, because each event has another.
    if (text.includes('Content Security Policy'))
      violations.add(text.replace(/\?[^\s'"]*/g, '').slice(0, MOST_TEXT))
  })
  page.on('pageerror', ({ message }) => {
    if (/^(window\.)?svc is (not defined|undefined)$/.test(message)) early.add(message)
  })
  page.on('requestfailed', (request) => {
    const url = request.url()
    if (isTagFile(url)) missing.add(`${url} failed: ${request.failure()?.errorText}`)
  })
  page.on('response', (response) => {
    const url = response.url()
    if (!isTagFile(url)) return
    if (isSwallowed(url, response.headers()))
      missing.add(
        `${url} was answered by a page.route of the test; let it call route.fallback() for paths that begin with /svc-kit/`,
      )
    else if (response.status() >= 400) missing.add(`${url} answered ${response.status()}`)
  })
  return {
    /** The tag's console messages, without the prefix `svc-tag: `. */
    notices: (): readonly string[] => notices,
    /** Files of the tag that could not be loaded, each with the reason. */
    missingFiles: () => [...missing],
    /** Violations of a content security policy, as the console reports them, without the queries of addresses. */
    violations: () => [...violations],
    /** Errors of scripts that used `svc` before it was there. */
    earlyUses: () => [...early],
    /** Whether the page has changed its path, so that its current content may not explain earlier events. */
    hasNavigated: () => paths.size > 1,
  }
}

/** Events that a page leaves to the next one: those that were sent, and those that shadow mode withheld. */
export interface LeftBehind {
  readonly sent: readonly TrackerEvent[]
  readonly withheld: readonly TrackerEvent[]
}

/** The key under which a page stores its events for the next page of its origin and tab. */
const KEY = 'svc-test.left'

/** Runs in the page. When the page is left, makes the tag send its waiting events, and stores the page's events. */
function noteOnExit(key: string) {
  const events = new Map<string, unknown>()
  const withheld = new Map<string, unknown>()
  let isListening = false
  const listenToTag = () => {
    const { svc } = window as Partial<Window>
    if (isListening || !svc?.on) return
    isListening = true
    svc.on('event', (event) => events.set(event.t, event))
    svc.on('dropped', ({ t, reason }) => {
      if (reason.startsWith('shadow mode')) withheld.set(t, events.get(t))
      events.delete(t)
    })
  }
  // A tag added by a script may load after the page.
  for (const type of ['DOMContentLoaded', 'load', 'pointerdown', 'keydown'])
    addEventListener(type, listenToTag, true)
  addEventListener('pagehide', () => {
    listenToTag()
    const { svc } = window as Partial<Window>
    void svc?.flush()
    try {
      const left = { sent: [...events.values()], withheld: [...withheld.values()] }
      if (events.size + withheld.size) sessionStorage.setItem(key, JSON.stringify(left))
    } catch {
      // A page without storage cannot pass on its events.
    }
  })
}

/** Makes every page of a context store its events when it is left. */
export async function noteLeftBehind(context: BrowserContext): Promise<void> {
  await context.addInitScript(noteOnExit, KEY)
}

/** Takes over the events that the previous page stored; none if that page had another origin. */
export async function takeLeftBehind(page: Page): Promise<LeftBehind> {
  const read = page.evaluate((key) => {
    const text = sessionStorage.getItem(key) ?? ''
    sessionStorage.removeItem(key)
    return text
  }, KEY)
  // A blank page has no storage, and a page that is being left does not respond.
  const text = await read.catch(() => '')
  return text ? (JSON.parse(text) as LeftBehind) : { sent: [], withheld: [] }
}
