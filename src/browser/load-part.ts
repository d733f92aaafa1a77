import { schedule } from './clock'
import { documentValue, queryAll } from './dom'
import { attempt, guard, warnOnce } from './guard'
import { listen, onStop } from './listen'
import { inTime, NativePromise } from './tabs'

declare const __BUILD__: string
/** The names of the parts' files. */
declare const __PARTS__: readonly string[]
/** What parts import from `svc.js`: the build makes it a CommonJS module. */
declare const exports: object

/** The scripts in the directory of `svc.js`, by the name of their module in `src/parts`. */
export type PartName =
  | 'agent-tools'
  | 'calls'
  | 'cart-answer'
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
 * A part publishes itself on its own script element, so that the page's `window` stays unchanged: its build, the files of the parts that it
 * imports, and the CommonJS module that runs with what they and `svc.js` export.
 */
type PartElement = HTMLScriptElement & {
  svcPart?: readonly [build: string, needs: readonly string[], run: RunPart]
}

type RunPart = (exports: { open?: unknown }, require: (file: string) => object) => void

/** Pause after a failed load, doubled with each further failure. A phone that changes networks is briefly offline. */
const RETRY_MS = 2_000
const LONGEST_RETRY_MS = 300_000

/**
 * The tag's own script element. A module, an optimizer that evaluates the text, or a bundle has no `currentScript`, or another script's; the
 * element is then found by its attributes.
 */
const ownScript = attempt(() => {
  const running: unknown = documentValue('currentScript')
  const script = running instanceof HTMLScriptElement ? running : undefined
  if (script?.dataset.siteKey !== undefined) return script
  const [marked] = queryAll(document, 'script[data-site-key][data-tracker-url]')
  return marked instanceof HTMLScriptElement ? marked : script
})

/** The `data-` attributes of the tag's own script element, as they were when it ran. */
export const scriptAttributes: Readonly<Record<string, string | undefined>> = {
  ...ownScript?.dataset,
}

/** What each part exports, by its file. */
const loads = new Map<string, Promise<{ open?: unknown }>>()

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

/** Loads a file and removes its script element. Resolves with `undefined` if it could not be loaded. */
const loadOnce = (file: string) =>
  new NativePromise<PartElement['svcPart']>((resolve) => {
    const script = Document.prototype.createElement.call(document, 'script') as PartElement
    const { src, nonce, crossOrigin } = ownScript ?? script
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

async function load(file: string, isLast = false): Promise<{ open?: unknown }> {
  // Not `catch`, which a page may have broken.
  const [build, needs = [], run] = (await loadOnce(file).then(undefined, () => undefined)) ?? []
  if (run && build === __BUILD__) {
    const needed = new Map<string, object>()
    for (const need of needs) needed.set(`./${need}`, await loadFile(need))
    const part = {}
    run(part, (path) => needed.get(path) ?? exports)
    return part
  }
  if (isLast)
    throw new Error(`${file} could not be loaded from beside svc.js, or is of another build`)
  await new NativePromise<void>((resolve) => schedule(resolve, RETRY_MS))
  return load(file, true)
}

/** Loads a file once, and again after it could not be loaded. */
function loadFile(file: string) {
  const known = loads.get(file)
  if (known) return known
  const started = load(file)
  loads.set(file, started)
  started.then(undefined, () => loads.delete(file))
  return started
}

/**
 * Loads a part from the directory of `svc.js`, once, and resolves with what it opens. The name of its file contains the hash of its content,
 * so it may be cached forever and differs in every release.
 *
 * The script element gets the nonce and `crossorigin` of the tag's own, and its hash from
 * `data-integrity` ([SRI](https://www.w3.org/TR/SRI/)). The part must come from the same build.
 *
 * @throws Error (as a rejection) that names the file, after one retry. A later call tries again.
 */
export const loadPart = (part: PartName): Promise<unknown> =>
  loadFile(__PARTS__.find((file) => file.startsWith(`svc-${part}.`)) as string).then(
    ({ open }) => open,
  )

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

/** Opens a part for something that goes on without it after three seconds; the part then still opens when it comes. */
export const awaitPart = (part: PartName) => inTime(openPart(part))
