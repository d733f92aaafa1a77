import type { NewEvent } from '../store/stored-event.ts'
import { described } from './checks.ts'
import { isKnownElsewhere, isObject, type JsonObject, noteOnAction } from './field-checks.ts'
import { type Findings, rules } from './payload-rules.ts'
import { METHOD, readParameters } from './tracker-parameters.ts'

const MAX_REASONS = 12

/**
 * Parses a tracker request. Everything that the contract does not allow gives a reason, and every field that it
 * defines elsewhere gives a note.
 */
export function readEvent(query: string, siteKey: string): NewEvent {
  const { parameters, reasons, notes } = readParameters(query)
  const { action, uid, t, SvcKey, data } = parameters
  const payload = data === '' ? nothing : checkedPayload(data, action)
  const all = [
    ...reasons,
    ...(SvcKey === '' || SvcKey === siteKey ? [] : [foreignKey(SvcKey, siteKey)]),
    ...payload.reasons,
  ]
  return {
    site: SvcKey,
    action,
    uid,
    t,
    data: payload.object ?? null,
    reasons: bounded(all),
    notes: bounded([...notes, ...payload.notes]),
    query,
  }
}

const foreignKey = (given: string, siteKey: string) =>
  `SvcKey must be the key of this site, ${siteKey}, but is ${described(given)}.`

interface CheckedPayload extends Findings {
  readonly object?: JsonObject
}

const nothing: CheckedPayload = { reasons: [], notes: [] }

function checkedPayload(data: string, action: string): CheckedPayload {
  const payload = readPayload(data)
  if ('reason' in payload) return { ...nothing, reasons: [payload.reason] }
  const { object } = payload
  const rule = rules.get(action)
  if (rule) return { object, ...rule(object) }
  if (isKnownElsewhere(action)) return { object, reasons: [], notes: [noteOnAction(action)] }
  const known = [...rules.keys()].join(', ')
  const reasons =
    action === '' ? [] : [`action must be one of ${known}, but is ${described(action)}.`]
  return { ...nothing, object, reasons }
}

function bounded(reasons: readonly string[]): readonly string[] {
  if (reasons.length <= MAX_REASONS) return reasons
  return [...reasons.slice(0, MAX_REASONS), `And ${reasons.length - MAX_REASONS} reasons more.`]
}

/** Twice the depth of the deepest payload in the contract. */
const MAX_DEPTH = 10

/** The `data` of a request: an object, or the reason why it is not one. */
export type Payload = { readonly object: JsonObject } | { readonly reason: string }

/** Parses the text of `data`. Never throws, and rejects excessive nesting before parsing. */
function readPayload(text: string): Payload {
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

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '{' || token === '[') deepest = Math.max(deepest, ++depth)
    if (token === '}' || token === ']') depth -= 1
  }
  return deepest
}

/** The vendor's name for a parameter in the contract. */
const OTHER_NAMES: Readonly<Record<string, string>> = { UnbxdKey: 'SvcKey' }

/**
 * The query string of an event that the vendor's assistant sends by POST: `data`, `uid` and `t` come from a JSON
 * body, the others from the query. `undefined` if the body has another form.
 */
export function postedQuery(query: string, body: unknown): string | undefined {
  const payload = typeof body === 'string' ? readPayload(body) : undefined
  if (!payload || !('object' in payload) || !isObject(payload.object.data)) return undefined
  const { data, ...event } = payload.object
  const pairs = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query))
    pairs.set(OTHER_NAMES[name] ?? name, value)
  for (const name of ['action', 'uid', 't']) {
    const value = event[name]
    if (typeof value === 'string') pairs.set(name, value)
  }
  pairs.set('data', JSON.stringify(data)).set(METHOD, 'POST')
  return [...pairs]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
}
