import { describe, expect, test } from 'vitest'
import type { ConsentState } from '../../../src/settings/settings'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

/** A page without consent managers, and the changes that its callback receives. */
function scene(consent: ConsentState = 'granted', navigator = {}, browser = createBrowser()) {
  const page = openPage(browser, { settings: { consent }, navigator })
  const { consent: calls } = page.tag
  const changes: [state: string, isOther: boolean][] = []
  page.run(() => calls.startConsent((isOther) => changes.push([calls.consentState(), isOther])))
  return { browser, page, ...calls, changes }
}

/** The signals of the sources in order, and the resulting states; `shop` is a call by the shop. */
test.each<
  readonly [start: ConsentState, signals: readonly (readonly [string, string])[], states: string]
>([
  [
    'granted',
    [
      ['tcf', 'denied'],
      ['shop', 'granted'],
      ['tcf', 'hold'],
    ],
    'refused granted granted',
  ],
  [
    'granted',
    [
      ['google', 'granted'],
      ['tcf', 'hold'],
      ['google', 'pending'],
    ],
    'granted hold denied',
  ],
  [
    'granted',
    [
      ['google', 'pending'],
      ['tcf', 'denied'],
    ],
    'denied refused',
  ],
  ['hold', [['google', 'granted']], 'granted'],
  [
    'denied',
    [
      ['google', 'denied'],
      ['shop', 'granted'],
    ],
    'refused granted',
  ],
])('from %s the signals %j lead to %s', (start, signals, states) => {
  const { signalConsent, setConsent, consentState, isRefused } = scene(start)
  const found = signals.map(([source, signal]) => {
    if (source === 'shop') setConsent(signal as ConsentState)
    else signalConsent(source, signal as ConsentState)
    return isRefused() ? 'refused' : consentState()
  })
  expect(found.join(' ')).toBe(states)
})

test('each change is reported, with whether the state is different', () => {
  const { signalConsent, setConsent, changes } = scene('denied')
  signalConsent('google', 'denied')
  setConsent('granted')
  expect(changes).toEqual([
    ['denied', false],
    ['granted', true],
  ])
})

test('Global Privacy Control denies at the start', () => {
  expect(scene('granted', { globalPrivacyControl: true }).isRefused()).toBe(true)
})

/** The entry that `gtag()` pushes: its arguments object, which is not an array. */
function gtag(..._words: unknown[]) {
  // biome-ignore lint/complexity/noArguments: this is what gtag is.
  return arguments
}

/** A page with a dataLayer that contains Google Consent Mode entries. */
function google(consent: ConsentState = 'granted') {
  const dataLayer: unknown[] = []
  const browser = createBrowser()
  const page = openPage(browser, { settings: { consent }, window: { dataLayer } })
  page.run(() => page.tag.consent.startConsent(() => {}))
  page.tag.googleConsent.followGoogleConsent()
  const state = () => (page.tag.consent.isRefused() ? 'refused' : page.tag.consent.consentState())
  return { clock: browser.timeline, state, onMessage: (entry: unknown) => dataLayer.push(entry) }
}

const mode = (kind: string, analytics_storage: string, more: object = {}) =>
  gtag('consent', kind, { analytics_storage, ...more })
const waiting = mode('default', 'denied', { wait_for_update: 500 })
const noWait = (wait_for_update: unknown) => mode('default', 'denied', { wait_for_update })

/** The pushed entries (a number is a pause in ms), and the state after all of them. */
test.each<readonly [start: ConsentState, state: string, ...pushed: readonly unknown[]]>([
  ['granted', 'denied', mode('default', 'denied')],
  ['granted', 'refused', mode('default', 'denied'), mode('update', 'denied')],
  ['hold', 'hold', mode('default', 'denied')],
  ['hold', 'granted', mode('default', 'granted')],
  ['granted', 'hold', waiting, 499],
  ['granted', 'denied', waiting, 500],
  ['granted', 'granted', waiting, ['consent', 'update', { analytics_storage: 'granted' }], 1_000],
  ['granted', 'denied', noWait(0)],
  ['granted', 'denied', noWait(-1)],
  ['granted', 'denied', noWait('soon')],
  ['hold', 'hold', undefined, null, 'consent', { event: 'view_item_list' }],
  ['hold', 'hold', gtag('config', 'G-1'), gtag('consent', 'default', { ad_storage: 'denied' })],
  ['hold', 'hold', gtag('consent', 'update', null), mode('update', 'no')],
  ['hold', 'hold', gtag('a', 'b', { analytics_storage: 'granted' })],
])('from %s Google Consent Mode leads to %s by %j', (start, expected, ...pushed) => {
  const { onMessage, state, clock } = google(start as ConsentState)
  for (const one of pushed)
    if (typeof one === 'number') clock.advance(one)
    else onMessage(one)
  expect(state()).toBe(expected)
})

