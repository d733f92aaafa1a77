import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConsentState } from '../../../src/settings/settings'
import { newLife } from '../../fakes/timeline'
import { createShopBrowser, openShop } from '../page-model/open-shop'

/*
 * Consent in a page on which the shop, the browser, other tabs and every consent manager speak, in any order and more than once. The
 * model knows what each of them means and that the strictest counts, unless the shop itself said something.
 */

type Signal = ConsentState | 'pending'

const settings = ['granted', 'hold', 'denied'] as const

/** The entry that `gtag()` pushes: its arguments, which are no array. */
function gtag(..._words: unknown[]) {
  // biome-ignore lint/complexity/noArguments: this is what gtag is.
  return arguments
}

const mode = (kind: string, analytics_storage: unknown, more: object = {}) =>
  gtag('consent', kind, { analytics_storage, ...more })

/** Entries of the dataLayer with what they mean: `asked` while the shopper has not answered, a number for a wait before that. */
const GOOGLE: readonly (readonly [entry: unknown, means?: ConsentState | 'asked' | number])[] = [
  [mode('default', 'granted'), 'granted'],
  [mode('default', 'denied'), 'asked'],
  [mode('default', 'denied', { wait_for_update: 500 }), 500],
  [mode('default', 'denied', { wait_for_update: -1 }), 'asked'],
  [mode('default', 'denied', { wait_for_update: 'soon' }), 'asked'],
  [mode('update', 'granted'), 'granted'],
  [['consent', 'update', { analytics_storage: 'denied' }], 'denied'],
  [mode('update', 'no')],
  [gtag('consent', 'default', { ad_storage: 'denied' })],
  [gtag('consent', 'update', null)],
  [gtag('a', 'update', { analytics_storage: 'granted' })],
  [{ event: 'view_item_list' }],
  [null],
]

const consents = (given: object, eventStatus = 'tcloaded') => ({
  eventStatus,
  purpose: { consents: given },
})

/** What a TCF consent manager says, and what that means. */
const TCF: readonly (readonly [data: unknown, means?: ConsentState])[] = [
  [consents({ 1: true, 8: true }), 'granted'],
  [consents({ 1: true, 8: true, 9: false }, 'useractioncomplete'), 'granted'],
  [consents({ 1: true, 8: false }), 'denied'],
  [consents({ 1: true }), 'denied'],
  [{ gdprApplies: false }, 'granted'],
  [consents({}, 'cmpuishown'), 'hold'],
  [consents({ 1: true, 8: true }, 'other')],
  [undefined],
]

/** An answer to Shopify, and what it means. An older API does not tell a refusal from a question without an answer. */
const SHOPIFY: readonly (readonly [isAllowed: unknown, analytics?: string])[] = [
  [true, 'yes'],
  [true],
  [false, 'no'],
  [false, ''],
  [false],
  ['yes'],
]

/** What a WordPress site has on its window, and in its cookies. */
const WORDPRESS = [
  { wp_consent_type: 'optin', isAgreed: true },
  { wp_fallback_consent_type: 'optin', isAgreed: true },
  { wp_fallback_consent_type: 'optin' },
  { wp_consent_type: 'optout', cookie: 'wp_consent_statistics' },
  { wp_consent_type: 'optin', cookie: 'rcl_statistics', consent_api: { cookie_prefix: 'rcl' } },
  { wp_fallback_consent_type: '', isAgreed: true },
  { waitfor_consent_hook: true, isAgreed: true },
  { waitfor_consent_hook: true, wp_consent_type: 'optin', isAgreed: true },
]

/** A consent manager announces the type that it defines; otherwise the API announces the answer. */
const announcementOf = (site: { readonly wp_consent_type?: string }) =>
  site.wp_consent_type ? 'wp_consent_type_defined' : 'wp_listen_for_consent_change'

const WORDPRESS_NAMES = 'wp_consent_type wp_fallback_consent_type waitfor_consent_hook consent_api'

