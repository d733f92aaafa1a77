import type { Svc } from '../../src/api/svc'
import type { BrowseOptions } from '../../src/parts/clients/browse/browse'
import type { Filters, Sort } from '../../src/parts/clients/browse/query-types'
import type { BrowseReply } from '../../src/parts/clients/browse/reply-types'
import { type Product, parseProduct } from './shop-product'

/** Which list of products to ask for. */
export type ListSource =
  | {
      /** Exactly the `p` of Browse: `categoryPath:"Men>Shoes"`. */
      readonly page: string
    }
  | {
      /** The shopper's text. */
      readonly query: string
    }

/** A list, narrowed, sorted and cut into pages. */
export interface ListQuery {
  readonly source: ListSource
  readonly filter?: Filters
  readonly sort?: Sort | undefined
  /** The first is 0. */
  readonly pageIndex?: number
  readonly rows: number
  /** `false` for requests that the shopper did not make, such as suggestions. */
  readonly analytics?: boolean
}

/** One page of a list, its products read. */
export type ListReply = BrowseReply<Product>

const asked = {
  version: 'V2',
  facet: true,
  facetMultilevel: true,
  facetMultiselect: true,
  banner: false,
  // For the picture in a colour that was asked for.
  variants: true,
  variantsCount: 50,
  variantsFields: ['vColor', 'vImageUrl'],
} as const

/** Asks for one page of a list. Rejects with an error whose `fault` says why there is none. */
export async function listProducts(
  { source, ...query }: ListQuery,
  options?: BrowseOptions,
): Promise<ListReply> {
  const svc = readSvc()
  const reply = await answered(
    'query' in source
      ? svc.search({ ...asked, ...query, ...source }, options)
      : svc.browse({ ...asked, ...query, ...source }, options),
  )
  return { ...reply, products: reply.products.flatMap((product) => parseProduct(product) ?? []) }
}

/** One product with all that is known of it; `undefined` when the shop has none of this id. */
export async function findProduct(id: string): Promise<Product | undefined> {
  // From the shop's own database: a product page is not a list, and must not be reported as one.
  const response = await fetch(`/shop/products/${encodeURIComponent(id)}`)
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`The product request returned ${response.status}.`)
  return parseProduct(await response.json())
}

/** `window.svc`: the snippet in the head of every page puts it there, and it keeps calls until the tag has loaded. */
export const readSvc = (): Svc => (window as unknown as { readonly svc: Svc }).svc

/** Rejects when the tag cannot be loaded, as with a content blocker; never settles otherwise. */
function whenBlocked(): Promise<never> {
  const script = document.querySelector<HTMLScriptElement>('script[data-site-key]')
  return new Promise((_resolve, reject) => {
    const fail = () => reject(new Error('The tag could not be loaded.'))
    // The script element records the failure, because it may happen before this script runs.
    if (script?.dataset.failed !== undefined) fail()
    else script?.addEventListener('error', fail)
  })
}

/** Resolves with a call's result. Rejects if the tag cannot load, because the call would wait for ever. */
export const answered = <Result>(call: Promise<Result>): Promise<Result> =>
  Promise.race([call, whenBlocked()])

/** Opens the tag's inspector by the button above the header; the tag itself opens it at Alt+Shift+S. */
export function startInspectButton(root: ParentNode): void {
  const button = root.querySelector<HTMLButtonElement>('.inspect-button')
  button?.addEventListener('click', () => {
    // With a content blocker there is no tag, and so nothing to inspect.
    readSvc()
      .inspect()
      .catch(() => {
        button.disabled = true
      })
  })
}
