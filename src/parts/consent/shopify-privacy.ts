import { readGlobal } from '../../browser/dom'
import { attempt, guard } from '../../browser/guard'
import { listen, onStop } from '../../browser/listen'
import { type Signal, signalConsent, unanswered } from '../../visitor/consent'
import { getOwn } from '../../wire/fields'

/** The [Customer Privacy API](https://shopify.dev/docs/api/customer-privacy) of Shopify's storefronts. */
interface CustomerPrivacy {
  /** Whether analytics are allowed, by the shopper's answer, their region and the shop's own settings. */
  readonly analyticsProcessingAllowed: () => boolean
  /** `yes`, `no`, or an empty text for a question without an answer. Older versions lack it. */
  readonly currentVisitorConsent?: () => { readonly analytics?: string }
}

type LoadFeatures = (
  features: readonly { readonly name: string; readonly version: string }[],
  onEnd: () => void,
) => void

const SOURCE = 'Shopify.customerPrivacy'

const shopify = (name: string) => getOwn(readGlobal('Shopify'), name)

/** The shopper's consent; `undefined` for what is not the API. */
function read(): Signal | undefined {
  const api = shopify('customerPrivacy') as CustomerPrivacy
  const isAllowed = attempt(() => api.analyticsProcessingAllowed())
  if (typeof isAllowed !== 'boolean') return undefined
  if (isAllowed) return 'granted'
  const answer = attempt(() => api.currentVisitorConsent?.().analytics)
  return answer === 'no' ? 'denied' : unanswered()
}

let isFollowed = false

/** Follows the shopper's answer until the tag stops. Returns `false` if the API is not what it should be. */
export function followShopify(): boolean {
  const signal = read()
  if (!signal) return false
  signalConsent(SOURCE, signal)
  // An answer that does not allow is a refusal.
  const onAnswer = () => signalConsent(SOURCE, read() === 'granted' ? 'granted' : 'denied')
  if (!isFollowed) onStop(listen(document, 'visitorConsentCollected', onAnswer))
  isFollowed = true
  return true
}

/** Has Shopify load the API, as its documentation asks, and follows it. If it does not come, the shop's setting counts. */
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