/** A choice among the things that a consent manager may say. */
const among = (list: readonly unknown[]) => fc.nat(list.length - 1)

const moves = fc.oneof(
  ...(
    [
      ...Array<readonly ['own', fc.Arbitrary<number>]>(8).fill(['own', fc.nat(999)]),
      ['google', among(GOOGLE)],
      ['tcf', among(TCF)],
      ['shopify', among(SHOPIFY)],
      ['shopifyLoads', among(SHOPIFY)],
      ['wordpress', among(WORDPRESS)],
      ['come', fc.nat(4)],
      ['shop', fc.nat(2)],
      ['click', fc.constant(0)],
      ['pass', fc.constant(0)],
      ['otherTab', fc.constant(0)],
    ] as const
  ).map(([kind, choice]) => fc.record({ kind: fc.constant(kind), choice })),
)

/** How much each manager may say, and which of those that come it is. */
const SUBJECTS = {
  google: [GOOGLE.length, 0],
  tcf: [TCF.length, 1],
  shopify: [SHOPIFY.length, 2],
  wordpress: [WORDPRESS.length, 4],
} as const

interface Run {
  /** The manager that speaks most, and is there before the tag. */
  readonly subject: keyof typeof SUBJECTS
  readonly consent: ConsentState
  readonly globalPrivacyControl: boolean
  /** Whether each consent manager is there before the tag, comes later, or never. */
  readonly presence: string[]
  /** Whether they only have the name of one. */
  readonly isImpostor: boolean
  readonly isWrapped: boolean
  readonly moves: { readonly kind: string; readonly choice: number }[]
}

