import { createContext, Script } from 'node:vm'
import { buildSync } from 'esbuild'
import type { Channels } from './channels.ts'
import type { FakeAnswer } from './fake-browser.ts'
import { createDom, createElement, deliverMutations, type FakeElement } from './fake-dom.ts'
import type { Lifecycle, Timeline } from './timeline.ts'

/** The build that all files of the tag have in fake pages. */
const BUILD = 'test'

const ROOT = `${import.meta.dirname}/../..`

const drainScript = new Script('(() => { const run = nextTask; nextTask = () => {}; run() })()')
const promiseScript = new Script('(executor) => new Promise(executor)')

/** Bundles what pages run into a script that sets the global `tag`. @param parts - The names of the parts that can be loaded. */
export function bundleForPages(contents: string, parts: readonly string[]): Script {
  const [bundle] = buildSync({
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    format: 'iife',
    globalName: 'tag',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: {
      __VERSION__: `"${BUILD}"`,
      __BUILD__: `"${BUILD}"`,
      __PARTS__: JSON.stringify(parts.map((part) => `svc-${part}.${BUILD}.js`)),
      exports: '{}',
    },
    write: false,
    logLevel: 'silent',
  }).outputFiles
  return new Script(`Date.now = clock; Math.random = random; ${bundle?.text}`, {
    filename: 'svc.js',
  })
}

/** What a page does with a request: it ends once. */
export interface PageRequest {
  readonly url: string
  readonly init: RequestInit
  /** The response of an image cannot be read: whether it loads is all that the page learns. */
  readonly isImage: boolean
  readonly resolve: (answer: FakeAnswer) => void
  readonly reject: (error: unknown) => void
}

/** How Web Locks behave: they may never settle, or be missing. */
export type LockState = 'well' | 'silent' | 'missing'

/** What the browser, the network and the shop give a page. */
export interface ContextOptions {
  readonly timeline: Timeline
  readonly lifecycle: Lifecycle
  readonly channels: Channels
  readonly url: string
  readonly referrer?: string | undefined
  /** The attributes of the tag's script element, without `data-`, in camel case. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly cookie: { readonly read: () => string; readonly write: (cookie: string) => void }
  readonly isOnline: () => boolean
  readonly locks?: LockState | undefined
  readonly random: () => number
  readonly request: (request: PageRequest) => void
  /** How long a part takes to load. */
  readonly partMs: number
  /** Called when a part is requested. Returns a function for the end of that time, with what the part exports, or `undefined` if it cannot be loaded. */
  readonly requestPart: (name: string) => () => object | undefined
  /** Additional members of `navigator`. */
  readonly navigator?: object | undefined
  /** Additional members of `window`. */
  readonly window?: object | undefined
  /** Globals beside, or in place of, those of every page. */
  readonly globals: object
}

type PartScript = FakeElement<HTMLScriptElement> & { svcPart?: readonly unknown[] }

/**
 * Creates the window, the document and the globals of a page, whose scripts, timers and microtasks run on the timeline. Nothing in it has run
 * yet.
 */
