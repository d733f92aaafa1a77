import type { StoredEvent } from 'svc-tag-service'
import { type Fields, itemsOf, objectOf, textIn } from '../unknown-data.ts'

/** One stored event, from which facts are derived. */
export type FactSource = Pick<
  StoredEvent,
  'id' | 'action' | 'uid' | 'visitId' | 't' | 'data' | 'isGood' | 'reasons' | 'receivedAt'
>

/** One step of one product. */
export interface ProductFact {
  readonly step: 'shown' | 'clicked' | 'added' | 'ordered'
  readonly pid: string
  readonly units: number
  /** The price times the number of units, in millionths. */
  readonly micros: number
}

/** A facet value that was selected or deselected; a reset has neither facet nor value. */
export interface FacetFact {
  readonly kind: 'selected' | 'deselected' | 'reset'
  readonly facet: string
  readonly value: string
}

/** The facts of one event, in rows of bounded size. */
export type EventFacts = ReturnType<typeof factsOf>

const MAX_TEXT = 200

/** The maximum number of rows for one event; a page of results has at most a hundred products. */
const MAX_ROWS = 500

const MILLIONTHS = 1e6

/** Derives the facts of an event. A bad event has no products and no facets. */
export function factsOf(source: FactSource) {
  const data = objectOf(source.data)
  const event = eventFact(source, data)
  const products = source.isGood ? productFacts(source.action, data) : []
  const isFacets = source.isGood && source.action === 'facets'
  const facets = isFacets ? facetFacts(objectOf(data.facets)) : []
  return { event, products: products.slice(0, MAX_ROWS), facets: facets.slice(0, MAX_ROWS) }
}

function eventFact(source: FactSource, data: Fields) {
  const { action, uid, visitId, isGood, reasons } = source
  return {
    /** Epoch milliseconds by the page's clock; by the service's clock if `t` cannot be parsed. */
    at: momentOf(source),
    action: cut(action),
    isGood,
    isAgent: data.actor === 'agent',
    /** For an event without a visit, the user id. */
    visit: cut(visitId || uid),
    uid,
    /** `query:…` or `page:…`; empty for an event without a list. */
    list: listOf(data),
    requestId: cut(textIn(data.requestId)),
    isEmpty: action === 'PRODUCT_IMPRESSIONS' && itemsOf(data.pids_list).length === 0,
    /** For a bad event, the first reason without the quoted value, and the path of the page. */
    reason: isGood ? '' : kindOf(reasons[0] ?? ''),
    page: isGood ? '' : pathOf(textIn(data.url)),
  }
}

function momentOf({ t, receivedAt }: FactSource): number {
  const [milliseconds] = /^\d{1,15}(?=\|)/.exec(t) ?? []
  return milliseconds === undefined ? receivedAt : Number(milliseconds)
}

function listOf({ page, query }: Fields): string {
  if (typeof page === 'string') return `page:${cut(page)}`
  return typeof query === 'string' ? `query:${cut(query)}` : ''
}

function productFacts(action: string, data: Fields): ProductFact[] {
  switch (action) {
    case 'PRODUCT_IMPRESSIONS':
      return itemsOf(data.pids_list).map((pid) => productFact('shown', { pid }))
    case 'click':
      return [productFact('clicked', data)]
    case 'cart':
      return [productFact('added', data)]
    case 'order':
      return orderLines(data).map((line) => productFact('ordered', line))
    default:
      return []
  }
}

const orderLines = (data: Fields): readonly Fields[] =>
  data.products === undefined ? [data] : itemsOf(data.products).map(objectOf)

function productFact(step: ProductFact['step'], { pid, qty, price }: Fields): ProductFact {
  const units = step === 'added' || step === 'ordered' ? Number(qty) || 0 : 0
  const micros = step === 'ordered' ? Math.round((Number(price) || 0) * MILLIONTHS) * units : 0
  return { step, pid: cut(textIn(pid)), units, micros }
}

function facetFacts(facets: Fields): FacetFact[] {
  if (facets.unxFacetsReset !== undefined) return [{ kind: 'reset', facet: '', value: '' }]
  return Object.entries(facets).flatMap(([facet, change]) =>
    (['selected', 'deselected'] as const).flatMap((kind) =>
      itemsOf(objectOf(change)[kind]).map((chosen) => ({
        kind,
        facet: cut(facet),
        value: cut(textIn(objectOf(chosen).val)),
      })),
    ),
  )
}

/** A reason without its quoted value and list position, so that similar reasons are counted together. */
const kindOf = (reason: string): string =>
  cut(reason.replace(/, but (is|begins) .*$/s, '.').replace(/\[\d+\]/g, '[…]'))

const pathOf = (url: string): string => (URL.canParse(url) ? cut(new URL(url).pathname) : '')

const cut = (text: string): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text
