import { createContext, Script } from 'node:vm'
import { buildSync } from 'esbuild'
import type { Browser, FakeAnswer } from './fake-browser.ts'
import { createDom, type Dom, FakeElement, FakeNode, FakeTarget } from './fake-dom.ts'
import type * as Modules from './fake-modules.ts'
import { type Lifecycle, newLife } from './timeline.ts'

/** The tag's modules as one page runs them. */
export type TagModules = typeof Modules

const BUILD = 'test'

/** The modules of the parts that a page opens. */
const PARTS = {
  clients: 'clientsPart',
  consent: 'consentPart',
  facets: 'facetsPart',
  filters: 'filtersPart',
  'list-memory': 'listMemoryPart',
  'long-lists': 'longListsPart',
  map: 'mapPart',
  recovery: 'recoveryPart',
} as const

const [bundle] = buildSync({
  entryPoints: [`${import.meta.dirname}/fake-modules.ts`],
  bundle: true,
  format: 'iife',
  globalName: 'tag',
  define: {
    __VERSION__: '"test"',
    __BUILD__: `"${BUILD}"`,
    __PARTS__: JSON.stringify(
      ['calls', ...Object.keys(PARTS)].map((part) => `svc-${part}.${BUILD}.js`),
    ),
    exports: '{}',
  },
  write: false,
  logLevel: 'silent',
}).outputFiles

const program = new Script(`Date.now = clock; ${bundle?.text}`, { filename: 'svc-tag-modules.js' })
const task = new Script('(() => { const run = nextTask; nextTask = () => {}; run() })()')
const makePromise = new Script('(executor) => new Promise(executor)')

