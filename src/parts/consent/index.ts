import { signalConsent } from '../../visitor/consent'
import { followShopify, loadShopify } from './shopify-privacy'
import { followTcf } from './tcf'
import { followWordPress } from './wordpress'

/** Each follows a consent manager until the tag stops. Returns `false` for what is none. */
const followers: Readonly<Record<string, () => boolean>> = {
  __tcfapi: followTcf,
  wp_has_consent: followWordPress,
  'Shopify.customerPrivacy': followShopify,
  'Shopify.loadFeatures': loadShopify,
}

/** Follows a consent manager by its name on `window`. What only has the name of one has no say. */
export function open(manager: string) {
  if (!followers[manager]?.()) signalConsent(manager, undefined)
}