function played({ subject, consent, presence, isImpostor, isWrapped, ...run }: Run) {
  const browser = createShopBrowser()
  const { timeline, cookies } = browser
  const unanswered: Signal = consent === 'hold' ? 'hold' : 'pending'
  const wanted = new Map<string, Signal | undefined>()
  if (run.globalPrivacyControl) wanted.set('gpc', 'denied')
  let explicit: ConsentState | undefined
  let waitsUntil = Number.POSITIVE_INFINITY

  const faults: string[] = []

  const dataLayer: unknown[] = []
  const window: Record<string, unknown> = { Shopify: {} }
  const shopify = window.Shopify as Record<string, unknown>
  /** Managers that the tag follows. */
  const followed = new Set<string>()
  let tellTcf: ((data: unknown, isSuccess: boolean) => void) | undefined
  let endLoading: (() => void) | undefined
  let answer: (typeof SHOPIFY)[number] = [false, '']
  let site: (typeof WORDPRESS)[number] & { readonly cookie?: string; readonly isAgreed?: boolean } =
    { wp_fallback_consent_type: '' }

  const readShopify = (): Signal | undefined => {
    if (answer[0] === 'yes' || !shopify.customerPrivacy) return undefined
    if (answer[0]) return 'granted'
    return answer[1] === 'no' ? 'denied' : unanswered
  }
  const readWordPress = (): Signal | undefined => {
    const { wp_consent_type, wp_fallback_consent_type, waitfor_consent_hook } = {
      wp_consent_type: '',
      wp_fallback_consent_type: '',
      waitfor_consent_hook: false,
      ...site,
    }
    if (!wp_consent_type && waitfor_consent_hook) return 'hold'
    if (!wp_consent_type && !wp_fallback_consent_type) return undefined
    if (site.isAgreed) return 'granted'
    return site.cookie ? 'denied' : unanswered
  }
  function onGoogle(means: (typeof GOOGLE)[number][1]) {
    if (means === undefined) return
    waitsUntil = typeof means === 'number' ? timeline.now() + means : Number.POSITIVE_INFINITY
    if (typeof means === 'number') wanted.set('google', 'hold')
    else wanted.set('google', means === 'asked' ? unanswered : means)
  }
  function followShopify() {
    const signal = readShopify()
    wanted.set('shopify', signal)
    if (signal) followed.add('shopify')
  }

  /** Scripts that bring a consent manager. */
  const comers: readonly (() => void)[] = [
    () => {
      window.dataLayer = isImpostor ? { push() {} } : dataLayer
      if (isImpostor) return
      followed.add('google')
      for (const one of dataLayer) onGoogle(GOOGLE.find(([entry]) => entry === one)?.[1])
    },
    () => {
      window.__tcfapi = isImpostor
        ? {}
        : (command: string, _version: number, callback: typeof tellTcf) => {
            tellTcf = command === 'addEventListener' ? callback : undefined
          }
      if (!isImpostor) wanted.set('tcf', 'hold')
    },
    () => {
      shopify.customerPrivacy = {
        analyticsProcessingAllowed: () => answer[0],
        get currentVisitorConsent() {
          const [, analytics] = answer
          return analytics === undefined ? undefined : () => ({ analytics })
        },
      }
      followShopify()
    },
    () => {
      shopify.loadFeatures = (features: unknown, onEnd: () => void) => {
        if (isImpostor) throw new Error('not here')
        expect(features).toEqual([{ name: 'consent-tracking-api', version: '0.1' }])
        endLoading = onEnd
      }
      if (!isImpostor) wanted.set('loading', 'hold')
    },
    () => {
      window.wp_has_consent = isImpostor
        ? 'yes'
        : (category: string) => category === 'statistics' && site.isAgreed === true
      if (isImpostor) return
      followed.add('wordpress')
      wanted.set('wordpress', readWordPress())
    },
  ]
  const hasCome = presence.map((when, index) => {
    if (when === 'first' || index === SUBJECTS[subject][1]) comers[index]?.()
    return when !== 'later' || index === SUBJECTS[subject][1]
  })
  const shop = openShop(browser, { consent }, { window, navigator: run })
  const { page, svc } = shop
  const changes: string[] = []
  let told = page.tag.consent.consentState()
  svc.on('consent', ({ state }) => {
    if (state === told) faults.push(`${state} is told twice`)
    told = state
    changes.push(state)
  })
  const announce = (name: string) => page.fire(page.document, name)

  let held = 0
  let expectedClicks = 0
  const acts: Readonly<Record<string, (choice: number) => void>> = {
    google(choice) {
      const [entry, means] = GOOGLE[choice] ?? []
      page.run(() => dataLayer.push(entry))
      if (followed.has('google')) onGoogle(means)
    },
    tcf(choice) {
      const [data, means] = TCF[choice] ?? []
      if (!tellTcf) return
      page.run(() => tellTcf?.(data, data !== undefined))
      if (means) wanted.set('tcf', means)
    },
    shopify(choice) {
      answer = SHOPIFY[choice] ?? answer
      announce('visitorConsentCollected')
      // An answer that does not allow analytics is a refusal.
      if (followed.has('shopify'))
        wanted.set('shopify', readShopify() === 'granted' ? 'granted' : 'denied')
    },
    shopifyLoads(choice) {
      if (!endLoading) return
      answer = SHOPIFY[choice] ?? answer
      if (choice < 5 && !shopify.customerPrivacy) {
        hasCome[2] = true
        comers[2]?.()
        Object.assign(page.window, { Shopify: shopify })
      } else if (readShopify()) followShopify()
      wanted.set('loading', undefined)
      page.run(endLoading)
      endLoading = undefined
    },
    wordpress(choice) {
      site = WORDPRESS[choice] ?? site
      for (const name of ['wp_consent_statistics', 'rcl_statistics'])
        cookies.write(`${name}=deny; max-age=${name === site.cookie ? 9_999 : 0}`)
      for (const name of WORDPRESS_NAMES.split(' ')) page.window[name] = Reflect.get(site, name)
      announce(announcementOf(site))
      if (followed.has('wordpress')) wanted.set('wordpress', readWordPress())
    },
    come(choice) {
      if (!hasCome[choice]) comers[choice]?.()
      hasCome[choice] = true
      Object.assign(page.window, window)
      announce('load')
    },
    shop(choice) {
      explicit = settings[choice]
      page.run(() => svc.consent(explicit as ConsentState))
    },
    click() {
      page.run(() => svc.track('click', { pid: 'P' }))
      held += 1
    },
    pass: () => timeline.advance(400),
    otherTab() {
      page.run(() => new (browser.channels.classFor(newLife()))().postMessage('denied'))
      explicit = 'denied'
    },
  }

  function expectedState(): Signal {
    const start: Signal = consent === 'denied' ? 'pending' : consent
    const strictest = (['denied', 'pending', 'hold', 'granted'] as const).find((strict) =>
      [...wanted.values()].includes(strict),
    )
    return explicit ?? strictest ?? start
  }
  function judgeClicks(what: string, expected: Signal) {
    if (expected === 'granted') expectedClicks += held
    if (expected !== 'hold') held = 0
    const clicks = browser.events.filter(({ action }) => action === 'click').length
    if (clicks !== expectedClicks) faults.push(`${what}: ${clicks} clicks, not ${expectedClicks}`)
  }
  function judge(what: string) {
    timeline.advance(100)
    if (timeline.now() >= waitsUntil) onGoogle('asked')
    const expected = expectedState()
    const state = stateNow()
    if (state !== expected) faults.push(`${what}: ${state}, not ${expected}`)
    if (changes.splice(0).slice(0, -1).includes('granted')) faults.push(`${what}: granted between`)
    judgeClicks(what, expected)
    const kept = shop.kept().filter((name) => !/statistics/.test(name))
    if (expected === 'denied' && kept.length) faults.push(`${what}: kept ${kept}`)
  }
  /** A question without an answer is denied, and no refusal. */
  function stateNow(): Signal {
    const state = page.tag.consent.consentState()
    return state === 'denied' && page.tag.consentGate.gateState() !== 'erased' ? 'pending' : state
  }

  judge('start')
  for (const { kind, choice } of run.moves) {
    if (kind === 'own') acts[subject]?.(choice % SUBJECTS[subject][0])
    else acts[kind]?.(choice)
    judge(`${kind} ${choice} of ${subject}`)
  }
  const wrapper = (...entries: unknown[]) => entries.length
  if (isWrapped) dataLayer.push = wrapper
  expect(shop.stop()).toMatchObject({ timers: 0, listeners: 0 })
  expect(tellTcf).toBeUndefined()
  expect(dataLayer.push).toBe(isWrapped ? wrapper : [].push)
  return [...faults, ...timeline.mishaps.map(String)]
}