/** A fake script element: as soon as it has a source and is in the head, its part loads, or an error follows. */
class FakeScript extends FakeElement {
  dataset: Readonly<Record<string, unknown>> = {}
  src = ''
  onload?: () => void
  onerror?: () => void
  svcPart?: readonly unknown[]
  remove() {}
}

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
  readonly window: EventTarget & Record<string, unknown> & Pick<FakeTarget, 'listenerCount'>
  readonly document: EventTarget & { visibilityState: string } & Pick<FakeTarget, 'listenerCount'>
  readonly location: { href: string }
  /** The page's elements; empty at the start. */
  readonly dom: Dom
  /** The modules. Call them inside {@link Page.run}; otherwise, nothing ends the task. */
  readonly tag: TagModules
  /** Runs a task in the page, followed by its microtasks. */
  readonly run: <Result>(task: () => Result) => Result
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
  const lifecycle = newLife()
  const warnings: string[] = []
  const location = new URL(options.url ?? 'https://shop.example/shoes')
  const dom = createDom(timeline, lifecycle)
  const state = { visibility: 'visible' }
  let tag: TagModules

  const promise = <Value>(executor: ConstructorParameters<typeof Promise<Value>>[0]) =>
    promiseIn(executor) as Promise<Value>

  const responseOf = ({ status, headers, body }: FakeAnswer) => ({
    status,
    ok: status >= 200 && status < 300,
    headers: new Headers(headers),
    text: () => promise<string>((resolve) => resolve(body)),
  })

  class FakeDocument extends FakeNode {
    override children = [dom.root]
    get currentScript() {
      return ownScript
    }
    get visibilityState() {
      return state.visibility
    }
    set visibilityState(next) {
      state.visibility = next
      dom.setVisible(next === 'visible')
    }
    get referrer() {
      return options.referrer ?? ''
    }
    get cookie() {
      return browser.cookies.read()
    }
    set cookie(text) {
      browser.cookies.write(text)
    }
    get head() {
      return { append: (script: FakeScript) => loadScript(script) }
    }
    get documentElement() {
      return dom.root
    }
    override get isConnected() {
      return true
    }
    createElement() {
      return new FakeScript()
    }
    elementFromPoint(x: number, y: number) {
      return dom.elementFromPoint(x, y)
    }
  }
  const settings = { siteKey: 'SITE', trackerUrl: 'https://tracker.example', ...options.settings }
  const ownScript = Object.assign(new FakeScript('script'), {
    src: 'https://shop.example/svc.js',
    dataset: settings,
  })
  const document = new FakeDocument()
  dom.root.parent = document

  function loadScript(script: FakeScript) {
    const file = new URL(script.src).pathname.slice(1)
    browser.partLoads.push(file)
    timeline.in(
      browser.partMs,
      () => {
        if (!browser.hasParts()) return script.onerror?.()
        const [, part] = /^svc-(.*)\.test\.js$/.exec(file) ?? []
        const name = Object.entries(PARTS).find(([key]) => key === part)?.[1]
        if (name) script.svcPart = [BUILD, [], (part: object) => Object.assign(part, tag[name])]
        script.onload?.()
      },
      lifecycle,
    )
  }

  /** Tells the page that its policy was violated by a connection. */
  function reportViolation(disposition: Disposition) {
    const violation = { disposition, effectiveDirective: 'connect-src' }
    timeline.in(
      0,
      () => document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation)),
      lifecycle,
    )
  }

  /** Its response cannot be read: whether it loads is all that the page learns. Its request has no `mode`. */
  class FakeImage {
    onload?: () => void
    onerror?: () => void
    set src(url: string) {
      const isLoaded = ({ status }: FakeAnswer) => (status < 400 ? this.onload : this.onerror)?.()
      browser.fetch(url, { method: 'GET' }, lifecycle, isLoaded, () => this.onerror?.())
    }
  }

  function fetchIn(
    url: string,
    init: RequestInit,
    resolve: (response: object) => void,
    reject: (error: unknown) => void,
  ) {
    const { policy } = options
    if (policy) reportViolation(policy)
    if (policy === 'enforce') reject(new TypeError('Refused to connect'))
    else browser.fetch(url, init, lifecycle, (answer) => resolve(responseOf(answer)), reject)
  }

  const window = Object.assign(new FakeTarget(), options.window) as unknown as Page['window']
  const globals = {
    window,
    document,
    Document: FakeDocument,
    Element: FakeElement,
    Node: FakeNode,
    DocumentFragment: FakeNode,
    ShadowRoot: class {},
    HTMLScriptElement: FakeScript,
    HTMLOptionElement: class {},
    HTMLFormElement: class {
      submit() {}
    },
    EventTarget: FakeTarget,
    MutationObserver: dom.MutationObserver,
    IntersectionObserver: dom.IntersectionObserver,
    getComputedStyle: ({ isOver }: FakeElement) => ({
      position: isOver ? 'fixed' : 'static',
      backgroundColor: 'rgba(0, 0, 0, 0)',
      backgroundImage: 'none',
    }),
    innerWidth: 1_000,
    innerHeight: 1_000,
    performance: { getEntriesByType: () => [] },
    History: class {
      pushState(href: string) {
        location.href = new URL(href, location.href).href
      }
      replaceState() {}
    },
    location,
    console: {
      warn: (text: string) => warnings.push(text),
      error: (text: string) => warnings.push(text),
    },
    navigator: {
      onLine: true,
      userAgent: 'Fake',
      locks: {
        request: (_name: string, run: () => void) =>
          promise<void>((resolve) => {
            timeline.in(1, () => resolve(run()), lifecycle)
          }),
      },
      ...options.navigator,
    },
    indexedDB: browser.database.forPage(lifecycle),
    localStorage: browser.localStorage,
    sessionStorage: browser.newStorage(),
    crypto: {
      getRandomValues(values: Uint32Array) {
        for (const index of values.keys())
          values[index] = browser.random() * 2 ** (8 * values.BYTES_PER_ELEMENT)
        return values
      },
    },
    // Bound, because the tag asks whether its code is native.
    fetch: ((url: string, init: RequestInit) =>
      promise<object>((resolve, reject) => fetchIn(url, init, resolve, reject))).bind(undefined),
    Request: class {
      get keepalive() {
        return true
      }
    },
    Image: FakeImage,
    AbortController,
    AbortSignal: {
      timeout(ms: number) {
        const controller = new AbortController()
        timeline.in(ms, () => controller.abort(), lifecycle)
        return controller.signal
      },
    },
    BroadcastChannel: browser.channelFor(lifecycle),
    URL,
    queueMicrotask: (run: () => void) => void promise<void>((resolve) => resolve()).then(run),
    setTimeout: (run: () => void, delayMs = 0) => timeline.in(delayMs, run, lifecycle, true),
    clearTimeout: (cancel?: () => void) => cancel?.(),
    clock: timeline.now,
    nextTask: () => {},
    // Stryker switches a mutation on in this object.
    __stryker__: Reflect.get(globalThis, '__stryker__'),
  }
  const getters = Object.getOwnPropertyDescriptors(globals)
  delete (getters as Record<string, unknown>).window
  Object.defineProperties(window, getters)
  Object.defineProperty(globals.navigator, 'onLine', { get: browser.isOnline })
  const context = createContext(globals, { microtaskMode: 'afterEvaluate' })
  const promiseIn = makePromise.runInContext(context)
  program.runInContext(context)
  tag = Reflect.get(context, 'tag')

  const drain = () => {
    if (!lifecycle.isGone) task.runInContext(context)
  }
  const stopDraining = timeline.addPage(drain)

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
    lifecycle,
    window,
    document: document as unknown as Page['document'],
    location,
    dom,
    tag,
    run,
    warnings,
    remove() {
      lifecycle.isGone = true
      browser.database.close(lifecycle)
      stopDraining()
    },
  }
}
