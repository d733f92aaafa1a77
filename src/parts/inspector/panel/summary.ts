import type { Action, ActionData, FacetChange, FacetValue } from '../../../wire/tracker-event'
import type { EventLogEntry } from '../../calls/event-history'
import { type Outcome, outcomeOf, type SessionEntry } from './session'

const format = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  fractionalSecondDigits: 3,
} as Intl.DateTimeFormatOptions)

/** The time of day to the millisecond, in the format of the locale. */
export const timeOfDay = (at: number): string => format.format(at)

/** Quotes for a shell: nothing inside single quotes is special, and a quote itself is written outside of them. */
const quoted = (text: string) => `'${text.replace(/'/g, String.raw`'\''`)}'`

/** The same GET as a command line that can be pasted into a shell. */
export const curlOf = (url: string): string => `curl -i ${quoted(url)}`

/** Which lines are shown. */
export interface Filter {
  /** `undefined` for all. */
  readonly outcome: Outcome | undefined
  /** Words that must all occur in the line, in any order. */
  readonly words: string
}

/** The searched text: the line as shown, and every value of its payload. */
const haystack = (entry: SessionEntry): string =>
  [
    entry.action,
    entry.action && actionNames[entry.action],
    summaryOf(entry),
    listNameOf(entry),
    reasonOf(entry),
    entry.t,
    JSON.stringify(entry.event?.data ?? entry.data),
  ]
    .join(' ')
    .toLowerCase()

/** The lines that pass the filter, in the given order. */
export function filtered(entries: readonly SessionEntry[], filter: Filter): SessionEntry[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    if (filter.outcome && outcomeOf(entry) !== filter.outcome) return false
    if (words.length === 0) return true
    const text = haystack(entry)
    return words.every((word) => text.includes(word))
  })
}

/** How many lines have each outcome. */
export function countsOf(entries: readonly SessionEntry[]): Readonly<Record<Outcome, number>> {
  const counts = { waiting: 0, sent: 0, withheld: 0, ignored: 0, dropped: 0 }
  for (const entry of entries) counts[outcomeOf(entry)] += 1
  return counts
}

/** The actions in everyday words. */
export const actionNames: Readonly<Record<Action, string>> = {
  visitor: 'Visitor',
  search: 'Search',
  PRODUCT_IMPRESSIONS: 'Impressions',
  click: 'Click',
  facets: 'Facets',
  cart: 'Cart',
  order: 'Order',
}

/** `1 error`, `2 errors` */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const MOST_IDS = 3

/** `24 products: 101, 102, 103 …` */
const manyText = (noun: string, ids: readonly unknown[]) =>
  `${counted(ids.length, noun)}: ${ids.slice(0, MOST_IDS).join(', ')}${ids.length > MOST_IDS ? ' …' : ''}`

const values = (sign: string, chosen: readonly FacetValue[] = []) =>
  chosen.map(({ val }) => sign + val)

const facetText = ([name, { selected, deselected }]: readonly [string, FacetChange]) =>
  [name, ...values('+', selected), ...values('−', deselected)].join(' ')

const facetsText = ({ facets }: ActionData['facets']) =>
  'unxFacetsReset' in facets
    ? 'all cleared'
    : Object.entries(facets as Readonly<Record<string, FacetChange>>)
        .map(facetText)
        .join(', ')

const texts: { readonly [A in Action]: (data: ActionData[A]) => string } = {
  visitor: () => 'a visit began',
  search: ({ query }) => `“${query}”`,
  PRODUCT_IMPRESSIONS: ({ pids_list }) =>
    pids_list.length === 1 ? String(pids_list[0]) : manyText('product', pids_list),
  click: ({ pid }) => pid,
  facets: facetsText,
  cart: ({ pid, qty }) => `${qty} × ${pid}`,
  order: (order) =>
    'products' in order
      ? manyText(
          'line',
          order.products.map(({ pid }) => pid),
        )
      : `${order.qty} × ${order.pid}`,
}

/** The event's own list, else the one it was attributed to, as its page names it; empty if there is none. */
export function listNameOf({ data, list }: Pick<EventLogEntry, 'data' | 'list'>): string {
  const { query, page, pids_list } = (data ?? {}) as Partial<Record<string, string>>
  if (page !== undefined) return page
  if (list) return 'query' in list ? `“${list.query}”` : list.page
  return pids_list && query !== undefined ? `“${query}”` : ''
}

/** The subject of a line in a few words: the product, the search text or the number of products. */
export function summaryOf(entry: Pick<EventLogEntry, 'action' | 'data' | 'event'>): string {
  const { action, data } = entry.event ?? entry
  return action && data ? (texts[action] as (data: unknown) => string)(data) : ''
}

/** Why nothing was sent, or what the event waits for. */
export const reasonOf = ({ reason, answer, state }: EventLogEntry): string =>
  reason ?? (state === 'retrying' ? `${answer}; will be retried` : '')
