import { scrubUrl } from '../wire/scrub-url'
import type { PageContext } from '../wire/tracker-event'
import type { PageSnapshot } from './sandbox-api'

/** The token in a checkout's or an order's address opens it for everybody who has it. */
const token = /(\/(?:checkouts\/(?:[a-z]{1,3}\/)?|orders\/))[^/?#]+/

/** Query parameters of checkouts that do the same. */
const SECRETS = ['key', 'token', 'auth_token', 'signature', '_r']

/** Whether an address belongs to the checkout, the thank-you page or the order status page, where no theme runs. */
export const isCheckout = (url: string): boolean => token.test(url.replace(/[?#].*/s, ''))

/** The page of an event as the tracker gets it: without what looks personal, and without the token of a checkout. */
export function pageOf({ document }: PageSnapshot, names: readonly string[]): PageContext {
  const scrub = (url: string) =>
    isCheckout(url)
      ? scrubUrl(url, [...names, ...SECRETS]).replace(token, '$1_')
      : scrubUrl(url, names)
  return { url: scrub(document.location.href), referrer: scrub(document.referrer ?? '') }
}
