import { hashOf } from './hash'
import type { TrackerAddress } from './pixel-url'

/** The last account, because a page has only one and every event needs it. */
let last = { text: '', account: '' }

/**
 * Stands for an account at a tracker: events, orders and lists of one account never reach another, although all shops of an origin share
 * its storage.
 */
export function accountOf({ siteKey, trackerUrl }: TrackerAddress): string {
  const text = `${siteKey} ${trackerUrl}`
  if (last.text !== text) last = { text, account: hashOf(text) }
  return last.account
}
