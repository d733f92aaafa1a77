import { test } from '@playwright/test'

export type EngineName = 'chromium' | 'firefox' | 'webkit'

/** Something that an engine, or the protocol that drives it, lacks. */
interface Lack {
  readonly engines: readonly EngineName[]
  /** The fallback, which the stories that need it expect. */
  readonly instead: string
  /** The specification that says so, or the bug. */
  readonly link: string
}

/** Everything that the stories cannot expect of all three engines. Each is asked for where it matters, and what is there instead is expected. */
export const LACKS = {
  'clip-path hides from an IntersectionObserver': {
    engines: ['firefox'],
    instead: 'an element clipped by itself counts as visible, as the specification says',
    link: 'https://w3c.github.io/IntersectionObserver/#compute-the-intersection',
  },
  'a double click by the driver': {
    engines: ['firefox'],
    instead: 'two single clicks',
    link: 'https://github.com/microsoft/playwright/issues/37235',
  },
  'a finger by the driver': {
    engines: ['firefox'],
    instead: 'clicks by mouse at the same places',
    link: 'https://github.com/w3c/webdriver-bidi/issues/773',
  },
  'an image that outlives its page': {
    engines: ['firefox'],
    instead:
      'without `fetch`, events of the task that leaves the page may be lost; all others arrive once',
    link: 'https://html.spec.whatwg.org/multipage/document-lifecycle.html#abort-a-document',
  },
  'a window without names of the driver': {
    engines: ['firefox'],
    instead: 'one more global name, of the driver',
    link: 'https://github.com/microsoft/playwright/pull/41637',
  },
  'a page that is left while it loads and is not called parsed': {
    engines: ['firefox'],
    instead: 'an order counts with the lines that were there when the page was left',
    link: 'https://html.spec.whatwg.org/multipage/parsing.html#abort-a-parser',
  },
  'errors of scripts alone': {
    engines: ['firefox'],
    instead: 'messages of the browser about files that did not load are filtered out',
    link: 'https://w3c.github.io/webdriver-bidi/#event-log-entryAdded',
  },
  'a download by the driver': {
    engines: ['firefox'],
    instead: 'name and content of the download link',
    link: 'https://github.com/microsoft/playwright/issues/39305',
  },
  'a hidden tab by the driver': {
    engines: ['firefox'],
    instead: 'visibility events sent by the test; the dwell time begins again',
    link: 'https://github.com/microsoft/playwright/issues/2286',
  },
  'prerendered pages': {
    engines: ['firefox'],
    instead: 'the page opens when its link is followed, and is reported once',
    link: 'https://wicg.github.io/nav-speculation/prerendering.html',
  },
  'a debugger that counts calls and listeners': {
    engines: ['firefox'],
    instead: 'listeners and observers of the tag are counted inside the page',
    link: 'https://chromedevtools.github.io/devtools-protocol/tot/DOMDebugger/#method-getEventListeners',
  },
} as const satisfies Readonly<Record<string, Lack>>

export type Ability = keyof typeof LACKS

/**
 * Whether the engine that this test runs in can do something. Where it cannot, the test's report names the expectation that takes its
 * place.
 */
export function can(ability: Ability): boolean {
  const info = test.info()
  const { engines, instead, link }: Lack = LACKS[ability]
  if (!engines.includes(info.project.name as EngineName)) return true
  const type = 'named expectation'
  if (!info.annotations.some((one) => one.type === type && one.description?.startsWith(ability)))
    info.annotations.push({ type, description: `${ability}: ${instead}. ${link}` })
  return false
}
