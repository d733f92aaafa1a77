import { readdirSync } from 'node:fs'
import { createContext, Script } from 'node:vm'
import { buildSync } from 'esbuild'
import type { Svc } from '../../../src/api/svc'
import { createDom, FakeElement, FakeNode, FakeTarget } from '../../fakes/fake-dom'
import { type Lifecycle, newLife, type Timeline } from '../../fakes/timeline'
import type { Ending, PlayedNetwork, Requested } from './played-network'
import type { OnAccess, PlayedStore } from './played-store'

const ROOT = `${import.meta.dirname}/../../..`
const BUILD = 'model'

/** The files of parts by their names, each evaluated when a page loads it, as in a browser. */
const partNames = readdirSync(`${ROOT}/src/parts`)

const [bundle] = buildSync({
  stdin: {
    contents: `export const start = () => require('./src/tag.ts')
      export const parts = {${partNames.map((name) => `'${name}': () => require('./src/parts/${name}/index.ts')`)}}`,
    resolveDir: ROOT,
  },
  bundle: true,
  format: 'iife',
  globalName: 'svcFiles',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: {
    __VERSION__: '"model"',
    __BUILD__: `"${BUILD}"`,
    __PARTS__: JSON.stringify(partNames.map((name) => `svc-${name}.${BUILD}.js`)),
    exports: '{}',
  },
  write: false,
  logLevel: 'silent',
}).outputFiles

const program = new Script(`Date.now = clock; Math.random = random; ${bundle?.text}`, {
  filename: 'svc.js',
})
const drainScript = new Script('(() => { const run = nextTask; nextTask = () => {}; run() })()')
const promiseScript = new Script('(executor) => new Promise(executor)')

/** What a shop writes around the tag, and what the browser gives its page. */
export interface PlayedPageOptions {
  readonly url: string
  readonly referrer?: string
  /** The attributes of the script element, without `data-`, in camel case. */
  readonly settings: Readonly<Record<string, string>>
  readonly isGpcOn?: boolean
  readonly userAgent?: string
  /** Whether `document.currentScript` is missing, as in a module. */
  readonly lacksCurrentScript?: boolean
  /** How a monitoring script wraps `fetch`, each time with a header that the tracker does not allow. */
  readonly wrapsFetch?: FetchWrapper | undefined
  /** Properties of `window` before the tag runs. */
  readonly window?: Readonly<Record<string, unknown>>
  /** How Web Locks behave: they may never settle, or be missing. */
  readonly locks?: LockState
  /** Whether a part can be loaded at this moment. */
  readonly hasParts: () => boolean
  readonly random: () => number
}

/** When monitoring wraps `fetch`, and whether the wrapper looks native. */
export type FetchWrapper = 'before' | 'before, disguised' | 'after'

/** How Web Locks behave. */
export type LockState = 'well' | 'silent' | 'missing'

/** The channels of a browser's pages. */
export interface PlayedChannels {
  readonly open: (lifecycle: Lifecycle) => unknown
}

/** A page that has evaluated `svc.js`. */
export type PlayedPage = ReturnType<typeof openPlayedPage>

const PART_MS = 20
const LOOK_MS = 0.05

