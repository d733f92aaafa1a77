import { isObject } from './field-checks.ts'
import { readPayload } from './payload.ts'
import { METHOD } from './tracker-parameters.ts'

/** The vendor's name for a parameter of the contract. */
const OTHER_NAMES: Readonly<Record<string, string>> = { UnbxdKey: 'SvcKey' }

/**
 * The query string of an event that the vendor's assistant sends by POST: `data`, `uid` and `t` are
 * in a JSON body, the others in the query. `undefined` when the body is no such object.
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
