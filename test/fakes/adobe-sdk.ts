import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createContext, Script } from 'node:vm'
import type events from '@adobe/magento-storefront-events-sdk'

/** The path of Adobe's library for shops, a script that creates `magentoStorefrontEvents` and fills `adobeDataLayer`. */
export const ADOBE_SDK = createRequire(import.meta.url).resolve(
  '@adobe/magento-storefront-events-sdk',
)

const program = new Script(readFileSync(ADOBE_SDK, 'utf8'), { filename: 'adobe-sdk.js' })

/** Starts Adobe's library in its own window, without a browser. */
export function openAdobeSdk() {
  const adobeDataLayer: unknown[] = []
  const window: Record<string, unknown> = {
    adobeDataLayer,
    structuredClone,
    postMessage: () => undefined,
  }
  window.window = window.self = window
  program.runInContext(createContext(window))
  return {
    sdk: window.magentoStorefrontEvents as typeof events,
    /** All entries so far, as a page has them. */
    entries: adobeDataLayer,
  }
}

/** A line of a cart, with the minimum that the library's types require. */
export const adobeLine = (sku: string, quantity: number, more: object = {}) => ({
  id: `line-${sku}`,
  canApplyMsrp: false,
  formattedPrice: '€20.00',
  prices: { price: { value: 20 } },
  product: { productId: 7, name: sku, sku },
  quantity,
  ...more,
})

/** A cart with lines. */
export const adobeCart = (...items: readonly ReturnType<typeof adobeLine>[]) => ({
  id: 'cart-1',
  items: [...items],
  totalQuantity: items.length,
})

/** The contexts of one search, as the part of the page with this unit sends and receives it. */
export const adobeSearch = (
  phrase: string,
  searchUnitId = 'results',
  searchRequestId = phrase,
) => ({
  input: {
    units: [
      {
        searchUnitId,
        searchRequestId,
        phrase,
        queryTypes: ['products' as const],
        pageSize: 24,
        currentPage: 1,
        filter: [],
        sort: [],
      },
    ],
  },
  results: {
    units: [
      {
        searchUnitId,
        searchRequestId,
        products: [],
        categories: [],
        suggestions: [],
        page: 1,
        perPage: 24,
        facets: null,
      },
    ],
  },
})

/** An order with the minimum that the library's types require. */
export const adobeOrder = (orderId: string) => ({
  orderId,
  appliedCouponCode: '',
  email: 'shopper@example.com',
  grandTotal: 40,
  otherTax: 0,
  paymentMethodCode: 'free',
  paymentMethodName: 'Free',
  salesTax: 0,
  subtotalExcludingTax: 40,
  subtotalIncludingTax: 40,
})

/** The entries that the library writes for a search, a click, a cart and an order. */
export function adobeWalk({
  lines = [adobeLine('P1', 2)],
  phrase = 'boots',
  orderId = '100042',
} = {}) {
  const { sdk, entries } = openAdobeSdk()
  const { input, results } = adobeSearch(phrase)
  sdk.context.setSearchInput(input)
  sdk.context.setSearchResults(results)
  sdk.publish.searchResponseReceived('results')
  sdk.publish.searchProductClick('results', 'P1')
  sdk.context.setShoppingCart(adobeCart(...lines))
  sdk.context.setChangedProducts({ items: lines })
  sdk.publish.addToCart()
  sdk.context.setOrder(adobeOrder(orderId))
  sdk.publish.placeOrder()
  return entries
}