class PlayedScript extends FakeElement {
  src = ''
  nonce = ''
  crossOrigin = null
  integrity = ''
  override text = ''
  onload?: (() => void) | null
  onerror?: (() => void) | null
  svcPart?: readonly unknown[]
  dataset: Record<string, string> = {}
  remove() {}
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Channels between pages. A message takes 2 ms; a frozen page gets it when it thaws. */
export function createChannels(timeline: Timeline): PlayedChannels & {
  /** Sends something to all pages, as an unknown script of another tab does. */
  readonly tell: (data: unknown) => void
} {
  const channels = new Set<{ readonly life: Lifecycle; onmessage?: (event: object) => void }>()
  const tell = (data: unknown, from?: unknown) => {
    for (const other of channels)
      if (other !== from && !other.life.isGone)
        timeline.in(2, () => other.onmessage?.({ data }), other.life)
  }
  return {
    tell,
    open: (life) =>
      class {
        readonly life = life
        onmessage?: (event: object) => void
        constructor() {
          channels.add(this)
        }
        postMessage(data: unknown) {
          tell(data, this)
        }
        close() {
          channels.delete(this)
        }
      },
  }
}

/** Opens a page, and evaluates `src/tag.ts` in it as its script element would. */
export function openPlayedPage(
  name: string,
  {
    timeline,
    store,
    network,
    channels,
    tabTexts,
    onAccess,
  }: {
    readonly timeline: Timeline
    readonly store: PlayedStore
    readonly network: PlayedNetwork
    readonly channels: PlayedChannels
    /** The tab's sessionStorage. */
    readonly tabTexts: Map<string, string>
    readonly onAccess: OnAccess
  },
  options: PlayedPageOptions,
) {
  const lifecycle = newLife()
  const sender = { name, lifecycle }
  const warnings: string[] = []
  const location = new URL(options.url)
  const dom = createDom(timeline, lifecycle)
  const stores = store.forPage(lifecycle, tabTexts, onAccess)
  let visibility = 'visible'
  let isEvaluating = false
  let look = { at: 0, time: 0 }

  /** `Date.now()`: whole milliseconds, and what runs between two looks takes time, so that both may be of one task and yet differ. */
  function clock(): number {
    const at = timeline.now()
    look = { at, time: at < look.at ? at : Math.max(at, look.time + LOOK_MS) }
    return Math.floor(look.time)
  }

  class PlayedDocument extends FakeNode {
    override children = [dom.root]
    get currentScript() {
      return isEvaluating && !options.lacksCurrentScript ? ownScript : null
    }
    get visibilityState() {
      return visibility
    }
    get hidden() {
      return visibility !== 'visible'
    }
    get readyState() {
      return 'complete'
    }
    get referrer() {
      return options.referrer ?? ''
    }
    get cookie() {
      return stores.cookie.read()
    }
    set cookie(text) {
      stores.cookie.write(text)
    }
    get head() {
      return { append: (script: PlayedScript) => loadPart(script) }
    }
    get documentElement() {
      return dom.root
    }
    get scripts() {
      return dom.root.all().filter((element) => element instanceof PlayedScript)
    }
    override get isConnected() {
      return true
    }
    createElement() {
      return new PlayedScript('script')
    }
    elementFromPoint(x: number, y: number) {
      return dom.elementFromPoint(x, y)
    }
  }
  const document = new PlayedDocument()
  dom.root.parent = document
  const ownScript = new PlayedScript(
    'script',
    Object.fromEntries(
      Object.entries(options.settings).map(([key, text]) => [`data-${kebab(key)}`, text]),
    ),
  )
  ownScript.src = 'https://shop.example/svc.js'
  ownScript.attributes.set('src', ownScript.src)
  ownScript.dataset = { ...options.settings }
  dom.append(dom.root, ownScript)

  function loadPart(script: PlayedScript) {
    const load = () => {
      const [, part = ''] = /\/svc-(.*)\.model\.js$/.exec(script.src) ?? []
      const open = Reflect.get(files().parts, part) as (() => { open: unknown }) | undefined
      if (!options.hasParts() || !open) return script.onerror?.()
      script.svcPart = [BUILD, [], (part: object) => Object.assign(part, open())]
      script.onload?.()
    }
    timeline.in(PART_MS, load, lifecycle)
  }

  const promise = <Value>(executor: ConstructorParameters<typeof Promise<Value>>[0]) =>
    promiseIn(executor) as Promise<Value>

  function request(requested: Requested, ending: Ending) {
    if (!lifecycle.isGone) network.request(sender, requested, ending)
  }

  const responseOf = (url: string, status: number, headers: Readonly<Record<string, string>>) => ({
    status,
    ok: status >= 200 && status < 300,
    type: status === 0 ? 'opaque' : 'cors',
    url: status === 0 ? '' : url,
    redirected: false,
    headers: new Headers(headers),
    text: () => promise<string>((resolve) => resolve('')),
  })

  type Init = {
    readonly mode?: string
    readonly method?: string
    readonly signal?: AbortSignal
    readonly headers?: Readonly<Record<string, string>>
  }
  const nativeFetch = (url: string, { mode, method = 'GET', signal, headers }: Init = {}) =>
    promise<object>((resolve, reject) =>
      request(
        {
          url,
          method,
          mode: mode ?? 'cors',
          hasCustomHeader: Object.keys(headers ?? {}).length > 0,
          signal,
        },
        {
          resolve: (status, readable) => resolve(responseOf(url, status, readable)),
          reject: () => reject(new TypeError('Failed to fetch')),
        },
      ),
    )

  class PlayedImage {
    onload?: () => void
    onerror?: () => void
    set src(url: string) {
      const ending = { resolve: () => this.onload?.(), reject: () => this.onerror?.() }
      request(
        { url, method: 'GET', mode: undefined, hasCustomHeader: false, signal: undefined },
        ending,
      )
    }
  }

  /** Monitoring that adds a header to each request; it calls what was there before it. */
  function wrapFetch(isDisguised: boolean) {
    const { fetch } = globals
    const wrapper = (url: string, init?: Init) =>
      fetch(url, { ...init, headers: { ...init?.headers, 'x-trace': '1' } })
    globals.fetch = isDisguised ? wrapper.bind(undefined) : wrapper
  }

  const lockRequest = (_name: string, ...rest: readonly unknown[]) => {
    const run = rest[rest.length - 1] as (lock: object) => unknown
    const { signal } = (rest.length > 1 ? rest[0] : {}) as { signal?: AbortSignal }
    return promise<unknown>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('AbortError')))
      if (options.locks === 'silent') return
      timeline.in(1, () => signal?.aborted || resolve(run({})), lifecycle)
    })
  }

  const window = Object.assign(new FakeTarget(), options.window) as unknown as FakeTarget &
    Record<string, unknown>
  const globals = {
    window,
    document,
    Document: PlayedDocument,
    Element: FakeElement,
    Node: FakeNode,
    ShadowRoot: class {},
    HTMLElement: FakeElement,
    HTMLScriptElement: PlayedScript,
    HTMLOptionElement: class {},
    HTMLFormElement: class {
      submit() {}
    },
    EventTarget: FakeTarget,
    MutationObserver: dom.MutationObserver,
    IntersectionObserver: dom.IntersectionObserver,
    getComputedStyle: ({ isOver }: FakeElement) => ({ position: isOver ? 'fixed' : 'static' }),
    innerWidth: 1_000,
    innerHeight: 1_000,
    performance: { now: timeline.elapsed, getEntriesByType: () => [] },
    History: class {
      pushState() {}
      replaceState() {}
    },
    location,
    console: {
      warn: (text: string) => warnings.push(text),
      error: (text: string) => warnings.push(text),
    },
    navigator: {
      userAgent: options.userAgent ?? 'Played',
      webdriver: false,
      ...(options.isGpcOn && { globalPrivacyControl: true }),
      ...(options.locks !== 'missing' && { locks: { request: lockRequest } }),
      get onLine() {
        return network.isOnline()
      },
    },
    get indexedDB() {
      return stores.indexedDB
    },
    get localStorage() {
      return stores.localStorage
    },
    get sessionStorage() {
      return stores.sessionStorage
    },
    crypto: {
      getRandomValues(values: Uint32Array) {
        for (const index of values.keys())
          values[index] = options.random() * 2 ** (8 * values.BYTES_PER_ELEMENT)
        return values
      },
    },
    // Bound, because the tag may ask whether its code is native.
    fetch: nativeFetch.bind(undefined) as typeof nativeFetch,
    Request: class {
      get keepalive() {
        return true
      }
    },
    Image: PlayedImage,
    AbortController,
    AbortSignal: {
      timeout(ms: number) {
        const controller = new AbortController()
        timeline.in(ms, () => controller.abort(), lifecycle)
        return controller.signal
      },
    },
    BroadcastChannel: channels.open(lifecycle),
    URL,
    URLSearchParams,
    TextEncoder,
    queueMicrotask: (run: () => void) => void promise<void>((resolve) => resolve()).then(run),
    // A delay is rounded down: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#dom-settimeout
    setTimeout: (run: () => void, delayMs = 0) =>
      timeline.in(Math.floor(delayMs) + options.random(), run, lifecycle, true),
    clearTimeout: (cancel?: () => void) => cancel?.(),
    clock,
    random: options.random,
    nextTask: () => {},
    // Stryker switches a mutation on in this object.
    __stryker__: Reflect.get(globalThis, '__stryker__'),
  }
  const shared = Object.getOwnPropertyDescriptors(globals)
  delete (shared as Record<string, unknown>).window
  Object.defineProperties(window, shared)
  Object.defineProperty(window, 'fetch', {
    get: () => globals.fetch,
    set(next: typeof nativeFetch) {
      globals.fetch = next
    },
  })
  if (options.wrapsFetch?.startsWith('before')) wrapFetch(options.wrapsFetch.includes('disguised'))

  const context = createContext(globals, { microtaskMode: 'afterEvaluate' })
  const promiseIn = promiseScript.runInContext(context)
  program.runInContext(context)
  const files = (): { start: () => void; parts: object } => Reflect.get(context, 'svcFiles')
  const stopDraining = timeline.addPage(() => {
    if (!lifecycle.isGone) drainScript.runInContext(context)
  })

  function run(task: () => void) {
    if (!lifecycle.isGone) timeline.run(task)
  }
  const dispatch = (target: FakeTarget, type: string, more: object = {}) =>
    run(() => target.dispatchEvent({ type, ...more }))

  function setVisible(is: boolean) {
    visibility = is ? 'visible' : 'hidden'
    lifecycle.isThrottled = !is
    dom.setVisible(is)
    dispatch(document, 'visibilitychange')
  }

  run(() => {
    isEvaluating = true
    files().start()
    isEvaluating = false
  })
  if (options.wrapsFetch === 'after') wrapFetch(false)

  return {
    sender,
    ...sender,
    window,
    document,
    warnings,
    run,
    isVisible: () => visibility === 'visible',
    /** The tag's API. The page calls it inside {@link run}. */
    svc: () => window.svc as Svc & { readonly q: unknown[] },
    /** An event of `window`, or of the document where browsers send it there. */
    wake: (type: string, more?: object) =>
      dispatch(/^(resume|freeze|load)$/.test(type) ? document : window, type, more),
    hide: () => setVisible(false),
    show: () => setVisible(true),
    /** The page is being left: `pagehide`, and then it is hidden. */
    exit(isFrozen: boolean) {
      dispatch(window, 'pagehide', { persisted: isFrozen })
      setVisible(false)
      if (isFrozen) lifecycle.isFrozen = true
    },
    restore() {
      lifecycle.isFrozen = false
      store.database.thaw(lifecycle)
      setVisible(true)
      dispatch(window, 'pageshow', { persisted: true })
    },
    /** Removes the page with all that it was about to do. */
    remove() {
      lifecycle.isGone = true
      store.database.close(lifecycle)
      stopDraining()
    },
  }
}
