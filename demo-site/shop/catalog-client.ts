import type { Svc } from '../../src/api/svc'
import type { BrowseOptions } from '../../src/parts/clients/browse/browse'
import type { Filters, Sort } from '../../src/parts/clients/browse/query-types'
import type { BrowseReply } from '../../src/parts/clients/browse/reply-types'
import { type Product, parseProduct } from './shop-product'

/** Which list of products to request: exactly the value of Browse's `p` (`categoryPath:"Men>Shoes"`), or a search text. */
export type ListSource = { readonly page: string } | { readonly query: string }

/** A list with filters, a sort order and a page. */
export interface ListQuery {
  readonly source: ListSource
  readonly filter?: Filters
  readonly sort?: Sort | undefined
  /** The first page is 0. */
  readonly pageIndex?: number
  readonly rows: number
  /** `false` for requests that the shopper did not make, such as suggestions. */
  readonly analytics?: boolean
}

/** One page of a list, with parsed products. */
export type ListReply = BrowseReply<Product>

const asked = {
  version: 'V2',
  facet: true,
  facetMultilevel: true,
  facetMultiselect: true,
  banner: false,
  // Needed to show a picture in the requested colour.
  variants: true,
  variantsCount: 50,
  variantsFields: ['vColor', 'vImageUrl'],
} as const

/** Requests one page of a list. Rejects with an error whose `fault` gives the reason. */
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

/** Requests one product with all its data; `undefined` if the shop has no product with this id. */
export async function findProduct(id: string): Promise<Product | undefined> {
  // From the shop's own database, because a product page is not a list and must not be reported as one.
  const response = await fetch(`/shop/products/${encodeURIComponent(id)}`)
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`The product request returned ${response.status}.`)
  return parseProduct(await response.json())
}

/** `window.svc`, which the snippet in the head of every page creates. It keeps calls until the tag has loaded. */
export const readSvc = (): Svc => (window as unknown as { readonly svc: Svc }).svc

/** Rejects if the tag cannot be loaded, for example because of a content blocker; otherwise never settles. */
function whenBlocked(): Promise<never> {
  const script = document.querySelector<HTMLScriptElement>('script[data-site-key]')
  return new Promise((_resolve, reject) => {
    const fail = () => reject(new Error('The tag could not be loaded.'))
    // The script element records the failure, because it may happen before this script runs.
    if (script?.dataset.failed !== undefined) fail()
    else script?.addEventListener('error', fail)
  })
}

/** Resolves with the result of a call. Rejects if the tag cannot be loaded, because the call would wait forever. */
export const answered = <Result>(call: Promise<Result>): Promise<Result> =>
  Promise.race([call, whenBlocked()])

/** Opens the tag's inspector with the button above the header; the tag itself opens it on Alt+Shift+S. */
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
