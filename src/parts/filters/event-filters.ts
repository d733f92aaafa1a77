import type { Settings } from '../../settings/settings'
import { getOwn } from '../../wire/fields'
import { plain, scrubText } from '../../wire/scrub-url'
import type { Action } from '../../wire/tracker-event'

/**
 * An international number, or one that begins with the zero of a national one, in groups. Longer rows of digits are ids. Safari 14 has no
 * look-behind: https://webkit.org/blog/13966/webkit-features-in-safari-16-4/
 */
const phone = /(^|[^\d+])(\+|00?)[1-9]([\s()./-]{0,2}\d){7,13}(?!\d)/

/**
 * The URL without further kinds of personal values. `path`: a segment of the path that looks like an e-mail address, a card number or a token
 * becomes `_`. `phone`: a query parameter, a fragment or a segment of the path with a phone number goes the same way.
 */
export function scrubAddress(url: string, kinds: Settings['scrubAlso']): string {
  const [isPath, isPhone] = [kinds.includes('path'), kinds.includes('phone')]
  const hasPhone = (part: string) => isPhone && phone.test(plain(part))
  const isPersonal = (segment: string) =>
    hasPhone(segment) || (isPath && scrubText(plain(segment)) !== plain(segment))
  const [, origin = '', path = '', query = '', fragment = ''] =
    /^(\w+:\/\/[^/?#]*)?([^?#]*)\??([^#]*)(.*)/s.exec(url) ?? []
  const kept = query.split('&').filter((pair) => pair && !hasPhone(pair))
  const segments = path.split('/').map((segment) => (isPersonal(segment) ? '_' : segment))
  return (
    origin +
    segments.join('/') +
    (kept.length > 0 ? `?${kept.join('&')}` : '') +
    (hasPhone(fragment) ? '' : fragment)
  )
}

/** Fields that this tag sends beyond the contract's table, by action. */
const beyond: Readonly<Record<Action, readonly string[]>> = {
  visitor: [],
  search: ['visit_type', 'visitId', 'requestId', 'autosuggest_data'],
  PRODUCT_IMPRESSIONS: ['requestId'],
  click: ['requestId', 'variantId'],
  facets: [],
  cart: ['requestId', 'visitId'],
  order: ['requestId'],
}

const without = <Data extends object>(data: Data, names: readonly string[]): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name))) as Data

/** The same data with only the fields that the contract's own table lists for the action. */
export function strictFields<Data extends object>(action: Action, data: Data): Data {
  const left = without(data, ['ver', 'seq', 'actor', ...beyond[action]])
  const products = getOwn(left, 'products') as object[] | undefined
  return products
    ? { ...left, products: products.map((line) => without(line, ['variantId'])) }
    : left
}
