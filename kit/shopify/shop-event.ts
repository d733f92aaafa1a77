/* Events as Shopify passes them to pixels, with invented products: https://shopify.dev/docs/api/web-pixels-api/standard-events */

/** A variant as in carts, searches and checkouts. */
export interface ShopVariant {
  readonly id: string | null
  readonly sku: string | null
  readonly title: string | null
  readonly untranslatedTitle: string | null
  readonly image: null
  readonly price: { readonly amount: number; readonly currencyCode: string }
  readonly product: {
    readonly id: string | null
    readonly title: string
    readonly untranslatedTitle: string
    readonly type: string
    readonly url: string
    readonly vendor: string
  }
}

/** The members of a variant that a test can choose. */
export interface VariantChoice {
  readonly product: string
  /** The variant's id; if absent, the product's id followed by a 1. */
  readonly id?: string
  readonly sku?: string | null
  /** `Default Title` for the only variant of a product, as in Shopify. */
  readonly title?: string
  readonly price?: number
}

const euro = (amount: number) => ({ amount, currencyCode: 'EUR' })

/** A variant of a product. */
export function variantOf(choice: VariantChoice): ShopVariant {
  const { product, id = `${product}1`, sku = `SKU-${id}`, title = 'Small', price = 10 } = choice
  const name = `Product ${product}`
  return {
    ...{ id, sku, title, untranslatedTitle: title, image: null, price: euro(price) },
    product: {
      ...{ id: product, title: name, untranslatedTitle: name, type: '' },
      ...{ url: `/products/${product}`, vendor: 'Vendor' },
    },
  }
}

/** The data of `search_submitted`. */
export const searchData = (query: string, found: readonly VariantChoice[] = []) => ({
  searchResult: { query, productVariants: found.map(variantOf) },
})

/** The data of `collection_viewed`. */
export const collectionData = (id: string, title: string, found: readonly VariantChoice[]) => ({
  collection: { id, title, productVariants: found.map(variantOf) },
})

/** The data of `product_added_to_cart` and `product_removed_from_cart`. */
export const cartData = (variant: VariantChoice, quantity = 1) => ({
  cartLine: {
    quantity,
    merchandise: variantOf(variant),
    cost: { totalAmount: euro((variant.price ?? 10) * quantity) },
  },
})

/** One line of a checkout; without a variant it is a tip or a gift wrap. */
export interface LineChoice {
  readonly variant: VariantChoice | null
  readonly quantity?: number
}

/** The data of `checkout_started`, `checkout_completed` and the events between them. */
export const checkoutData = (
  lines: readonly LineChoice[],
  { orderId = null, token = 'token-1' }: { orderId?: string | null; token?: string | null } = {},
) => ({
  checkout: {
    token,
    order: orderId === null ? null : { id: orderId, customer: null },
    currencyCode: 'EUR',
    email: 'somebody@shop.example',
    lineItems: lines.map(({ variant, quantity = 1 }, index) => ({
      id: String(index),
      title: variant ? `Product ${variant.product}` : 'Tip',
      quantity,
      variant: variant && variantOf(variant),
      discountAllocations: [],
      finalLinePrice: euro((variant?.price ?? 10) * quantity),
    })),
  },
})
