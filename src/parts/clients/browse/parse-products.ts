import { safeUrl } from '../safe-url'
import { faultFor } from '../service-error'
import { BrowseError } from './browse-error'
import { crumbsOf, facetsOf, selectedIn } from './parse-facets'
import { listOf, numberOf, type Raw, rawOf, textOf } from './raw'
import type { Banner, BrowseReply, Product } from './reply-types'

const bannerOf = ({ imageUrl, landingUrl, bannerHtml }: Raw): Banner => ({
  imageUrl: safeUrl(imageUrl),
  landingUrl: safeUrl(landingUrl),
  html: textOf(bannerHtml),
})

/** A parameter that was repeated has several values. */
const paramsOf = (params: Raw): BrowseReply['queryParams'] =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  )

const documentOf = (value: unknown): BrowseReply['relevantDocument'] =>
  value === 'parent' || value === 'variant' ? value : undefined

/**
 * Reads an answer of Browse or search; `undefined` when it has neither products nor a redirect.
 *
 * @throws BrowseError when the answer itself says that the request failed.
 */
export function parseReply(
  answer: unknown,
  requestId: string | undefined,
): BrowseReply | undefined {
  const { searchMetaData, response, facets, breadcrumb, banner, stats, ...rest } = rawOf(answer)
  const meta = rawOf(searchMetaData)
  const status = numberOf(meta.status)
  if (status >= 400) throw new BrowseError(faultFor(status), `status ${status} in the answer`)

  const { products, numberOfProducts, start } = rawOf(response)
  const redirect = safeUrl(rawOf(rest.redirect).value ?? rest.redirect)
  if (!Array.isArray(products) && !redirect) return undefined

  return {
    products: listOf(products) as unknown as Product[],
    total: numberOf(numberOfProducts),
    start: numberOf(start),
    facets: facetsOf(rawOf(facets)),
    selected: selectedIn(rawOf(answer)),
    breadcrumb: crumbsOf(breadcrumb),
    banners: listOf(rawOf(banner).banners).map(bannerOf),
    stats: rawOf(stats) as BrowseReply['stats'],
    redirect,
    relevantDocument: documentOf(rest.relevantDocument),
    requestId,
    queryTime: numberOf(meta.queryTime),
    queryParams: paramsOf(rawOf(meta.queryParams)),
    raw: answer,
  }
}
