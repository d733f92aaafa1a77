import { test } from '@playwright/test'

export type EngineName = 'chromium' | 'firefox' | 'webkit'

/** Something that an engine, or the protocol that drives it, lacks. */
interface Lack {
  readonly engines: readonly EngineName[]
  /** What is there instead, which the stories that need it expect. */
  readonly instead: string
  /** The specification that says so, or the bug. */
  readonly link: string
}

/** Everything that the stories cannot expect of all three engines. Each is asked for where it matters, and what is there instead is expected. */
export const LACKS = {
  'clip-path hides from an IntersectionObserver': {
    engines: ['firefox', 'webkit'],
    instead: 'what is clipped by itself counts as in sight, as the specification says',
    link: 'https://w3c.github.io/IntersectionObserver/#compute-the-intersection',
  },
  'a double click by the driver': {
    engines: ['firefox'],
    instead: 'two clicks, each a first one',
    link: 'https://github.com/microsoft/playwright/issues/37235',
  },
  'a right click by the driver': {
    engines: ['webkit'],
    instead: 'the right button is not pressed: the driver would let go of the left one',
    link: 'https://bugs.webkit.org/show_bug.cgi?id=280567',
  },
  'a finger by the driver': {
    engines: ['firefox'],
    instead: 'the same places are pressed by mouse',
    link: 'https://github.com/w3c/webdriver-bidi/issues/773',
  },
  'an image that outlives its page': {
    engines: ['firefox'],
    instead:
      'where fetch cannot be used, what a page says in the task that takes it away may be lost; all else arrives once',
    link: 'https://html.spec.whatwg.org/multipage/document-lifecycle.html#abort-a-document',
  },
  'a window without names of the driver': {
    engines: ['firefox'],
    instead: 'one name more, of the driver',
    link: 'https://github.com/microsoft/playwright/pull/41637',
  },
  'a page that never loads, by the driver': {
    engines: ['webkit'],
    instead: 'the page loads at once, and is left then',
    link: 'https://w3c.github.io/webdriver/#dfn-wait-for-navigation-to-complete',
  },
  'a page that is left while it loads and is not called parsed': {
    engines: ['firefox'],
    instead: 'an order of which the page was left half way counts as it stood',
    link: 'https://html.spec.whatwg.org/multipage/parsing.html#abort-a-parser',
  },
  'errors of scripts alone': {
    engines: ['firefox'],
    instead: 'what the browser says of a file that it did not load is among them, and left out',
    link: 'https://w3c.github.io/webdriver-bidi/#event-log-entryAdded',
  },
  'a download by the driver': {
    engines: ['firefox'],
    instead: 'what the link that the page presses for it names, and holds',
    link: 'https://github.com/microsoft/playwright/issues/39305',
  },
  'requests that failed, told by the driver': {
    engines: ['firefox'],
    instead: 'the page alone tells that its request was called off',
    link: 'https://github.com/microsoft/playwright/issues/29101',
  },
  'a tab out of sight by the driver': {
    engines: ['firefox', 'webkit'],
    instead: 'the page is told that it is hidden, and shown again; the time in sight begins again',
    link: 'https://github.com/microsoft/playwright/issues/2286',
  },
  'prerendered pages': {
    engines: ['firefox', 'webkit'],
    instead: 'the page is opened as any other when its link is followed, and told once',
    link: 'https://wicg.github.io/nav-speculation/prerendering.html',
  },
  'the Navigation API': {
    engines: ['webkit'],
    instead: 'the two functions of history are wrapped, and given back',
    link: 'https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-api',
  },
  'a debugger that counts calls and listeners': {
    engines: ['firefox', 'webkit'],
    instead: 'what the tag asked of the page and took back is counted in the page alone',
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
