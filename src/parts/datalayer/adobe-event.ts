import { type EcommerceEvent, listFrom, memberOf, textOf } from './ecommerce-event'

const lineId = (line: unknown) => textOf([line], 'id')

/** The quantity of a cart line by its id; 0 if there is no such line. */
const quantityIn = (cart: readonly unknown[], id: string) =>
  Number(
    memberOf(
      cart.find((line) => lineId(line) === id),
      'quantity',
    ) ?? 0,
  )

/** A cart line as a GA4 item, with its product's members and the SKU as `item_id`. */
function itemFrom(line: unknown) {
  const product = memberOf(line, 'product')
  const sku = textOf([line, product], 'sku')
  const price = memberOf(memberOf(memberOf(line, 'prices'), 'price'), 'value')
  return {
    ...(product as object),
    ...(line as object),
    item_id: sku,
    topLevelSku: textOf([product], 'topLevelSku') || sku,
    price: price ?? memberOf(line, 'price'),
  }
}

/** The unit of a search context that an event refers to. */
const unitIn = (info: unknown, context: string) =>
  listFrom(memberOf(memberOf(info, context), 'units')).find(
    (unit) => memberOf(unit, 'searchUnitId') === memberOf(info, 'searchUnitId'),
  )

/**
 * The search text of a response, if the page's address contains it; otherwise empty, because a search box sends the same events for its
 * suggestions. Also empty if the contexts belong to two different requests.
 */
function searchTextOf(info: unknown, url: string): string {
  const input = unitIn(info, 'searchInputContext')
  const requestId = memberOf(unitIn(info, 'searchResultsContext'), 'searchRequestId')
  const text = textOf([input], 'phrase').trim()
  const isOfPage = [...new URL(url).searchParams.values()].some((value) => value.trim() === text)
  return isOfPage && memberOf(input, 'searchRequestId') === requestId ? text : ''
}

const createEvent = (
  name: string,
  items: readonly unknown[],
  about: object = {},
): EcommerceEvent => ({ name, form: 'adobe', about: [about], items })

/**
 * Reads events of `@adobe/magento-storefront-events-sdk`: `{event, eventInfo}`, where `eventInfo` holds all contexts of that moment. Each
 * entry is therefore read alone, except for two things that are remembered: the last search text and the previous quantities in the cart.
 *
 * @param url - The page's address.
 */
export function createAdobeReader(url: () => string) {
  /** The quantities of the cart lines by id, as the page last reported them. */
  const shown = new Map<string, number>()
  let lastText = ''

  /** The last search text. Each filter and page of a search sends an event, but the search counts once. */
  function searchIn(info: unknown) {
    const text = searchTextOf(info, url())
    if (!text || text === lastText) return []
    lastText = text
    return [createEvent('search', [], { search_term: text })]
  }

  /**
   * The item with the quantity that was added; nothing if none was. Shops write either this quantity or the total in the cart. It is the
   * total if the cart's own line has the same quantity; the increase then counts.
   */
  function addedIn(line: unknown, cart: readonly unknown[]): readonly object[] {
    const item = itemFrom(line)
    const id = lineId(line)
    const sum = quantityIn([item], id)
    if (!id || !sum || quantityIn(cart, id) !== sum) return [item]
    const quantity = sum - (shown.get(id) ?? 0)
    return quantity > 0 ? [{ ...item, quantity }] : []
  }

  function remember(lines: readonly unknown[], cart: readonly unknown[]) {
    for (const id of lines.map(lineId)) shown.set(id, quantityIn(cart, id))
  }

  function changeIn(info: unknown, cart: readonly unknown[], isAdd: boolean) {
    const changed = memberOf(memberOf(info, 'changedProductsContext'), 'items')
    const lines = Array.isArray(changed) ? changed : cart
    const items = isAdd ? lines.flatMap((line) => addedIn(line, cart)) : []
    remember(lines, cart)
    return [createEvent('add_to_cart', items)]
  }

  return (entry: unknown): readonly EcommerceEvent[] => {
    const info = memberOf(entry, 'eventInfo')
    const name = memberOf(entry, 'event')
    const cart = listFrom(memberOf(memberOf(info, 'shoppingCartContext'), 'items'))
    switch (name) {
      case 'search-response-received':
        return searchIn(info)
      case 'search-product-click':
        return [createEvent('select_item', [itemFrom({ sku: memberOf(info, 'sku') })])]
      case 'place-order': {
        const orderId = memberOf(memberOf(info, 'orderContext'), 'orderId')
        return [createEvent('purchase', cart.map(itemFrom), { transaction_id: orderId })]
      }
      case 'add-to-cart':
      case 'remove-from-cart':
        return changeIn(info, cart, name === 'add-to-cart')
      default:
        // A cart that has just been created already contains the lines that the next events add.
        if (name !== 'open-cart') remember(cart, cart)
        return []
    }
  }
}
