import { expect, test } from 'vitest'
import type { ConsentState } from '../../../src/settings/settings'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

/** A page with a consent manager that the tag has found, and the state that follows. */
function scene(manager: string, window: object, consent: ConsentState = 'granted', cookie = '') {
  const browser = createBrowser()
  if (cookie) browser.cookies.write(`${cookie}; path=/`)
  const page = openPage(browser, { settings: { consent }, window })
  const { consent: calls, consentPart, teardown } = page.tag
  const state = () => (calls.isRefused() ? 'refused' : calls.consentState())
  page.run(() => {
    calls.startConsent(() => {})
    calls.signalConsent(manager, 'hold')
    consentPart.open(manager)
  })
  const announce = (name: string) => page.run(() => page.document.dispatchEvent(new Event(name)))
  return { state, announce, stop: () => page.run(teardown.stopAll), window: page.window }
}

/** Shopify's API with what it answers now. */
const privacy = (answer: { isAllowed: unknown; analytics?: string }) => ({
  analyticsProcessingAllowed: () => answer.isAllowed,
  ...(answer.analytics !== undefined && {
    currentVisitorConsent: () => ({ analytics: answer.analytics }),
  }),
})

const shopify = (answer: Parameters<typeof privacy>[0], consent?: ConsentState) =>
  scene('Shopify.customerPrivacy', { Shopify: { customerPrivacy: privacy(answer) } }, consent)

for (const [title, answer, consent, state] of [
  ['allowed without a question', { isAllowed: true, analytics: '' }, 'hold', 'granted'],
  ['agreed', { isAllowed: true, analytics: 'yes' }, 'denied', 'granted'],
  ['refused', { isAllowed: false, analytics: 'no' }, 'granted', 'refused'],
  ['not answered', { isAllowed: false, analytics: '' }, 'granted', 'denied'],
  ['not answered, in a shop that holds', { isAllowed: false, analytics: '' }, 'hold', 'hold'],
  ['an older API', { isAllowed: false }, 'granted', 'denied'],
  ['something that is no API', { isAllowed: 'yes' }, 'granted', 'granted'],
] as const) {
  test(`Shopify with ${title} means ${state}`, () => {
    expect(shopify(answer, consent).state()).toBe(state)
  })
}

test("the shopper's answer to Shopify is followed, until the tag stops", () => {
  const answer = { isAllowed: false, analytics: '' }
  const { announce, state, stop } = shopify(answer)
  expect(state()).toBe('denied')
  answer.isAllowed = true
  announce('visitorConsentCollected')
  expect(state()).toBe('granted')
  answer.isAllowed = false
  announce('visitorConsentCollected')
  expect(state()).toBe('refused')
  stop()
  answer.isAllowed = true
  announce('visitorConsentCollected')
  expect(state()).toBe('refused')
})

/** A storefront that has the API on request. */
function storefront(consent?: ConsentState) {
  const asked: unknown[] = []
  const shop: Record<string, unknown> = {
    loadFeatures: (features: unknown, onEnd: () => void) => asked.push(features, onEnd),
  }
  const page = scene('Shopify.loadFeatures', { Shopify: shop }, consent)
  return { ...page, shop, asked, onEnd: () => (asked[1] as () => void)() }
}

test('Shopify is asked for its API, and events are held until it is there', () => {
  const { asked, onEnd, shop, state } = storefront()
  expect(asked[0]).toEqual([{ name: 'consent-tracking-api', version: '0.1' }])
  expect(state()).toBe('hold')
  shop.customerPrivacy = privacy({ isAllowed: false, analytics: 'no' })
  onEnd()
  expect(state()).toBe('refused')
})

for (const consent of ['granted', 'hold'] as const)
  test(`where Shopify cannot load its API the setting ${consent} counts`, () => {
    const { onEnd, state } = storefront(consent)
    onEnd()
    expect(state()).toBe(consent)
  })

test('a loadFeatures that throws has no say', () => {
  const loadFeatures = () => {
    throw new Error('not here')
  }
  expect(scene('Shopify.loadFeatures', { Shopify: { loadFeatures } }).state()).toBe('granted')
})

/** A site with the WP Consent API, whose answer for a category is given. */
const wordpress = (given: object, consent?: ConsentState, cookie?: string) =>
  scene(
    'wp_has_consent',
    { wp_has_consent: (category: string) => category !== 'statistics', ...given },
    consent,
    cookie,
  )

const agreed = { wp_has_consent: (category: string) => category === 'statistics' }
const optIn = { wp_fallback_consent_type: 'optin' }

for (const [title, given, consent, cookie, state] of [
  ['agreed', { ...agreed, ...optIn }, 'hold', '', 'granted'],
  ['not answered', optIn, 'granted', '', 'denied'],
  ['not answered, in a shop that holds', optIn, 'hold', '', 'hold'],
  ['refused', { wp_consent_type: 'optout' }, 'granted', 'wp_consent_statistics=deny', 'refused'],
  [
    'refused, with a prefix of its own',
    { ...optIn, consent_api: { cookie_prefix: 'rcl' } },
    'granted',
    'rcl_statistics=deny',
    'refused',
  ],
  ['no consent plugin', { ...agreed, wp_fallback_consent_type: '' }, 'hold', '', 'hold'],
  ['a banner that is awaited', { ...agreed, waitfor_consent_hook: true }, 'granted', '', 'hold'],
  ['something that is no API', { wp_has_consent: 'yes' }, 'granted', '', 'granted'],
] as const) {
  test(`WordPress with ${title} means ${state}`, () => {
    expect(wordpress(given, consent, cookie).state()).toBe(state)
  })
}

test('the answer to WordPress, and the law that a banner names, are followed', () => {
  const page = wordpress({ ...agreed, waitfor_consent_hook: true }, 'hold')
  expect(page.state()).toBe('hold')
  page.window.wp_consent_type = 'optin'
  page.announce('wp_consent_type_defined')
  expect(page.state()).toBe('granted')
  page.window.wp_has_consent = () => false
  page.announce('wp_listen_for_consent_change')
  expect(page.state()).toBe('hold')
})

test('what only has the name of a consent manager has no say', () => {
  expect(scene('__tcfapi', { __tcfapi: {} }, 'hold').state()).toBe('hold')
  expect(scene('__tcfapi', { __tcfapi: {} }).state()).toBe('granted')
})