/** Each manager alone, saying everything that it can. */
const alone = Object.entries(SUBJECTS).map(
  ([subject, [count]]): Run => ({
    subject: subject as Run['subject'],
    consent: 'granted',
    globalPrivacyControl: false,
    isImpostor: false,
    isWrapped: false,
    presence: Array<string>(5).fill('never'),
    moves: Array.from({ length: count }, (_, choice) => ({ kind: 'own', choice })),
  }),
)

test('of all who speak about consent the strictest counts, and the shop before them', () => {
  const runs = fc.record({
    subject: fc.constantFrom('google', 'tcf', 'shopify', 'wordpress'),
    consent: fc.constantFrom(...settings),
    globalPrivacyControl: fc.constantFrom(false, false, false, true),
    presence: fc.array(fc.constantFrom('first', 'later', 'never', 'never'), {
      minLength: 5,
      maxLength: 5,
    }),
    isImpostor: fc.constantFrom(false, false, false, true),
    isWrapped: fc.boolean(),
    moves: fc.array(moves, { maxLength: 16, size: 'max' }),
  })
  fc.assert(
    fc.property(runs, (run) => {
      expect(played(run)).toEqual([])
    }),
    { numRuns: 150, seed: 1, examples: alone.map((run): [Run] => [run]) },
  )
})
