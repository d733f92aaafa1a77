import { readAnswerCookie } from '../../browser/cookies'
import { readGlobal } from '../../browser/dom'
import { attempt, guard } from '../../browser/guard'
import { listen, onStop } from '../../browser/listen'
import { settings } from '../../settings/read-settings'
import type { ConsentState } from '../../settings/settings'
import { type Signal, signalConsent, unanswered } from '../../visitor/consent'
import { getOwn } from '../../wire/fields'

/** The [Customer Privacy API](https://shopify.dev/docs/api/customer-privacy) of Shopify's storefronts. */
interface CustomerPrivacy {
  /** Whether analytics is allowed, depending on the shopper's answer, their region and the shop's settings. */
  readonly analyticsProcessingAllowed: () => boolean
  /** `yes`, `no`, or an empty string if the shopper has not answered. Older versions lack this function. */
  readonly currentVisitorConsent?: () => { readonly analytics?: string }
}

type LoadFeatures = (
  features: readonly { readonly name: string; readonly version: string }[],
  onEnd: () => void,
) => void

const SOURCE = 'Shopify.customerPrivacy'

const shopify = (name: string) => getOwn(readGlobal('Shopify'), name)

/** The shopper's consent; `undefined` if the object is not the API. */
function readShopify(): Signal | undefined {
  const api = shopify('customerPrivacy') as CustomerPrivacy
  const isAllowed = attempt(() => api.analyticsProcessingAllowed())
  if (typeof isAllowed !== 'boolean') return undefined
  if (isAllowed) return 'granted'
  const answer = attempt(() => api.currentVisitorConsent?.().analytics)
  return answer === 'no' ? 'denied' : unanswered()
}

let isFollowed = false

/** Follows the shopper's answer until the tag stops. Returns `false` if the object is not the API. */
export function followShopify(): boolean {
  const signal = readShopify()
  if (!signal) return false
  signalConsent(SOURCE, signal)
  // Any answer that does not allow analytics is a refusal.
  const onAnswer = () => signalConsent(SOURCE, readShopify() === 'granted' ? 'granted' : 'denied')
  if (!isFollowed) onStop(listen(document, 'visitorConsentCollected', onAnswer))
  isFollowed = true
  return true
}

/** Makes Shopify load the API, as its documentation requires, and follows it. If loading fails, the shop's setting applies. */
export function loadShopify(): boolean {
  const load = shopify('loadFeatures') as LoadFeatures
  const onEnd = guard(() => {
    followShopify()
    signalConsent('Shopify.loadFeatures', undefined)
  })
  const isAsked = attempt(() => {
    load([{ name: 'consent-tracking-api', version: '0.1' }], onEnd)
    return true
  })
  return isAsked === true
}

/** The purpose of a shop's events, in the words of the API. */
const CATEGORY = 'statistics'

/**
 * The shopper's consent by the [WP Consent API](https://github.com/WordPress/wp-consent-level-api). `undefined` if the site has no consent
 * manager: the API then allows everything, although the shopper has not answered.
 */
function readWordPress(): Signal | undefined {
  const type = readGlobal('wp_consent_type') ?? readGlobal('wp_fallback_consent_type')
  if (!readGlobal('wp_consent_type') && readGlobal('waitfor_consent_hook')) return 'hold'
  if (!type) return undefined
  const hasConsent = readGlobal('wp_has_consent') as (category: string) => unknown
  if (attempt(() => hasConsent(CATEGORY)) === true) return 'granted'
  const prefix = getOwn(readGlobal('consent_api'), 'cookie_prefix') ?? 'wp_consent'
  return readAnswerCookie(`${prefix}_${CATEGORY}`) === 'deny' ? 'denied' : unanswered()
}

/** Follows the shopper's answer, and the consent type that a banner sets, until the tag stops. */
export function followWordPress(): boolean {
  if (typeof readGlobal('wp_has_consent') !== 'function') return false
  const update = () => signalConsent('wp_has_consent', readWordPress())
  update()
  onStop(listen(document, 'wp_listen_for_consent_change wp_consent_type_defined', update))
  return true
}

type TcfApi = (
  command: string,
  version: number,
  callback: (data: unknown, isSuccess: boolean) => void,
  parameter?: unknown,
) => void

/**
 * The consent in the `TCData` of an [IAB TCF v2](https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework)
 * consent manager: `hold` while the shopper is being asked, `undefined` while the manager has no state yet.
 *
 * @param purposes - The shopper must have consented to all of these.
 */
export function consentInTcf(data: unknown, purposes: readonly number[]): ConsentState | undefined {
  if (getOwn(data, 'gdprApplies') === false) return 'granted'

  const status = getOwn(data, 'eventStatus')
  if (status === 'cmpuishown') return 'hold'
  if (status !== 'tcloaded' && status !== 'useractioncomplete') return undefined

  const consents = getOwn(getOwn(data, 'purpose'), 'consents')
  const hasAll = purposes.every((purpose) => getOwn(consents, String(purpose)) === true)
  return hasAll ? 'granted' : 'denied'
}

/** Follows the page's TCF consent manager until the tag stops. Returns `false` if it cannot be called. */
export function followTcf(): boolean {
  const api = readGlobal('__tcfapi') as TcfApi
  if (typeof api !== 'function') return false
  let listenerId: unknown
  const onData = guard((data: unknown, isSuccess: boolean) => {
    listenerId ??= getOwn(data, 'listenerId')
    const state = isSuccess ? consentInTcf(data, settings.tcfPurposes) : undefined
    if (state) signalConsent('__tcfapi', state)
  })
  attempt(() => api('addEventListener', 2, onData))
  onStop(() => attempt(() => api('removeEventListener', 2, () => {}, listenerId)))
  return true
}

/** Each follows a consent manager until the tag stops. Returns `false` for any other object. */
const followers: Readonly<Record<string, () => boolean>> = {
  __tcfapi: followTcf,
  wp_has_consent: followWordPress,
  'Shopify.customerPrivacy': followShopify,
  'Shopify.loadFeatures': loadShopify,
}

/** Follows a consent manager by its name on `window`. An unrelated object of that name is ignored. */
export function open(manager: string) {
  if (!followers[manager]?.()) signalConsent(manager, undefined)
}
