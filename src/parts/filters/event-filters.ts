import type { Settings } from '../../settings/settings'
import { EVENT_FIELDS, UNLISTED_FIELDS } from '../../wire/common-fields'
import { ACTION_FIELDS, namesIn } from '../../wire/contract'
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

const without = <Data extends object>(data: Data, names: readonly string[]): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name))) as Data

/** The names in a list of fields that are marked as beyond the contract's table. */
const beyond = (fields: string) => [...fields.matchAll(/(\w+)\+/g)].map(([, name = '']) => name)

/** The same data with only the fields that the contract's own table lists for the action. */
export function strictFields<Data extends object>(action: Action, data: Data): Data {
  const left = without(data, [
    ...beyond(EVENT_FIELDS),
    ...namesIn(UNLISTED_FIELDS[action] ?? ''),
    ...beyond(ACTION_FIELDS[action]),
  ])
  const products = getOwn(left, 'products') as object[] | undefined
  return products
    ? { ...left, products: products.map((line) => without(line, ['variantId'])) }
    : left
}
