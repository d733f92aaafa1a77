import type { NewEvent } from '../store/stored-event.ts'
import { described } from './checks.ts'
import type { JsonObject } from './field-checks.ts'
import { isKnownElsewhere, noteOnAction } from './known-elsewhere.ts'
import { readPayload } from './payload.ts'
import { type Findings, rules } from './payload-rules.ts'
import { readParameters } from './tracker-parameters.ts'

/** More reasons than these say nothing new about one event. */
const MAX_REASONS = 12

/**
 * Reads one tracker request, with a reason for everything that the contract does not allow, and a
 * note for what it has elsewhere.
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
