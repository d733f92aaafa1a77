import { createStub, METHODS, type Stub } from './api/stub'
import type { Svc } from './api/svc'
import { readGlobal, writeGlobal } from './platform/global'

export type { ConsentState, ImpressionRule, Settings } from './api/settings'
export type * from './api/svc'

declare global {
  interface Window {
    readonly svc: Svc
  }
}

/** Where the tag is, and by what the page's security policy knows it. */
export interface TagScript {
  /**
   * Address of `svc.js`. The tag fetches its other files from beside it, so copy `dist/*.js` of this package together. Where the
   * page enforces Trusted Types, a `TrustedScriptURL`.
   */
  readonly src: string | { toString(): string }
  /** The nonce of the page's content security policy. */
  readonly nonce?: string
  /** The hash of this version of `svc.js`, from `dist/manifest.json`. */
  readonly integrity?: string
}

type Member = (...args: unknown[]) => unknown

/** The object of this page, once something was called. */
let onPage: (Stub & Record<string, unknown>) | undefined
let isLoading = false

function openOnPage() {
  const present = readGlobal('svc') as Partial<Stub> | undefined
  const isOurs = Array.isArray(present?.q)
  const stub = isOurs ? createStub(Date.now, present) : createStub(Date.now)
  // What else stands there stays; calls are then kept for nobody, up to their bound.
  if (present === undefined) writeGlobal('svc', stub)
  return stub as typeof onPage & object
}

/** Nothing where there is no page, as while a server renders. */
function page() {
  if (typeof window !== 'undefined') onPage ??= openOnPage()
  return onPage
}

/** Rejects for who waits for it; nobody has to. */
function noPage() {
  const refusal = Promise.reject(new Error('svc works in a browser only'))
  refusal.catch(() => {})
  return refusal
}

function member(name: string): Member {
  const path = name.split('.')
  return (...args) => {
    const found = path.reduce((home, part) => Reflect.get(Object(home), part), page() as unknown)
    if (typeof found === 'function') return found(...args)
    return name === 'on' ? () => {} : noPage()
  }
}

function createHandle(): Svc {
  const members = METHODS.map((name) => [name, member(name)] as const)
  const inRoom = (isInside: boolean) => members.filter(([name]) => name.includes('.') === isInside)
  const read = (name: string) => page()?.[name]
  const agent = Object.defineProperty(
    Object.fromEntries(inRoom(true).map(([name, call]) => [name.replace('agent.', ''), call])),
    'conversationId',
    { get: () => Reflect.get(Object(read('agent')), 'conversationId') },
  )
  return Object.defineProperties(
    { ...Object.fromEntries(inRoom(false)), agent },
    {
      version: { get: () => read('version') },
      user: { get: () => read('user') },
      ready: { get: () => read('ready') ?? noPage() },
    },
  ) as unknown as Svc
}

/**
 * `window.svc` for a bundled application. Importing it does nothing; the first call puts the object on the page, which keeps calls
 * until the tag has been loaded. Where there is no `window` calls do nothing, and promises reject.
 *
 * @example
 * import { svc } from 'svc-tag'
 * svc.track('cart', { pid: 'sku-7', qty: 2 })
 */
export const svc: Svc = /* @__PURE__ */ createHandle()

/**
 * Loads the tag with its settings, once however often it is called; does nothing where there is no `window`.
 *
 * A page with a script element of the tag needs no call of this.
 *
 * @example
 * loadTag({ src: '/svc/svc.js' }, { siteKey: 'SITE', trackerUrl: 'https://tracker.example' })
 */
export function loadTag(
  { src, nonce, integrity }: TagScript,
  settings: Parameters<Svc['init']>[0],
) {
  if (isLoading || typeof window === 'undefined') return
  isLoading = true
  svc.init(settings)
  const script = document.createElement('script')
  script.async = true
  if (nonce) script.nonce = nonce
  if (integrity) {
    script.crossOrigin = 'anonymous'
    script.integrity = integrity
  }
  script.src = src as string
  document.head.append(script)
}
