import { expect, test } from '@playwright/test'
import { createConsent, type Signal } from '../../../src/consent/consent'
import { createGoogleConsent } from '../../../src/consent/google'
import { tcfConsent } from '../../../src/parts/consent-tcf/tcf'
import { fakeClock } from '../../support/builders'

test('what the shop says itself counts more than any signal', () => {
  const changes: string[] = []
  const consent = createConsent('granted', () => changes.push(consent.state()))
  consent.signal('gpc', 'denied')
  consent.set('granted')
  consent.signal('tcf', 'denied')
  expect(changes).toEqual(['denied', 'granted'])
  expect(consent.state()).toBe('granted')
})

test('of several consent managers the strictest counts', () => {
  const consent = createConsent('granted', () => {})
  consent.signal('google', 'granted')
  consent.signal('tcf', 'hold')
  expect(consent.state()).toBe('hold')
  consent.signal('google', 'denied')
  expect(consent.state()).toBe('denied')
})

test('a consent manager that grants ends a start on hold', () => {
  const consent = createConsent('hold', () => {})
  consent.signal('google', 'granted')
  expect(consent.state()).toBe('granted')
})

for (const [name, start, signal] of [
  ['the setting', 'denied', undefined],
  ['a default', 'granted', 'unasked'],
] as const)
  test(`what ${name} denies is refused only when somebody says so`, () => {
    const changes: boolean[] = []
    const consent = createConsent(start, (isOther) => changes.push(isOther))
    if (signal) consent.signal('google', signal)
    expect([consent.state(), consent.isRefused()]).toEqual(['denied', false])
    consent.signal('google', 'denied')
    expect([consent.state(), consent.isRefused()]).toEqual(['denied', true])
    consent.set('granted')
    expect([consent.state(), consent.isRefused()]).toEqual(['granted', false])
    expect(changes).toEqual([...(signal ? [true] : []), false, true])
  })

/** What `gtag()` pushes: its arguments, which are no array. */
function gtag(..._words: unknown[]) {
  // biome-ignore lint/complexity/noArguments: this is what gtag is.
  return arguments
}

function google(whileUnanswered: Signal = 'unasked') {
  const clock = fakeClock()
  const signals: Signal[] = []
  const hear = createGoogleConsent({
    schedule: clock.schedule,
    whileUnanswered,
    onSignal: (state) => signals.push(state),
  })
  return { clock, signals, hear }
}

test('a default of denied denies, an update refuses', () => {
  const { hear, signals } = google()
  hear(gtag('consent', 'default', { analytics_storage: 'denied' }))
  hear(gtag('consent', 'update', { analytics_storage: 'denied' }))
  expect(signals).toEqual(['unasked', 'denied'])
})

test('a default of denied is a hold where the shop has chosen to hold', () => {
  const { hear, signals } = google('hold')
  hear(gtag('consent', 'default', { analytics_storage: 'denied' }))
  expect(signals).toEqual(['hold'])
})

test('a default that announces an update holds for so long', () => {
  const { hear, signals, clock } = google()
  hear(gtag('consent', 'default', { analytics_storage: 'denied', wait_for_update: 500 }))
  clock.advance(499)
  expect(signals).toEqual(['hold'])
  clock.advance(1)
  expect(signals).toEqual(['hold', 'unasked'])
})

test('an update in time ends the wait', () => {
  const { hear, signals, clock } = google()
  hear(gtag('consent', 'default', { analytics_storage: 'denied', wait_for_update: 500 }))
  hear(['consent', 'update', { analytics_storage: 'granted' }])
  clock.advance(1_000)
  expect(signals).toEqual(['hold', 'granted'])
})

for (const entry of [
  undefined,
  null,
  'consent',
  { event: 'view_item_list' },
  gtag('config', 'G-1'),
  gtag('consent', 'default', { ad_storage: 'denied' }),
  gtag('consent', 'update', null),
]) {
  test(`${JSON.stringify(entry)} says nothing of consent`, () => {
    const { hear, signals } = google()
    hear(entry)
    expect(signals).toEqual([])
  })
}

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
    expect(tcfConsent(data, [1, 8])).toBe(state)
  })
}
