import { getOwn, priceText, quantityText } from '../wire/fields'
import { listFields, type OrderLineData, orderData } from '../wire/list-and-order'
import { orderRef } from '../wire/order-ref'
import type { ProductId, RawEvent } from '../wire/tracker-event'
import type { FullPixelSettings } from './pixel-settings'
import { plainId, productIds } from './product-ids'
import { isCheckout, type SandboxVariant, type StandardEvent } from './sandbox-api'

/** A shop event translated for the tracker. */
export interface Meaning {
  /** Events to report, in order. Empty for an activity that only keeps the visit alive. */
  readonly events: readonly RawEvent[]
  /** The order, so that it counts only once; if Shopify gives no id, its lines identify it. */
  readonly order?: { readonly id: string; readonly lines: readonly OrderLineData[] }
}

/** The Shopify events that the pixel reads. */
export const EVENT_NAMES = [
  'page_viewed',
  'search_submitted',
  'collection_viewed',
  'product_added_to_cart',
  'checkout_completed',
] as const

/** Reads own members only, because a page may have put anything on a prototype. */
const at = (value: unknown, ...path: readonly string[]): unknown => path.reduce(getOwn, value)

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The products of a list, each once. */
function pids(variants: unknown, { ids }: FullPixelSettings): readonly ProductId[] {
  const found = list(variants).flatMap(
    (variant) => productIds(variant as SandboxVariant | null, ids)?.pid ?? [],
  )
  return [...new Set(found)]
}

function search({ data }: StandardEvent, settings: FullPixelSettings): readonly RawEvent[] {
  const result = at(data, 'searchResult')
  const query = text(at(result, 'query'))
  if (!query) return []
  const pids_list = pids(at(result, 'productVariants'), settings)
  const seen: RawEvent = {
    action: 'PRODUCT_IMPRESSIONS',
    data: { ...listFields({ query }), pids_list },
  }
  return [{ action: 'search', data: { query } }, ...(settings.impressions === 'load' ? [seen] : [])]
}

function collection(
  { data, context }: StandardEvent,
  settings: FullPixelSettings,
): readonly RawEvent[] {
  const found = at(data, 'collection')
  const pids_list = pids(at(found, 'productVariants'), settings)
  if (settings.impressions !== 'load' || pids_list.length === 0) return []
  const [, handle = ''] = /\/collections\/([^/?#]+)/.exec(context.document.location.href) ?? []
  const values: Readonly<Record<string, string>> = {
    handle,
    id: plainId(at(found, 'id')),
    title: text(at(found, 'title')),
  }
  const page = settings.page.replace(/\{(handle|id|title)\}/g, (_, name) => values[name] ?? '')
  return [{ action: 'PRODUCT_IMPRESSIONS', data: { ...listFields({ page }), pids_list } }]
}

function cart({ data }: StandardEvent, { ids }: FullPixelSettings): readonly RawEvent[] {
  const line = at(data, 'cartLine')
  const product = productIds(at(line, 'merchandise') as SandboxVariant | undefined, ids)
  const qty = quantityText(Number(at(line, 'quantity')))
  return product && qty ? [{ action: 'cart', data: { ...product, qty } }] : []
}

/** Lines with a product of the catalogue, at the variant's price for one unit. */
function orderLines(checkout: unknown, { ids }: FullPixelSettings): readonly OrderLineData[] {
  return list(at(checkout, 'lineItems')).flatMap((line) => {
    const variant = at(line, 'variant') as SandboxVariant | undefined
    const product = productIds(variant, ids)
    const qty = quantityText(Number(at(line, 'quantity')))
    const price = priceText(Number(at(variant, 'price', 'amount')))
    if (!product || !qty || !price) return []
    const { pid, variantId } = product
    return { pid, qty, price, ...(variantId !== undefined && { variantId }) }
  })
}

function order({ data }: StandardEvent, settings: FullPixelSettings): Meaning | undefined {
  const checkout = at(data, 'checkout')
  const lines = orderLines(checkout, settings)
  if (lines.length === 0) return undefined
  const orderId = plainId(at(checkout, 'order', 'id'))
  const ref = orderId && orderRef(settings.siteKey, orderId)
  return {
    events: [{ action: 'order', data: { ...orderData(lines), ...(ref && { ref }) } }],
    order: { id: orderId || text(at(checkout, 'token')), lines },
  }
}

/**
 * Reads an event of the shop. Pure.
 *
 * @returns The event's meaning; `undefined` if the theme's tag reports it, or if it names no product or search.
 */
export function readEvent(event: StandardEvent, settings: FullPixelSettings): Meaning | undefined {
  const { name, context } = event
  if (name === 'checkout_completed') return order(event, settings)
  // If the tag runs in the theme, the tag keeps the visit alive.
  if (settings.themeTag)
    return name === 'page_viewed' && isCheckout(context.document.location.href)
      ? { events: [] }
      : undefined
  if (name === 'page_viewed') return { events: [] }
  const read = {
    search_submitted: search,
    collection_viewed: collection,
    product_added_to_cart: cart,
  }[name as 'search_submitted']
  const events = read?.(event, settings) ?? []
  return events.length > 0 ? { events } : undefined
}