export function createPageContext(options: ContextOptions) {
  const { timeline, lifecycle, random } = options
  const dom = createDom(timeline, lifecycle)
  const { document, window } = dom
  const warnings: string[] = []
  const location = new URL(options.url)
  let visibility = 'visible'
  let running: PartScript | null = null

  const attributes = Object.entries(options.settings).map(([name, value]) => [
    `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    String(value),
  ])
  const ownScript = createElement('script', {
    ...Object.fromEntries(attributes),
    src: 'https://shop.example/svc.js',
  })
  // The library's own leaves out empty values when it is copied.
  Object.defineProperty(ownScript, 'dataset', { value: options.settings })

  const promise = <Value>(executor: ConstructorParameters<typeof Promise<Value>>[0]) =>
    promiseIn(executor) as Promise<Value>

  function appendScript(script: PartScript) {
    const [, name = ''] = /svc-(.*)\.test\.js$/.exec(script.src) ?? []
    const receive = options.requestPart(name)
    const load = () => {
      const part = receive()
      if (part) script.svcPart = [BUILD, [], (own: object) => Object.assign(own, part)]
      const { onload, onerror } = script as unknown as Record<string, (() => void) | undefined>
      ;(part ? onload : onerror)?.()
    }
    timeline.in(options.partMs, load, lifecycle)
  }

  const members = {
    get currentScript() {
      return running
    },
    get visibilityState() {
      return visibility
    },
    set visibilityState(next) {
      visibility = next
      dom.setVisible(next === 'visible')
    },
    get hidden() {
      return visibility !== 'visible'
    },
    readyState: 'complete',
    referrer: options.referrer ?? '',
    get cookie() {
      return options.cookie.read()
    },
    set cookie(text) {
      options.cookie.write(text)
    },
    // A script loads here, and not by the library.
    head: { append: appendScript },
    elementFromPoint: dom.elementFromPoint,
  }
  Object.defineProperties(document, Object.getOwnPropertyDescriptors(members))

  const responseOf = (url: string, { status, headers, body }: FakeAnswer) => ({
    status,
    ok: status >= 200 && status < 300,
    type: status === 0 ? 'opaque' : 'cors',
    url: status === 0 ? '' : url,
    redirected: false,
    headers: new Headers(headers),
    text: () => promise<string>((resolve) => resolve(body)),
  })

  class FakeImage {
    onload?: () => void
    onerror?: () => void
    set src(url: string) {
      const resolve = ({ status }: FakeAnswer) => (status < 400 ? this.onload : this.onerror)?.()
      const reject = () => this.onerror?.()
      options.request({ url, init: { method: 'GET' }, isImage: true, resolve, reject })
    }
  }

  const lockRequest = (_name: string, run: () => unknown) =>
    promise<unknown>((resolve) => {
      if (options.locks !== 'silent') timeline.in(1, () => resolve(run()), lifecycle)
    })

  const say = (text: string) => void warnings.push(text)
  const navigator = {
    userAgent: 'Fake',
    ...(options.locks !== 'missing' && { locks: { request: lockRequest } }),
    ...options.navigator,
  }
  Object.defineProperty(navigator, 'onLine', { get: options.isOnline })

  const globals = {
    ...dom.classes,
    // Its members are those of the document itself.
    Document: { prototype: document },
    window,
    document,
    navigator,
    location,
    getComputedStyle: ({ isOver }: FakeElement) => ({
      position: isOver ? 'fixed' : 'static',
      backgroundColor: 'rgba(0, 0, 0, 0)',
      backgroundImage: 'none',
    }),
    innerWidth: 1_000,
    innerHeight: 1_000,
    performance: { now: timeline.elapsed, getEntriesByType: () => [] },
    History: class {
      pushState(href: string) {
        location.href = new URL(href, location.href).href
      }
      replaceState() {}
    },
    console: { warn: say, error: say },
    crypto: {
      getRandomValues(values: Uint32Array) {
        for (const index of values.keys())
          values[index] = random() * 2 ** (8 * values.BYTES_PER_ELEMENT)
        return values
      },
    },
    // Bound, because the tag may ask whether its code is native.
    fetch: ((url: string, init: RequestInit = {}) =>
      promise<object>((resolve, reject) =>
        options.request({
          ...{ url, init, isImage: false, reject },
          resolve: (answer) => resolve(responseOf(url, answer)),
        }),
      )).bind(undefined),
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
    BroadcastChannel: options.channels.classFor(lifecycle),
    URL,
    URLSearchParams,
    TextEncoder,
    queueMicrotask: (run: () => void) => void promise<void>((resolve) => resolve()).then(run),
    setTimeout: (run: () => void, delayMs = 0) => timeline.in(delayMs, run, lifecycle, true),
    clearTimeout: (cancel?: () => void) => cancel?.(),
    clock: timeline.now,
    random,
    nextTask: () => {},
    // Stryker switches a mutation on in this object.
    __stryker__: Reflect.get(globalThis, '__stryker__'),
    ...options.globals,
  }
  const { window: _window, ...shared } = Object.getOwnPropertyDescriptors(globals)
  Object.assign(window, options.window)
  Object.defineProperties(window, shared)
  const context = createContext(globals, { microtaskMode: 'afterEvaluate' })
  const promiseIn = promiseScript.runInContext(context)
  const stopDraining = timeline.addPage(() => {
    if (lifecycle.isGone) return
    deliverMutations()
    drainScript.runInContext(context)
  })

  return {
    dom,
    document: document as EventTarget & { visibilityState: string },
    window: window as EventTarget & Record<string, unknown>,
    location,
    globals,
    ownScript,
    /** The tag's warnings. */
    warnings,
    /** Evaluates a bundle, and returns what it exports. */
    evaluate<Exports>(program: Script): Exports {
      program.runInContext(context)
      return Reflect.get(context, 'tag')
    },
    /** Runs a task as the tag's script element does. */
    runAsScript<Result>(task: () => Result): Result {
      running = ownScript
      try {
        return task()
      } finally {
        running = null
      }
    },
    /** Ends the page, with everything that it was about to do. */
    end() {
      lifecycle.isGone = true
      stopDraining()
    },
  }
}
