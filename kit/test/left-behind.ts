import type { BrowserContext, Page } from '@playwright/test'
import type { TrackerEvent } from '../../src/module'

/** Events that a page leaves to the next: those that were sent, and those that shadow mode withheld. */
export interface LeftBehind {
  readonly sent: readonly TrackerEvent[]
  readonly withheld: readonly TrackerEvent[]
}

/** Where a page leaves its events for the next page of its origin and tab. */
const KEY = 'svc-test.left'

/** Runs in the page. When the page is left, has the tag send what waits, and notes the page's events. */
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
  // A tag that a script adds comes after the page is loaded.
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
      // A page without storage leaves nothing behind.
    }
  })
}

/** Has every page of a context note its events when it is left. */
export async function noteLeftBehind(context: BrowserContext): Promise<void> {
  await context.addInitScript(noteOnExit, KEY)
}

/** Takes over what the page before this one left; nothing when that was of another origin. */
export async function takeLeftBehind(page: Page): Promise<LeftBehind> {
  const read = page.evaluate((key) => {
    const text = sessionStorage.getItem(key) ?? ''
    sessionStorage.removeItem(key)
    return text
  }, KEY)
  // A blank page has no storage, and a page that is being left does not answer.
  const text = await read.catch(() => '')
  return text ? (JSON.parse(text) as LeftBehind) : { sent: [], withheld: [] }
}
