import type { ListContext } from '../../../wire/list-and-order'
import type { ProductId } from '../../../wire/tracker-event'
import { type Http, onAbort } from '../http'
import { BrowseError } from '../service-error'
import { type ListPath, type ListRequestDeps, listRequest } from './list-request'
import { parseReply } from './parse-products'
import type { Query } from './query-parameters'
import type { BrowseQuery, SearchQuery } from './query-types'
import type { BrowseReply, Product } from './reply-types'
import { createSharing } from './request-dedupe'
import { contentOf, parseXml } from './xml-reply'

/** How a call of `svc.browse` or `svc.search` behaves. */
export interface BrowseOptions {
  /** Cancels the call: the promise rejects with the fault `aborted`. */
  readonly signal?: AbortSignal | undefined
  /**
   * Only the latest call with this name matters: an earlier one that is still pending rejects with
   * the fault `aborted`. Use it for type-ahead, and for facets that are clicked faster than the
   * responses arrive.
   *
   * @example
   * input.addEventListener('input', async () => {
   *   const reply = await svc.search(input.value, { latest: 'type-ahead', context: false })
   *   showSuggestions(reply.products)
   * })
   */
  readonly latest?: string | undefined
  /**
   * Whether events without markup belong to this list from now on; `true` if absent. Use `false`
   * for anything beside the page's main list, such as suggestions or a row of recommended products.
   */
  readonly context?: boolean | undefined
}

/** The two ways to ask for products. */
export interface BrowseClient {
  /**
   * Gets the products of a category, brand or other page. A string is short for `{ page: text }`.
   *
   * Simultaneous identical calls share one request. A request that fails on the network is retried
   * once.
   *
   * @typeParam Item - The shop's own product type.
   * @throws BrowseError (as a rejection) with a `fault`; `bad-request`, without any request, if the
   * query cannot be sent.
   * @example
   * const reply = await svc.browse({
   *   page: { path: ['Men', 'Shoes'] },
   *   filter: { color: ['Red', 'Blue'], price: { from: 20, to: 40 } },
   *   sort: 'price asc',
   *   rows: 24,
   *   pageIndex: 1,
   *   facet: true,
   * })
   * reply.products.forEach((product) => console.log(product.uniqueId))
   */
  browse<Item = Product>(
    query: string | BrowseQuery,
    options?: BrowseOptions,
  ): Promise<BrowseReply<Item>>
  /**
   * Gets the results of a search; otherwise like `browse`. A string is short for `{ query: text }`.
   *
   * @example
   * const { products, total } = await svc.search('red shoes')
   */
  search<Item = Product>(
    query: string | SearchQuery,
    options?: BrowseOptions,
  ): Promise<BrowseReply<Item>>
}

export interface BrowseDeps extends ListRequestDeps {
  readonly http: Http
  /** Response headers that may hold the request id. The first one present is used. */
  readonly requestIdHeaders: readonly string[]
  /**
   * Called when a response has arrived.
   *
   * @param isContext - Whether the list is now the page's list.
   */
  readonly onList: (list: ListContext, pids: readonly ProductId[], isContext: boolean) => void
}

/** Parses by the format that was received, because a service may not support the requested one. */
const decode = (text: string): unknown =>
  /^\s*</.test(text) ? contentOf(parseXml(text)) : JSON.parse(text)

/** Creates the two calls, which make no request before they are used. */
export function createBrowse(deps: BrowseDeps): BrowseClient {
  const share = createSharing<BrowseReply>()
  const latestCalls = new Map<string, AbortController>()

  function parse(text: string, headers: Headers): BrowseReply | undefined {
    const requestId = deps.requestIdHeaders.map((name) => headers.get(name)).find(Boolean)
    return parseReply(decode(text), requestId ?? undefined)
  }

  async function ask(path: ListPath, query: Query, call: AbortController) {
    const { url, headers, list } = listRequest(path, query, deps)
    const reply = await share(url, call.signal, (signal) =>
      deps.http({ url, headers, signal, Failure: BrowseError, decode, parse }),
    )
    return { reply, list }
  }

  async function replyTo(
    path: ListPath,
    query: Query,
    { signal, latest, context = true }: BrowseOptions = {},
  ): Promise<BrowseReply> {
    const call = new AbortController()
    const unfollow = onAbort(signal, () => call.abort())
    const answer = ask(path, query, call)
    if (latest !== undefined) {
      // Aborted after the new request has started, so that a call identical to the previous one shares its request.
      latestCalls.get(latest)?.abort()
      latestCalls.set(latest, call)
    }
    const { reply, list } = await answer.finally(unfollow)
    const { products, requestId } = reply
    const pids = products.map(({ uniqueId }) => uniqueId as ProductId).filter(Boolean)
    deps.onList({ ...list, ...(requestId && { requestId }) }, pids, context)
    return reply
  }

  const client = {
    browse: (query: string | BrowseQuery, options?: BrowseOptions) =>
      replyTo('category', typeof query === 'string' ? { page: query } : query, options),
    search: (query: string | SearchQuery, options?: BrowseOptions) =>
      replyTo('search', typeof query === 'string' ? { query } : query, options),
  }
  // Only the shop knows which fields its products have.
  return client as BrowseClient
}
