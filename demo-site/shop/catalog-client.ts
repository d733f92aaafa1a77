import type { BrowseOptions, BrowseReply, Filters, Sort, Svc } from '../../dist/module'
import { type Product, parseProduct } from './shop-product'

/** Which list of products to request: exactly the value of Browse's `p` (`categoryPath:"Men>Shoes"`), or a search text. */
export type ListSource = { readonly page: string } | Search

/** The words of a search. */
export interface Search {
  readonly query: string
  /** Whether the shopper asked for exactly these words, neither corrected nor shortened. */
  readonly isExact?: boolean
}

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
export interface ListReply extends BrowseReply<Product> {
  readonly reading: Reading | undefined
}

/** What the service searched for instead of the shopper's words, because no product matches them all. */
export interface Reading {
  readonly query: string
  /** The words that were left out; none if only their spelling was corrected. */
  readonly unused: readonly string[]
}

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
      ? svc.search({ ...asked, ...query, query: wireText(source) }, options)
      : svc.browse({ ...asked, ...query, ...source }, options),
  )
  return {
    ...reply,
    products: reply.products.flatMap((product) => parseProduct(product) ?? []),
    reading: parseReading(reply.raw),
  }
}

/** The service neither corrects nor shortens a text in double quotes. */
const wireText = ({ query, isExact }: Search) => (isExact ? `"${query}"` : query)

function parseReading(raw: unknown): Reading | undefined {
  const { reading } = Object(raw) as { readonly reading?: Partial<Reading> }
  const { query, unused } = Object(reading) as Partial<Reading>
  return query ? { query: String(query), unused: [unused ?? []].flat().map(String) } : undefined
}

/** Whether the shop's assistant answers; it may not be installed. */
export const hasAssistant = (): Promise<boolean> =>
  answered(readSvc().agent.start()).then(
    () => true,
    () => false,
  )

/** Requests one product with all its data; `undefined` if the shop has no product with this id. */
export async function findProduct(id: string): Promise<Product | undefined> {
  // From the shop's own database, because a product page is not a list and must not be reported as one.
  const response = await fetch(`/shop/products/${encodeURIComponent(id)}`)
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`The product request returned ${response.status}.`)
  return parseProduct(await response.json())
}

/** `window.svc`, which the snippet in the head of every page creates. It keeps calls until the tag has loaded. */
const readSvc = (): Svc => (window as unknown as { readonly svc: Svc }).svc

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
const answered = <Result>(call: Promise<Result>): Promise<Result> =>
  Promise.race([call, whenBlocked()])

/** Opens the chat and asks the assistant, as if the shopper had typed the words there. */
export function askAssistant(words: string): void {
  const chat = document.querySelector('svc-agent')?.shadowRoot
  const field = chat?.querySelector('textarea')
  chat?.querySelector<HTMLButtonElement>('button.open')?.click()
  if (!field) return
  field.value = words
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.form?.requestSubmit()
}

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
