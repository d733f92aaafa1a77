import type { Action } from '../../wire/tracker-event'
import { fieldsOf, type PageRequest, type Report, type Reports } from './tag-report'

/** One event in the contract's terms, from any sender. */
export interface PixelEvent {
  readonly action: Action
  /** The event's time in ms, a bar and a random decimal. */
  readonly t: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Path of the tracker's pixel; the origin may have a path of its own before it. */
const PIXEL_PATH = /\/v2\/1p\.jpg$/

const ACTION = /^(visitor|search|PRODUCT_IMPRESSIONS|click|facets|cart|order)$/

/** Whether a request goes to a tracker of this contract. */
export const isPixel = (url: string): boolean => PIXEL_PATH.test(new URL(url).pathname)

/**
 * Reads a tracker request of any tag.
 *
 * @returns If the request does not follow the contract, a message that says why.
 */
export function parsePixel(url: string): PixelEvent | string {
  const { searchParams } = new URL(url)
  const action = searchParams.get('action') ?? ''
  if (!ACTION.test(action)) return `action “${action}” is none of the tracker’s`
  const data = parsedObject(searchParams.get('data') ?? '')
  if (!data) return `data of ${action} is no JSON object`
  return { action: action as Action, t: searchParams.get('t') ?? '', data }
}

function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The products of an event. Each product of a batch is a separate report. */
function linesOf(action: Action, data: PixelEvent['data']): readonly object[] {
  if (action === 'PRODUCT_IMPRESSIONS') {
    const pids = listOf(data.pids_list)
    return pids.length ? pids.map((pid) => ({ pid })) : [{}]
  }
  const products = listOf(data.products).map(Object)
  return action === 'order' && products.length ? products : [data]
}

/**
 * Splits an event into reports that can be compared.
 *
 * @param sentAt - When the request was made, in ms; used if `t` holds no time.
 */
export function reportsOfEvent(
  { action, t, ...event }: Omit<PixelEvent, 'data'> & { readonly data: object },
  sentAt: number,
): readonly Report[] {
  const data: PixelEvent['data'] = { ...event.data }
  const isList = action === 'PRODUCT_IMPRESSIONS' || action === 'facets'
  const isNamed = isList || action === 'search'
  return linesOf(action, data).map((line) => ({
    action,
    at: Number.parseInt(t, 10) || sentAt,
    sentAs: action,
    fields: fieldsOf({
      ...line,
      query: isNamed ? data.query : undefined,
      page: isList ? data.page : undefined,
      facets: data.facets ? JSON.stringify(data.facets) : undefined,
    }),
  }))
}

/** Reads tracker requests and ignores others. `at` is when each request was made, in ms. */
export function readPixels(requests: readonly PageRequest[]): Reports {
  const read = requests
    .filter(({ url }) => isPixel(url))
    .map(({ url, at }) => ({ event: parsePixel(url), at }))
  return {
    reports: read.flatMap(({ event, at }) =>
      typeof event === 'string' ? [] : reportsOfEvent(event, at),
    ),
    faults: read.flatMap(({ event }) => (typeof event === 'string' ? [event] : [])),
  }
}
