import { schedule } from './clock'
import { documentValue } from './dom'
import { attempt, guard, warnOnce } from './guard'
import { listen, onStop } from './listen'

declare const __BUILD__: string
declare const __PARTS__: Readonly<Record<string, string>>

/** The scripts in the directory of `svc.js`, by the name of their module in `src/parts`. */
export type PartName =
  | 'agent-tools'
  | 'calls'
  | 'clients'
  | 'components'
  | 'consent'
  | 'datalayer'
  | 'facets'
  | 'filters'
  | 'inspector'
  | 'list-memory'
  | 'long-lists'
  | 'map'
  | 'recovery'
  | 'shadow'

/**
 * A part publishes its build and a function on its own script element, so that the page's `window` stays unchanged. The function takes what
 * the part uses of the first file and returns what opens the part.
 */
type PartElement = HTMLScriptElement & {
  svcPart?: readonly [build: string, create: (internals: readonly unknown[]) => unknown]
}

/** Pause after a failed load, doubled with each further failure. A phone that changes networks is briefly offline. */
const RETRY_MS = 2_000
const LONGEST_RETRY_MS = 300_000

const own = (() => {
  const script: unknown = documentValue('currentScript')
  return script instanceof HTMLScriptElement ? script : undefined
})()

/** The `data-` attributes of the tag's own script element, as they were when it ran. */
export const scriptAttributes: Readonly<Record<string, string | undefined>> = { ...own?.dataset }

/** The functions of the first file that parts receive. `tag.ts` sets it. */
export const partHooks = { internals: (): readonly unknown[] => [] }

const loads = new Map<PartName, Promise<unknown>>()

/** The file of a part. Its name contains the hash of its content, so it may be cached forever and differs in every release. */
const fileOf = (part: PartName): string => `svc-${part}.${__PARTS__[part]}.js`

interface UrlPolicy {
  readonly createScriptURL: (url: string) => string
}

let policy: UrlPolicy | undefined

/**
 * The [Trusted Types](https://w3c.github.io/trusted-types/dist/spec/) policy `svc-tag`. A page that
 * restricts policy names must allow it; otherwise the plain URL is tried.
 */
function urlPolicy(): UrlPolicy {
  const rules: UrlPolicy = { createScriptURL: (url) => url }
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy: (name: string, rules: UrlPolicy) => UrlPolicy }
  }
  policy ??= attempt(() => trustedTypes?.createPolicy('svc-tag', rules)) ?? rules
  return policy
}

/** The browser's own promise, even if the page has replaced `Promise`. */
const NativePromise = (async () => {})().constructor as PromiseConstructor

/** Loads a file and removes its script element. Resolves with `undefined` if it could not be loaded. */
const loadOnce = (file: string) =>
  new NativePromise<PartElement['svcPart']>((resolve) => {
    const script = Document.prototype.createElement.call(document, 'script') as PartElement
    const { src, nonce, crossOrigin } = own ?? script
    const { integrity } = scriptAttributes
    script.onload = script.onerror = () => {
      script.onload = script.onerror = null
      // A page may have broken `remove`.
      attempt(() => script.remove())
      resolve(script.svcPart)
    }
    script.nonce = nonce
    script.crossOrigin = crossOrigin
    if (integrity) script.integrity = JSON.parse(integrity)[file] ?? ''
    script.src = urlPolicy().createScriptURL(new URL(file, src).href)
    documentValue('head').append(script)
  })

async function load(part: PartName, isLast = false): Promise<unknown> {
  const file = fileOf(part)
  // Not `catch`, which a page may have broken.
  const loaded = await loadOnce(file).then(undefined, () => undefined)
  if (loaded?.[0] === __BUILD__) return loaded[1](partHooks.internals())
  if (isLast) {
    loads.delete(part)
    throw new Error(`${file} could not be loaded from beside svc.js, or is of another build`)
  }
  await new NativePromise<void>((resolve) => schedule(resolve, RETRY_MS))
  return load(part, true)
}

/**
 * Loads a part from the directory of `svc.js`, once, and resolves with what it opens.
 *
 * The script element gets the nonce and `crossorigin` of the tag's own, and its hash from
 * `data-integrity` ([SRI](https://www.w3.org/TR/SRI/)). The part must come from the same build.
 *
 * @throws Error (as a rejection) that names the file, after one retry. A later call tries again.
 */
export function loadPart(part: PartName): Promise<unknown> {
  const started = loads.get(part) ?? load(part)
  loads.set(part, started)
  return started
}

/** Runs a task once: after a pause (ms), or as soon as the browser has a network again. */
function runLater(task: () => void, pauseMs: number) {
  const end = () => {
    cancel()
    stopListening()
  }
  const run = () => {
    end()
    task()
  }
  const cancel = schedule(run, pauseMs)
  const stopListening = listen(window, 'online', run)
  onStop(end)
}

/**
 * Loads a part and passes what it opens to a guarded task. If the part cannot be loaded, the console shows one warning and the page
 * continues without it. It is tried again when the network is back, and after pauses that double up to five minutes.
 *
 * @returns Settles after the first attempt: with `true` when the task has run.
 */
export const withPart = <Opened>(
  part: PartName,
  task: (opened: Opened) => void,
  pauseMs = 2 * RETRY_MS,
): Promise<boolean> =>
  loadPart(part).then(
    (opened) => {
      guard(task)(opened as Opened)
      return true
    },
    (error: Error) => {
      warnOnce(error.message)
      runLater(() => void withPart(part, task, Math.min(2 * pauseMs, LONGEST_RETRY_MS)), pauseMs)
      return false
    },
  )

/** Loads a part and opens it. */
export const openPart = (part: PartName) => withPart<() => void>(part, (open) => open())
