import { readdirSync } from 'node:fs'
import type { Svc } from '../../../src/api/svc'
import type { Channels } from '../../fakes/channels'
import {
  bundleForPages,
  createPageContext,
  type LockState,
  type PageRequest,
} from '../../fakes/page-context'
import { newLife, type Timeline } from '../../fakes/timeline'
import type { PlayedNetwork } from './played-network'
import type { OnAccess, PlayedStore } from './played-store'

/** The parts, each evaluated when a page loads its file, as in a browser. */
const partNames = readdirSync(`${import.meta.dirname}/../../../src/parts`)

const program = bundleForPages(
  `export const start = () => require('./src/tag.ts')
  export const parts = {${partNames.map((name) => `'${name}': () => require('./src/parts/${name}/index.ts')`)}}`,
  partNames,
)

interface SvcFiles {
  readonly start: () => void
  readonly parts: Readonly<Record<string, () => { readonly open: unknown }>>
}

/** What a shop writes around the tag, and what the browser gives its page. */
export interface PlayedPageOptions {
  readonly url: string
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

/** A page that has evaluated `svc.js`. */
export type PlayedPage = ReturnType<typeof openPlayedPage>

const PART_MS = 20
const LOOK_MS = 0.05

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
    readonly channels: Channels
    /** The tab's sessionStorage. */
    readonly tabTexts: Map<string, string>
    readonly onAccess: OnAccess
  },
  options: PlayedPageOptions,
) {
  const lifecycle = newLife()
  const sender = { name, lifecycle }
  const stores = store.forPage(lifecycle, tabTexts, onAccess)
  let look = { at: 0, time: 0 }

  /** `Date.now()`: whole milliseconds, and what runs between two looks takes time, so that both may be of one task and yet differ. */
  function clock(): number {
    const at = timeline.now()
    look = { at, time: at < look.at ? at : Math.max(at, look.time + LOOK_MS) }
    return Math.floor(look.time)
  }

  function request({ url, init, isImage, resolve, reject }: PageRequest) {
    if (lifecycle.isGone) return
    const { method = 'GET', mode = 'cors', headers, signal } = init
    const requested = {
      ...{ url, method, mode: isImage ? undefined : mode, signal: signal ?? undefined },
      hasCustomHeader: Object.keys(headers ?? {}).length > 0,
    }
    network.request(sender, requested, {
      resolve: (status, readable) => resolve({ status, headers: readable, body: '' }),
      reject: () => reject(new TypeError('Failed to fetch')),
    })
  }

  const page = createPageContext({
    ...{ timeline, lifecycle, channels, request, partMs: PART_MS, isOnline: network.isOnline },
    ...options,
    ...{
      cookie: stores.cookie,
      navigator: {
        ...(options.isGpcOn && { globalPrivacyControl: true }),
        ...(options.userAgent && { userAgent: options.userAgent }),
      },
    },
    requestPart: (part) => () => (options.hasParts() ? files.parts[part]?.() : undefined),
    globals: {
      ...{ indexedDB: stores.indexedDB, localStorage: stores.localStorage },
      ...{ sessionStorage: stores.sessionStorage, clock },
      // A delay is rounded down: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#dom-settimeout
      setTimeout: (run: () => void, delayMs = 0) =>
        timeline.in(Math.floor(delayMs) + options.random(), run, lifecycle, true),
    },
  })
  const { dom, document, window, warnings, globals } = page
  dom.root.append(page.ownScript)

  /** Monitoring that adds a header to each request; it calls what was there before it. */
  function wrapFetch(isDisguised: boolean) {
    const { fetch } = globals
    const wrapper = (url: string, init?: RequestInit) =>
      fetch(url, { ...init, headers: { ...init?.headers, 'x-trace': '1' } })
    globals.fetch = window.fetch = isDisguised ? wrapper.bind(undefined) : wrapper
  }
  if (options.wrapsFetch?.startsWith('before')) wrapFetch(options.wrapsFetch.includes('disguised'))

  const files = page.evaluate<SvcFiles>(program)

  function run(task: () => void) {
    if (!lifecycle.isGone) timeline.run(task)
  }
  const fire = (target: EventTarget, type: string, more?: object) =>
    run(() => dom.dispatch(target, type, more))

  function setVisible(is: boolean) {
    document.visibilityState = is ? 'visible' : 'hidden'
    lifecycle.isThrottled = !is
    fire(document, 'visibilitychange')
  }

  run(options.lacksCurrentScript ? files.start : () => page.runAsScript(files.start))
  if (options.wrapsFetch === 'after') wrapFetch(false)

  return {
    sender,
    ...sender,
    ...{ window, document, warnings, run },
    isVisible: () => document.visibilityState === 'visible',
    /** The tag's API. The page calls it inside {@link run}. */
    svc: () => window.svc as Svc & { readonly q: unknown[] },
    /** An event of `window`, or of the document where browsers send it there. */
    wake: (type: string, more?: object) =>
      fire(/^(resume|freeze|load)$/.test(type) ? document : window, type, more),
    hide: () => setVisible(false),
    show: () => setVisible(true),
    /** The page is being left: `pagehide`, and then it is hidden. */
    exit(isFrozen: boolean) {
      fire(window, 'pagehide', { persisted: isFrozen })
      setVisible(false)
      if (isFrozen) lifecycle.isFrozen = true
    },
    restore() {
      lifecycle.isFrozen = false
      store.database.thaw(lifecycle)
      setVisible(true)
      fire(window, 'pageshow', { persisted: true })
    },
    /** Removes the page with all that it was about to do. */
    remove() {
      page.end()
      store.database.close(lifecycle)
    },
  }
}
