import type { StoredEvent } from 'svc-tag-service'
import { type Fields, itemsOf, objectOf, textIn } from '../unknown-data.ts'

/**
 * Describes an event in a few words: `P1 × 2`, `24 products of “red shoes”`. Empty if there is nothing to say. The
 * payload comes from outside, so every field is checked.
 */
export function summaryOf({ action, data }: Pick<StoredEvent, 'action' | 'data'>): string {
  const fields = objectOf(data)
  return summaries.get(action)?.(fields) ?? ''
}

/** The readable name of an action; the details show the contract's own name. */
export const actionName = (action: string): string =>
  action === 'PRODUCT_IMPRESSIONS' ? 'impressions' : action

const summaries = new Map<string, (data: Fields) => string>(
  Object.entries({
    visitor: ({ visit_type }) =>
      visit_type === 'first_time' ? 'New visitor' : textIn(visit_type) && 'Returning visitor',
    search: (data) => listName(data),
    PRODUCT_IMPRESSIONS: (data) => {
      const seen = itemsOf(data.pids_list).length
      return `${seen === 1 ? '1 product' : `${seen} products`} of ${listName(data)}`
    },
    click: ({ pid }) => textIn(pid),
    facets: ({ facets }) => facetsSummary(objectOf(facets)),
    cart: (data) => lineSummary(data),
    order: (data) => orderSummary(data),
  }),
)

function listName({ query, page }: Fields): string {
  return query === undefined ? pageName(textIn(page)) || 'no list' : `“${textIn(query)}”`
}

/** `categoryPath:"Women>Shoes"` becomes `Women › Shoes`; `brand:"Akira"` becomes `brand: Akira`. */
function pageName(page: string): string {
  const [, field = 'categoryPath', value = page] = /^([\w.-]+):"?(.*?)"?$/s.exec(page) ?? []
  const path = value.split('>').join(' › ')
  return /^categoryPath(Id)?$/.test(field) ? path : `${field}: ${path}`
}

function lineSummary({ pid, qty }: Fields): string {
  return `${textIn(pid)} × ${textIn(qty)}`
}

function orderSummary(data: Fields): string {
  const lines = data.products === undefined ? [data] : itemsOf(data.products).map(objectOf)
  const sum = lines.reduce((total, { qty, price }) => total + Number(qty) * Number(price), 0)
  const products =
    lines.length === 1 && lines[0] ? lineSummary(lines[0]) : `${lines.length} products`
  return Number.isFinite(sum) ? `${products}, ${sum.toFixed(2)} in all` : products
}

function facetsSummary(facets: Fields): string {
  if (facets.unxFacetsReset !== undefined) return 'All facets cleared'
  return Object.entries(facets)
    .map(([name, change]) => {
      const { selected, deselected } = objectOf(change)
      return `${name.replace(/_uFilter$/, '')}: ${[...signed('+', selected), ...signed('−', deselected)].join(' ')}`
    })
    .join(', ')
}

const signed = (sign: string, values: unknown): string[] =>
  itemsOf(values).map((value) => sign + textIn(objectOf(value).val))

/** A visit, with those of its events that are loaded. */
export interface VisitGroup {
  /** Empty for events without a visit. */
  readonly visitId: string
  readonly uid: string
  /** Epoch milliseconds of its first and last event. */
  readonly first: number
  readonly last: number
  /** Its events, oldest first, and the milliseconds since the previous one; 0 for the first. */
  readonly steps: readonly { readonly event: StoredEvent; readonly since: number }[]
}

/** How far a shopper's clock may run ahead. */
const TOLERANCE_MS = 24 * 60 * 60 * 1000

/** When an event happened by the page's clock, or when it arrived if that clock is clearly wrong. */
export function happenedAt({ at, receivedAt }: StoredEvent): number {
  return at > 0 && at <= receivedAt + TOLERANCE_MS ? at : receivedAt
}

/** Groups events by visit: the latest visit first, the earliest event of a visit first. */
export function groupByVisit(events: readonly StoredEvent[]): readonly VisitGroup[] {
  const groups = new Map<string, StoredEvent[]>()
  for (const event of events) {
    const key = JSON.stringify([event.uid, event.visitId])
    groups.set(key, [...(groups.get(key) ?? []), event])
  }
  return [...groups.values()].map(groupOf).sort((one, other) => other.last - one.last)
}

function groupOf(events: readonly StoredEvent[]): VisitGroup {
  const inOrder = [...events].sort((a, b) => happenedAt(a) - happenedAt(b) || a.id - b.id)
  const times = inOrder.map(happenedAt)
  const steps = inOrder.map((event, place) => ({
    event,
    since: place === 0 ? 0 : (times[place] ?? 0) - (times[place - 1] ?? 0),
  }))
  const [{ visitId, uid } = { visitId: '', uid: '' }] = inOrder
  return { visitId, uid, first: times[0] ?? 0, last: times.at(-1) ?? 0, steps }
}
