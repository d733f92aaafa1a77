import { type JournalEntry, keyOf } from '../../send/journal-entry'
import type { EventId } from '../../wire/brand'
import type { Action, TrackerEvent } from '../../wire/tracker-event'

const TEXTS =
  /^(url|referrer|visit_type|visitId|ver|seq|query|page|page_type|pid|qty|price|variantId|requestId)$/

const isText = (value: unknown) => typeof value === 'string'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether a member of a payload has the type that its name asks for. */
function isMember([name, value]: readonly [string, unknown]): boolean {
  if (TEXTS.test(name)) return isText(value)
  if (name === 'pids_list') return Array.isArray(value) && value.every(isText)
  return /^(products|facets)$/.test(name) && isObject(value)
}

/** Checks a stored record, which any script of the site may have written; `undefined` for what the tag would not store. */
export function parseEntry(stored: unknown): JournalEntry | undefined {
  const { v, key, event, until, size } = (stored ?? {}) as Partial<JournalEntry>
  const { action, t, uid, data } = (event ?? {}) as Partial<TrackerEvent>
  const isSound =
    v === 1 &&
    isText(t) &&
    isText(uid) &&
    key === keyOf({ action: action as Action, t: t as EventId }) &&
    /^[0-6]\d/.test(key) &&
    isObject(data) &&
    !Array.isArray(data) &&
    isText(data.url) &&
    Object.entries(data).every(isMember) &&
    Number(until) >= 0 &&
    Number(size) > 0
  return isSound ? (stored as JournalEntry) : undefined
}
