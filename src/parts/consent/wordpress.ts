import { readCookies } from '../../browser/cookies'
import { readGlobal } from '../../browser/dom'
import { attempt } from '../../browser/guard'
import { listen, onStop } from '../../browser/listen'
import { type Signal, signalConsent, unanswered } from '../../visitor/consent'
import { getOwn } from '../../wire/fields'

/** The purpose of a shop's events, in the words of the API. */
const CATEGORY = 'statistics'

/**
 * The shopper's consent by the [WP Consent API](https://github.com/WordPress/wp-consent-level-api); `undefined` where the site has no
 * consent manager: the API allows everything then, which is nobody's answer.
 */
function read(): Signal | undefined {
  const type = readGlobal('wp_consent_type') ?? readGlobal('wp_fallback_consent_type')
  if (!readGlobal('wp_consent_type') && readGlobal('waitfor_consent_hook')) return 'hold'
  if (!type) return undefined
  const hasConsent = readGlobal('wp_has_consent') as (category: string) => unknown
  if (attempt(() => hasConsent(CATEGORY)) === true) return 'granted'
  const prefix = getOwn(readGlobal('consent_api'), 'cookie_prefix') ?? 'wp_consent'
  return readCookies()[`${prefix}_${CATEGORY}`] === 'deny' ? 'denied' : unanswered()
}

/** Follows the shopper's answer, and the law that a banner says applies, until the tag stops. */
export function followWordPress(): boolean {
  if (typeof readGlobal('wp_has_consent') !== 'function') return false
  const update = () => signalConsent('wp_has_consent', read())
  update()
  onStop(listen(document, 'wp_listen_for_consent_change wp_consent_type_defined', update))
  return true
}
