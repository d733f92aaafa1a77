import { described } from './checks.ts'
import { isObject, type JsonObject } from './field-checks.ts'

/** Twice what the deepest payload of the contract needs. */
const MAX_DEPTH = 10

/** The `data` of a request: an object, or the one reason why it is none. */
export type Payload = { readonly object: JsonObject } | { readonly reason: string }

/** Reads the text of `data`. Never throws, and never builds what is nested without measure. */
export function readPayload(text: string): Payload {
  if (depthOf(text) > MAX_DEPTH)
    return { reason: `data is nested deeper than ${MAX_DEPTH} levels.` }
  try {
    const object: unknown = JSON.parse(text)
    return isObject(object)
      ? { object }
      : { reason: `data must be an object, but is ${described(object)}.` }
  } catch {
    return { reason: `data is not JSON: it begins with ${described(text)}.` }
  }
}

/** How deep brackets are nested outside texts. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '{' || token === '[') deepest = Math.max(deepest, ++depth)
    if (token === '}' || token === ']') depth -= 1
  }
  return deepest
}
