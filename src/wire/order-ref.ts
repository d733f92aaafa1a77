import { hashOf } from './hash'

/**
 * The reference of an order: 16 hexadecimal digits by which reports of one order, and the shop's books, find one another. The id itself is
 * not sent, but whoever knows the site key can try out ids.
 *
 * It is FNV-1a with 64 bits over `<site key>|<order id>` in UTF-8, without white space around the id, so that backends have it ready made:
 * `hash('fnv1a64', "$siteKey|$orderId")` in PHP.
 */
export const orderRef = (siteKey: string, orderId: string): string =>
  hashOf(`${siteKey}|${orderId.trim()}`)
