import type { Settings } from '../../settings/settings'
import { plain, scrubText } from '../../wire/scrub-url'

/**
 * A phone number in groups: either international or beginning with the zero of a national number. Longer rows of digits are ids. Safari 14
 * has no look-behind: https://webkit.org/blog/13966/webkit-features-in-safari-16-4/
 */
const phone = /(^|[^\d+])(\+|00?)[1-9]([\s()./-]{0,2}\d){7,13}(?!\d)/

/**
 * The URL without further kinds of personal values. `path`: a path segment that looks like an e-mail address, a card number or a token
 * becomes `_`. `phone`: a query parameter or fragment with a phone number is removed, and a path segment with one becomes `_`.
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
