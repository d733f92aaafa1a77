import type { NewEvent } from '../store/stored-event.ts'
import { described } from './checks.ts'
import { readParameters } from './parameters.ts'
import { readPayload } from './payload.ts'
import { rules } from './rules.ts'

/** More reasons than these say nothing new about one event. */
const MAX_REASONS = 12

/** Reads one tracker request, with a reason for everything that the contract does not allow. */
export function readEvent(query: string, siteKey: string): NewEvent {
  const { parameters, reasons } = readParameters(query)
  const { action, uid, t, SvcKey, data } = parameters
  const payload = data === '' ? { reasons: [] } : checkedPayload(data, action)
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
    query,
  }
}

const foreignKey = (given: string, siteKey: string) =>
  `SvcKey must be the key of this site, ${siteKey}, but is ${described(given)}.`

function checkedPayload(data: string, action: string) {
  const payload = readPayload(data)
  if ('reason' in payload) return { reasons: [payload.reason] }
  const rule = rules.get(action)
  if (rule) return { object: payload.object, reasons: rule(payload.object) }
  const known = [...rules.keys()].join(', ')
  const reasons =
    action === '' ? [] : [`action must be one of ${known}, but is ${described(action)}.`]
  return { object: payload.object, reasons }
}

function bounded(reasons: readonly string[]): readonly string[] {
  if (reasons.length <= MAX_REASONS) return reasons
  return [...reasons.slice(0, MAX_REASONS), `And ${reasons.length - MAX_REASONS} reasons more.`]
}
