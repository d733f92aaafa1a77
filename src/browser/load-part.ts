import { schedule } from './clock'
import { documentValue } from './globals'
import { attempt, guard } from './guard'
import { warnOnce } from './warn-once'

declare const __BUILD__: string

/**
 * A part leaves its build and a function on its own script element, so that the page's `window` stays as it was. The function takes what
 * the part uses of the first file, and returns what opens the part.
 */
type PartElement = HTMLScriptElement & {
  svcPart?: readonly [build: string, create: (internals: readonly unknown[]) => unknown]
}

/** Pause after a failed load: a phone that changes its network has none for a moment. */
const RETRY_MS = 2_000

const own = (() => {
  const script: unknown = documentValue('currentScript')
  return script instanceof HTMLScriptElement ? script : undefined
})()

/** The `data-` attributes of the tag's own script element, as they were when it ran. */
export const scriptAttributes: Readonly<Record<string, string | undefined>> = { ...own?.dataset }

let internals: () => readonly unknown[] = () => []

/** Sets what parts get of the first file. */
export const useInternals = (list: typeof internals) => {
  internals = list
}

const loads = new Map<string, Promise<unknown>>()

interface UrlPolicy {
  readonly createScriptURL: (url: string) => string
}

let policy: UrlPolicy | undefined

/**
 * The [Trusted Types](https://w3c.github.io/trusted-types/dist/spec/) policy `svc-tag`. A page that lists its policies has to list it;
 * otherwise the plain URL is tried.
 */
function urlPolicy(): UrlPolicy {
  const rules: UrlPolicy = { createScriptURL: (url) => url }
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy: (name: string, rules: UrlPolicy) => UrlPolicy }
  }
  policy ??= attempt(() => trustedTypes?.createPolicy('svc-tag', rules)) ?? rules
  return policy
}

/** The browser's own, where a page has replaced `Promise`. */
const NativePromise = (async () => {})().constructor as PromiseConstructor

/** Loads a file once and leaves nothing in the page. Settles with `undefined` if it could not be loaded. */
const loadOnce = (file: string) =>
  new NativePromise<PartElement['svcPart']>((resolve) => {
    const script = Document.prototype.createElement.call(document, 'script') as PartElement
    const { src, nonce, crossOrigin } = own ?? script
    const { integrity } = scriptAttributes
    script.onload = script.onerror = () => {
      script.onload = script.onerror = null
      // A page may have broken it.
      attempt(() => script.remove())
      resolve(script.svcPart)
    }
    script.nonce = nonce
    script.crossOrigin = crossOrigin
    if (integrity) script.integrity = JSON.parse(integrity)[file] ?? ''
    script.src = urlPolicy().createScriptURL(new URL(file, src).href)
    documentValue('head').append(script)
  })

async function load(file: string, isLast = false): Promise<unknown> {
  // Not by `catch`: a page may have broken it.
  const part = await loadOnce(file).then(undefined, () => undefined)
  if (part?.[0] === __BUILD__) return part[1](internals())
  if (isLast) {
    loads.delete(file)
    throw new Error(`${file} could not be loaded, or is of another version`)
  }
  await new NativePromise<void>((resolve) => schedule(resolve, RETRY_MS))
  return load(file, true)
}

/**
 * Loads a part from beside `svc.js`, once, and settles with what it opens.
 *
 * The part gets the nonce and `crossorigin` of the tag's script element, and its hash from `data-integrity`
 * ([SRI](https://www.w3.org/TR/SRI/)). It must be of the same build.
 *
 * @throws Error (as a rejection) that names the file, after one more try. A later call tries again.
 */
export function loadPart(file: string): Promise<unknown> {
  const started = loads.get(file) ?? load(file)
  loads.set(file, started)
  return started
}

/** Loads a part and hands what it opens to a guarded task. A part that does not come is one warning; the page goes on without it. */
export const withPart = <Opened>(file: string, task: (opened: Opened) => void) =>
  loadPart(file).then(guard(task as (opened: unknown) => void), (error: Error) =>
    warnOnce(error.message),
  )

/** Loads a part and opens it. */
export const openPart = (file: string) => withPart<() => void>(file, (open) => open())