/** Follows a page's dataLayer, or another value in its place. */
function follow(dataLayer?: unknown) {
  const page = openPage(createBrowser(), {
    settings: { consent: 'hold' },
    window: dataLayer === undefined ? {} : { dataLayer },
  })
  const { consent, googleConsent, teardown } = page.tag
  page.run(() => consent.startConsent(() => {}))
  const isFollowed = page.run(() => googleConsent.followGoogleConsent())
  return { isFollowed, state: consent.consentState, stop: () => page.run(teardown.stopAll) }
}

test('dataLayer entries from before the tag count', () => {
  const granted = gtag('consent', 'update', { analytics_storage: 'granted' })
  expect(follow([granted])).toMatchObject({ isFollowed: true })
  expect(follow([granted]).state()).toBe('granted')
})

test('a page without a list called dataLayer is not followed', () => {
  expect(follow().isFollowed).toBe(false)
  expect(follow({ push() {} }).isFollowed).toBe(false)
})

test('stopping restores the push of the dataLayer', () => {
  const dataLayer: unknown[] = []
  const own = dataLayer.push
  const { stop, state } = follow(dataLayer)
  const { push } = dataLayer
  expect(push).not.toBe(own)
  stop()
  expect(dataLayer.push).toBe(own)
  push.call(dataLayer, gtag('consent', 'update', { analytics_storage: 'granted' }))
  expect(state()).toBe('hold')
})

test('stopping keeps the push of a later script', () => {
  const dataLayer: unknown[] = []
  const { stop } = follow(dataLayer)
  const later = (...entries: unknown[]) => entries.length
  dataLayer.push = later
  stop()
  expect(dataLayer.push).toBe(later)
})

const { consentInTcf } = openPage(createBrowser()).tag.tcf

const consents = (given: object) => ({ eventStatus: 'tcloaded', purpose: { consents: given } })

for (const [title, data, state] of [
  ['all purposes granted', consents({ 1: true, 8: true }), 'granted'],
  ['one purpose refused', consents({ 1: true, 8: false }), 'denied'],
  ['one purpose missing', consents({ 1: true }), 'denied'],
  ['the law does not apply', { gdprApplies: false }, 'granted'],
  ['the shopper is being asked', { eventStatus: 'cmpuishown' }, 'hold'],
  ['an unknown status', { eventStatus: 'other' }, undefined],
  ['no data', undefined, undefined],
] as const) {
  test(`TCF with ${title} means ${state ?? 'nothing'}`, () => {
    expect(consentInTcf(data, [1, 8])).toBe(state)
  })
}

describe('shop platforms', () => {
  /** A page with a consent manager that the tag has found, and the resulting state. */
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

  /** Shopify's API with its current answers. */
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

  /** A storefront that loads the API on request. */
  function storefront(consent?: ConsentState) {
    const asked: unknown[] = []
    const shop: Record<string, unknown> = {
      loadFeatures: (features: unknown, onEnd: () => void) => asked.push(features, onEnd),
    }
    const page = scene('Shopify.loadFeatures', { Shopify: shop }, consent)
    return { ...page, shop, asked, onEnd: () => (asked[1] as () => void)() }
  }

  test('the tag makes Shopify load its API, and holds events until then', () => {
    const { asked, onEnd, shop, state } = storefront()
    expect(asked[0]).toEqual([{ name: 'consent-tracking-api', version: '0.1' }])
    expect(state()).toBe('hold')
    shop.customerPrivacy = privacy({ isAllowed: false, analytics: 'no' })
    onEnd()
    expect(state()).toBe('refused')
  })

  for (const consent of ['granted', 'hold'] as const)
    test(`if Shopify cannot load its API, the setting ${consent} applies`, () => {
      const { onEnd, state } = storefront(consent)
      onEnd()
      expect(state()).toBe(consent)
    })

  test('a loadFeatures that throws is ignored', () => {
    const loadFeatures = () => {
      throw new Error('not here')
    }
    expect(scene('Shopify.loadFeatures', { Shopify: { loadFeatures } }).state()).toBe('granted')
  })

  /** A site with the WP Consent API and the given answers for each category. */
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

  test('the answer to WordPress and the consent type of a banner are followed', () => {
    const page = wordpress({ ...agreed, waitfor_consent_hook: true }, 'hold')
    expect(page.state()).toBe('hold')
    page.window.wp_consent_type = 'optin'
    page.announce('wp_consent_type_defined')
    expect(page.state()).toBe('granted')
    page.window.wp_has_consent = () => false
    page.announce('wp_listen_for_consent_change')
    expect(page.state()).toBe('hold')
  })

  test('an object that only has the name of a consent manager is ignored', () => {
    expect(scene('__tcfapi', { __tcfapi: {} }, 'hold').state()).toBe('hold')
    expect(scene('__tcfapi', { __tcfapi: {} }).state()).toBe('granted')
  })
})
