import { type JournalEntry, keyOf, type RawRecord } from '../../send/journal-entry'
import type { EventId } from '../../wire/brand'
import { getOwn } from '../../wire/get-own'
import type { Action, TrackerEvent } from '../../wire/tracker-event'

/*
 * Any script of the site can write what is stored, and what is stored outlives it: so it is checked as calls are.
 */

const isText = (value: unknown) => typeof value === 'string'

const isNumber = (value: unknown) => Number.isFinite(value)

/** Members of a payload that are lists or objects; all others are texts. */
const isMember = ([name, value]: readonly [string, unknown]): boolean => {
  if (name === 'pids_list') return isListOf(isText, value)
  if (name === 'products') return isListOf(isLine, value)
  return name === 'facets' ? isFacets(value) : TEXTS.test(name) && isText(value)
}

const TEXTS =
  /^(url|referrer|visit_type|visitId|ver|seq|query|page|page_type|pid|qty|price|variantId|requestId)$/

/** Own members that an action cannot do without, as a text of their names. An order has its lines flat or as a list. */
const NEEDED: Readonly<Record<Action, string>> = {
  visitor: '',
  search: 'query',
  PRODUCT_IMPRESSIONS: 'pids_list',
  click: 'pid',
  facets: 'facets',
  cart: 'pid qty',
  order: 'pid qty price',
}

const isListOf = (isItem: (item: unknown) => boolean, value: unknown) =>
  Array.isArray(value) && value.every(isItem)

/** Whether all own members of an object are as they have to be; `false` for anything but a plain object. */
const hasOnly = (
  isSound: (member: readonly [string, unknown]) => boolean,
  value: unknown,
): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(isSound)

const has = (names: string, value: unknown) =>
  names.split(' ').every((name) => !name || getOwn(value, name) !== undefined)

const isLine = (line: unknown): boolean =>
  has(NEEDED.order, line) &&
  hasOnly(([name, value]) => /^(pid|qty|price|variantId)$/.test(name) && isText(value), line)

const isFacetValue = (value: unknown) =>
  hasOnly(([name, text]) => /^(prank|val)$/.test(name) && isText(text), value)

const isFacet = (facet: unknown) =>
  hasOnly(
    ([name, value]) =>
      name === 'prank'
        ? isText(value)
        : /^(de)?selected$/.test(name) && isListOf(isFacetValue, value),
    facet,
  )

const isFacets = (facets: unknown) =>
  hasOnly(([name, value]) => (name === 'unxFacetsReset' ? value === true : isFacet(value)), facets)

/** Checks a stored record; `undefined` for what the tag would not store. Its size is not believed, but computed when it is taken. */
export function parseEntry(stored: unknown): JournalEntry | undefined {
  const { v, key, event, until, size, silentMs = 0 } = (stored ?? {}) as Partial<JournalEntry>
  const { action, t, uid, data } = (event ?? {}) as Partial<TrackerEvent>
  const isSound =
    v === 1 &&
    isText(t) &&
    isText(uid) &&
    key === keyOf({ action: action as Action, t: t as EventId }) &&
    /^[0-6]\d+\|[\d.e-]+$/.test(key) &&
    hasOnly(isMember, data) &&
    has('url referrer visit_type visitId', data) &&
    (has(NEEDED[action as Action], data) || (action === 'order' && has('products', data))) &&
    isNumber(until) &&
    isNumber(size) &&
    isNumber(silentMs)
  return isSound ? (stored as JournalEntry) : undefined
}

/** Whether what an earlier page kept for a part names one, and when and where it happened: the part checks the rest. */
export function isRawRecord({ part, content }: Partial<RawRecord>): boolean {
  const page = getOwn(content, 'page')
  return (
    // Any other name would be a script that the page loads.
    (part === 'svc-calls.js' || part === 'svc-orders.js') &&
    isNumber(getOwn(content, 'at')) &&
    has('url referrer', page) &&
    hasOnly(([name, value]) => /^(url|referrer)$/.test(name) && isText(value), page)
  )
}

/** The `t` in a key. */
export const idIn = (key: string): EventId => key.slice(1) as EventId
