import type { Browser } from './fake-browser.ts'
import { type Dom, listenerCount } from './fake-dom.ts'
import type * as Modules from './fake-modules.ts'
import { bundleForPages, createPageContext, type PageRequest } from './page-context.ts'
import { type Lifecycle, newLife } from './timeline.ts'

/** The tag's modules as one page runs them. */
export type TagModules = typeof Modules

/** The modules of the parts that a page opens. */
const PARTS: Readonly<Record<string, keyof TagModules>> = {
  clients: 'clientsPart',
  consent: 'consentPart',
  facets: 'facetsPart',
  filters: 'filtersPart',
  'list-memory': 'listMemoryPart',
  'long-lists': 'longListsPart',
  map: 'mapPart',
  recovery: 'recoveryPart',
}

const program = bundleForPages(`export * from './test/fakes/fake-modules.ts'`, [
  'calls',
  ...Object.keys(PARTS),
])

/** Options of a page. */
export interface PageOptions {
  readonly url?: string
  readonly referrer?: string
  /** The settings, as the script element writes them. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Additional members of `navigator`. */
  readonly navigator?: object
  /** Additional members of `window`. */
  readonly window?: object
  /** What the page's content security policy does with connections: it only reports them, or refuses them. Images it allows. */
  readonly policy?: Disposition | undefined
}

/** The `disposition` of a violation of a content security policy. */
export type Disposition = 'report' | 'enforce'

/** A page in a fake browser, with the tag's modules freshly evaluated. */
export interface Page {
  readonly lifecycle: Lifecycle
  readonly window: EventTarget & Record<string, unknown>
  readonly document: { visibilityState: string } & EventTarget
  readonly location: { href: string }
  /** The page's elements; empty at the start. */
  readonly dom: Dom
  /** The modules. Call them inside {@link Page.run}; otherwise, nothing ends the task. */
  readonly tag: TagModules
  /** Runs a task in the page, followed by its microtasks. */
  readonly run: <Result>(task: () => Result) => Result
  /** Fires an event in a task of its own. */
  readonly fire: (target: EventTarget, type: string, more?: object) => void
  /** The number of listeners of the window and the document. */
  readonly listenerCount: () => number
  /** The tag's warnings. */
  readonly warnings: readonly string[]
  /** Removes the page with everything that it was about to do. */
  readonly remove: () => void
}

/**
 * Opens a page with the tag's modules, without starting anything. Its scripts, timers, storage,
 * cookies and requests are those of the fake browser.
 */
export function openPage(browser: Browser, options: PageOptions = {}): Page {
  const { timeline } = browser
  const { url = 'https://shop.example/shoes', policy } = options
  const lifecycle = newLife()
  const settings = { siteKey: 'SITE', trackerUrl: 'https://tracker.example', ...options.settings }

  /** Tells the page that its policy was violated by a connection. */
  function reportViolation(disposition: Disposition) {
    const violation = { disposition, effectiveDirective: 'connect-src' }
    const tell = () => dom.dispatch(document, 'securitypolicyviolation', violation)
    timeline.in(0, tell, lifecycle)
  }

  function request({ url, init, isImage, resolve, reject }: PageRequest) {
    if (policy && !isImage) reportViolation(policy)
    if (policy === 'enforce' && !isImage) reject(new TypeError('Refused to connect'))
    else browser.fetch(url, init, lifecycle, resolve, reject)
  }

  function requestPart(name: string) {
    browser.partLoads.push(name)
    const module = PARTS[name]
    return () => (browser.hasParts() && module ? tag[module] : undefined)
  }

  const page = createPageContext({
    ...{ timeline, lifecycle, settings, url, request, requestPart, partMs: browser.partMs },
    ...{ channels: browser.channels, random: browser.random, isOnline: browser.isOnline },
    ...{ cookie: browser.cookies, referrer: options.referrer },
    ...{ navigator: options.navigator, window: options.window },
    globals: {
      indexedDB: browser.database.forPage(lifecycle),
      localStorage: browser.localStorage,
      sessionStorage: browser.newStorage(),
    },
  })
  const { dom, document, window, location, warnings } = page
  const tag = page.runAsScript(() => page.evaluate<TagModules>(program))

  function run<Result>(what: () => Result): Result {
    let result: Result
    timeline.run(() => {
      result = what()
    })
    // biome-ignore lint/style/noNonNullAssertion: a task that threw is among the mishaps.
    return result!
  }

  run(() => {
    tag.readSettings.readSettings(settings)
  })

  return {
    ...{ lifecycle, window, document, location, dom, tag, run, warnings },
    fire: (target, type, more) => run(() => dom.dispatch(target, type, more)),
    listenerCount: () => listenerCount(window) + listenerCount(document),
    remove() {
      page.end()
      browser.database.close(lifecycle)
    },
  }
}
