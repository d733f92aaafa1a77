import { expect, test } from 'vitest'
import type { ConsentState } from '../../../src/settings/settings'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

/** A page that asks nobody yet, and what it hears of its consent. */
function scene(consent: ConsentState = 'granted', navigator = {}, browser = createBrowser()) {
  const page = openPage(browser, { settings: { consent }, navigator })
  const { consent: calls } = page.tag
  const changes: [state: string, isOther: boolean][] = []
  page.run(() => calls.startConsent((isOther) => changes.push([calls.consentState(), isOther])))
  return { browser, page, ...calls, changes }
}

test("the shop's own word counts more than any signal", () => {
  const { setConsent, signalConsent, changes } = scene()
  signalConsent('tcf', 'denied')
  setConsent('granted')
  signalConsent('tcf', 'hold')
  expect(changes.map(([state]) => state)).toEqual(['denied', 'granted'])
})

test('of several consent managers the strictest counts', () => {
  const { signalConsent, consentState } = scene()
  signalConsent('google', 'granted')
  signalConsent('tcf', 'hold')
  expect(consentState()).toBe('hold')
  signalConsent('google', 'pending')
  expect(consentState()).toBe('denied')
})

test('a refusal is stricter than a question that waits', () => {
  const { signalConsent, isRefused } = scene()
  signalConsent('google', 'pending')
  expect(isRefused()).toBe(false)
  signalConsent('tcf', 'denied')
  expect(isRefused()).toBe(true)
})

test('a consent manager that grants ends a start on hold', () => {
  const { signalConsent, isGranted } = scene('hold')
  signalConsent('google', 'granted')
  expect(isGranted()).toBe(true)
})

test('Global Privacy Control denies at the start', () => {
  expect(scene('granted', { globalPrivacyControl: true }).isRefused()).toBe(true)
})

test('a refusal reaches the other tabs', () => {
  const one = scene()
  const other = scene('granted', {}, one.browser)
  one.page.run(() => one.setConsent('denied'))
  one.browser.timeline.advance(10)
  expect(other.isRefused()).toBe(true)
})

for (const [name, start, signal] of [
  ['the setting', 'denied', undefined],
  ['a default', 'granted', 'pending'],
] as const)
  test(`what ${name} denies is refused only when somebody says so`, () => {
    const { signalConsent, setConsent, consentState, isRefused, changes } = scene(start)
    if (signal) signalConsent('google', signal)
    expect([consentState(), isRefused()]).toEqual(['denied', false])
    signalConsent('google', 'denied')
    expect([consentState(), isRefused()]).toEqual(['denied', true])
    setConsent('granted')
    expect([consentState(), isRefused()]).toEqual(['granted', false])
    expect(changes.map(([, isOther]) => isOther)).toEqual([...(signal ? [true] : []), false, true])
  })

/** The entry that `gtag()` pushes: its arguments, which are no array. */
function gtag(..._words: unknown[]) {
  // biome-ignore lint/complexity/noArguments: this is what gtag is.
  return arguments
}

/** A page with a dataLayer, and what Google Consent Mode says in it. */
function google(consent: ConsentState = 'granted') {
  const dataLayer: unknown[] = []
  const browser = createBrowser()
  const page = openPage(browser, { settings: { consent }, window: { dataLayer } })
  page.run(() => page.tag.consent.startConsent(() => {}))
  page.tag.googleConsent.followGoogleConsent()
  const state = () => (page.tag.consent.isRefused() ? 'refused' : page.tag.consent.consentState())
  return { clock: browser.timeline, state, onMessage: (entry: unknown) => dataLayer.push(entry) }
}

test('a default of denied denies, an update refuses', () => {
  const { onMessage, state } = google()
  onMessage(gtag('consent', 'default', { analytics_storage: 'denied' }))
  expect(state()).toBe('denied')
  onMessage(gtag('consent', 'update', { analytics_storage: 'denied' }))
  expect(state()).toBe('refused')
})

test('a default of denied is a hold where the shop has chosen to hold', () => {
  const { onMessage, state } = google('hold')
  onMessage(gtag('consent', 'default', { analytics_storage: 'denied' }))
  expect(state()).toBe('hold')
})

test('a default that announces an update holds for so long', () => {
  const { onMessage, state, clock } = google()
  onMessage(gtag('consent', 'default', { analytics_storage: 'denied', wait_for_update: 500 }))
  clock.advance(499)
  expect(state()).toBe('hold')
  clock.advance(1)
  expect(state()).toBe('denied')
})

test('an update in time ends the wait', () => {
  const { onMessage, state, clock } = google()
  onMessage(gtag('consent', 'default', { analytics_storage: 'denied', wait_for_update: 500 }))
  onMessage(['consent', 'update', { analytics_storage: 'granted' }])
  clock.advance(1_000)
  expect(state()).toBe('granted')
})

for (const entry of [
  undefined,
  null,
  'consent',
  { event: 'view_item_list' },
  gtag('config', 'G-1'),
  gtag('consent', 'default', { ad_storage: 'denied' }),
  gtag('consent', 'update', null),
  gtag('consent', 'update', { analytics_storage: 'no' }),
  gtag('a', 'b', { analytics_storage: 'granted' }),
]) {
  test(`${JSON.stringify(entry)} is no consent signal`, () => {
    const { onMessage, state } = google('hold')
    onMessage(entry)
    expect(state()).toBe('hold')
  })
}

test('a default of granted grants', () => {
  const { onMessage, state } = google('hold')
  onMessage(gtag('consent', 'default', { analytics_storage: 'granted' }))
  expect(state()).toBe('granted')
})

for (const wait_for_update of [0, -1, 'soon'])
  test(`a wait of ${wait_for_update} is none`, () => {
    const { onMessage, state } = google()
    onMessage(gtag('consent', 'default', { analytics_storage: 'denied', wait_for_update }))
    expect(state()).toBe('denied')
  })

/** Follows a page's dataLayer, or what stands in its place. */
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

test('what stood in the dataLayer before the tag counts', () => {
  const granted = gtag('consent', 'update', { analytics_storage: 'granted' })
  expect(follow([granted])).toMatchObject({ isFollowed: true })
  expect(follow([granted]).state()).toBe('granted')
})

test('a page without a list called dataLayer is not followed', () => {
  expect(follow().isFollowed).toBe(false)
  expect(follow({ push() {} }).isFollowed).toBe(false)
})

test('stopping gives the dataLayer its own push back', () => {
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

test('stopping leaves the push of a script that came later', () => {
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
