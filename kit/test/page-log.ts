import type { Page } from '@playwright/test'
import { isSwallowed } from '../page/dist-files.ts'

/** Messages of a page about its tag, besides its events. */
export interface PageLog {
  /** Notices of the tag on the console, without `svc-tag: `. */
  readonly notices: () => readonly string[]
  /** Files of the tag that did not arrive, each with the reason. */
  readonly missingFiles: () => readonly string[]
  /** Violations of a content security policy, as the console says them. */
  readonly violations: () => readonly string[]
  /** The page went from one path to another, so that what it holds now says little about before. */
  readonly hasNavigated: () => boolean
}

const isTagFile = (url: string) => /\/svc[\w.-]*\.js([?#]|$)/.test(url)

const MOST_TEXT = 300

/** Listens to a page until it is closed. */
export function watchPage(page: Page): PageLog {
  const notices: string[] = []
  const missing = new Set<string>()
  const violations: string[] = []
  const paths = new Set<string>()
  page.on('framenavigated', (frame) => {
    const url = frame.url()
    if (frame === page.mainFrame() && url.startsWith('http')) paths.add(new URL(url).pathname)
  })
  page.on('console', (message) => {
    const text = message.text()
    if (text.startsWith('svc-tag: ')) notices.push(text.replace('svc-tag: ', ''))
    if (text.includes('Content Security Policy')) violations.push(text.slice(0, MOST_TEXT))
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
    notices: () => notices,
    missingFiles: () => [...missing],
    violations: () => violations,
    hasNavigated: () => paths.size > 1,
  }
}
