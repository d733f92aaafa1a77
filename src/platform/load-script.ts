import type { Clock } from './clock'

/**
 * Loads a script that stands beside the tag's own, once, and settles with what it hands over.
 *
 * Rejects when the script could not be loaded, after two more tries; a later call tries again.
 */
export type LoadScript = (file: string) => Promise<unknown>

/** A script leaves what it hands over on its own element, so that the page's `window` stays as it was. */
type Handing = HTMLScriptElement & { handedOver?: unknown }

/** After each try: while a phone changes its network, none comes through. */
const PAUSES_MS = [1_000, 3_000, 0]

/** The element of the script that is being run; to be asked while it is, and of a classic script. */
export function readOwnScript(): HTMLScriptElement | undefined {
  // Asked of the prototype: on the document itself an image that is named `currentScript` stands in for it.
  const script: unknown = Reflect.get(Document.prototype, 'currentScript', document)
  return script instanceof HTMLScriptElement ? script : undefined
}

/** For a script that is loaded so, at its top level: gives the value to whoever loads it. */
export function handOver(value: unknown) {
  const script: Handing | undefined = readOwnScript()
  if (script) script.handedOver = value
}

interface UrlRules {
  readonly createScriptURL: (file: string) => string
}

/**
 * The rules as a [Trusted Types](https://w3c.github.io/trusted-types/dist/spec/) policy, where there are any. A page that
 * names the policies it allows has to name `svc-tag`; else the plain URL is tried, for which it may have a default policy.
 */
function openPolicy(rules: UrlRules): UrlRules {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy: (name: string, rules: UrlRules) => UrlRules }
  }
  try {
    return trustedTypes?.createPolicy('svc-tag', rules) ?? rules
  } catch {
    return rules
  }
}

/**
 * @param own - The tag's own script element: its address, the nonce by which a content security policy knows it, and in
 *   `data-integrity` the [hashes](https://www.w3.org/TR/SRI/) of the files beside it that the browser is to check: JSON, by file name.
 */
export function createLoader(
  own: HTMLScriptElement | undefined,
  schedule: Clock['schedule'],
): LoadScript {
  const loads: Record<string, Promise<unknown>> = {}
  let policy: UrlRules | undefined

  /** Leaves nothing in the page. Settles with nothing for a page that says sorry, too. */
  const tryOnce = (file: string) =>
    new Promise<unknown>((resolve) => {
      const script: Handing = document.createElement('script')
      const { src, nonce, crossOrigin, dataset } = own ?? script
      policy ??= openPolicy({ createScriptURL: (name) => new URL(name, src).href })
      script.onload = script.onerror = () => {
        script.remove()
        resolve(script.handedOver)
      }
      script.nonce = nonce
      script.crossOrigin = crossOrigin
      script.integrity = JSON.parse(dataset.integrity ?? '{}')[file] ?? ''
      script.src = policy.createScriptURL(file)
      document.head.append(script)
    })

  async function load(file: string) {
    for (const pauseMs of PAUSES_MS) {
      const handedOver = await tryOnce(file).catch(() => {})
      if (handedOver) return handedOver
      await new Promise<void>((resolve) => schedule(resolve, pauseMs))
    }
    delete loads[file]
    throw new Error(`${file} could not be loaded from beside the tag's own script`)
  }

  return (file) => (loads[file] ??= load(file))
}
