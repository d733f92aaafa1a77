import fc from 'fast-check'
import type { Consent } from './played-consent'
import type { Fault, Subject, Treatment } from './played-network'
import { createPlayedShop, type PlayedShop, type ShopOptions } from './played-shop'
import type { TextState } from './played-store'
import type { AccountName, ShopPage } from './shop-page'

/* What shoppers, shops, browsers, networks and trackers do, as steps that can be printed, repeated and left out. */

type ReportedAction = 'order' | 'cart' | 'click' | 'search' | 'PRODUCT_IMPRESSIONS' | 'long search'

const GOOGLE = {
  'default granted': ['default', 'granted'],
  'default denied': ['default', 'denied'],
  'default denied, wait': ['default', 'denied', 500],
  'update granted': ['update', 'granted'],
  'update denied': ['update', 'denied'],
} as const

/** One thing that happens. `tab` is the tab that it happens in. */
export type Step =
  | { readonly do: 'open'; readonly tab: number; readonly account: AccountName }
  | {
      readonly do: 'report'
      readonly tab: number
      readonly action: ReportedAction
      readonly times: number
      readonly by: 'call' | 'late push'
    }
  | { readonly do: 'report the order 1001'; readonly tab: number }
  | { readonly do: 'consent'; readonly tab: number; readonly state: 'granted' | 'hold' | 'denied' }
  | { readonly do: 'grant and leave at once'; readonly tab: number }
  | { readonly do: 'Consent Mode'; readonly tab: number; readonly entry: keyof typeof GOOGLE }
  | { readonly do: 'TCF'; readonly tab: number; readonly answer: 'asks' | 'agreed' | 'refused' }
  | {
      readonly do: 'replace the dataLayer'
      readonly tab: number
      readonly by: 'a copy' | 'an empty list' | 'an object that keeps' | 'an object that drops'
    }
  | {
      readonly do: 'hide' | 'show' | 'freeze' | 'restore' | 'reload' | 'close' | 'kill' | 'flush'
      readonly tab: number
    }
  | {
      readonly do: 'wake'
      readonly tab: number
      readonly by: 'online' | 'focus' | 'resume' | 'pageshow' | 'storage' | 'message' | 'load'
    }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'go offline' | 'go online' | 'block the parts' | 'serve the parts' }
  | { readonly do: 'tracker'; readonly account: AccountName; readonly fault: Fault }
  | { readonly do: 'heal the tracker'; readonly account: AccountName }
  | { readonly do: 'localStorage'; readonly is: TextState }

/** A browser, a shop and what happens in it. */
export interface ShopHistory {
  readonly options: ShopOptions
  readonly steps: readonly Step[]
}

/** More than this many held events are dropped, the oldest first, as documented. */
const HELD_LIMIT = 180

/** The tag may notice a replaced dataLayer this much later. */
const NOTICE_MS = 1_000

/** The entry that `gtag()` pushes: its arguments, which are no array. */
function gtag(..._words: unknown[]) {
  // biome-ignore lint/complexity/noArguments: this is what gtag is.
  return arguments
}

function dataOf(action: ReportedAction, id: string) {
  if (action === 'search') return ['search', { query: id }] as const
  if (action === 'long search') return ['search', { query: `${id} ${'x'.repeat(2_000)}` }] as const
  if (action === 'PRODUCT_IMPRESSIONS')
    return [action, { query: 'shoes', pids_list: [id] }] as const
  if (action === 'order') return [action, { pid: id, price: 5, orderId: id }] as const
  return [action, { pid: id }] as const
}

const newId = (shop: PlayedShop) => `pid${shop.events.count()}`

function report(
  shop: PlayedShop,
  page: ShopPage,
  { action, times, by }: Extract<Step, { do: 'report' }>,
) {
  page.run(() => {
    for (let time = 0; time < times && page.heldCount < HELD_LIMIT; time += 1) {
      const id = newId(shop)
      const [name, data] = dataOf(action, id)
      if (page.consent.state() === 'hold') page.heldCount += 1
      shop.events.note(id, name, page)
      if (by === 'call') void page.svc().track(name, data as never)
      else page.svc().q.push(['track', [name, data], shop.timeline.now(), () => {}, () => {}])
    }
  })
}

/** An order counts once in each account, whatever the other account's orders are called. */
function reportSharedOrder(shop: PlayedShop, page: ShopPage) {
  const id = newId(shop)
  const isKnown = shop.events
    .all()
    .some(
      (other) =>
        other.action === 'order 1001' &&
        other.page.account === page.account &&
        other.fate !== 'never',
    )
  page.run(() => {
    const event = shop.events.note(id, 'order 1001', page)
    if (isKnown && event.fate !== 'never') event.fate = 'unsure'
    void page.svc().track('order', { pid: id, price: 5, orderId: '1001' })
  })
}

/** What an entry of Consent Mode means; a default that announces an update means `hold` until then. */
function meaningOf(name: keyof typeof GOOGLE, { consent }: ShopPage): Consent {
  const [kind, storage, waitMs] = GOOGLE[name]
  if (kind === 'update' || storage === 'granted') return storage
  return waitMs ? 'hold' : consent.unanswered()
}

/** The tag may notice a change a little later. */
function allowTime({ timeline }: PlayedShop, page: ShopPage) {
  page.graceUntil = Math.max(page.graceUntil, timeline.elapsed() + NOTICE_MS)
}

function sayGoogle(shop: PlayedShop, page: ShopPage, name: keyof typeof GOOGLE) {
  const [kind, analytics_storage, wait_for_update] = GOOGLE[name]
  const entry = gtag('consent', kind, { analytics_storage, wait_for_update })
  const { consent, window } = page
  const isNew = window.dataLayer === undefined
  if (isNew) window.dataLayer = []
  if (page.hasOtherLayer) allowTime(shop, page)
  page.google = entry
  // If the tag hears of a refusal, so do the other tabs.
  if (page.hasDroppingLayer) shop.pages.forEach(shop.events.doubt)
  else consent.signal('google', meaningOf(name, page))
  page.run(() => (window.dataLayer as unknown[]).push(entry))
  // The script that brings the dataLayer has loaded.
  if (isNew) page.wake('load')
  if (!wait_for_update || page.hasDroppingLayer) return
  const endWait = () => {
    if (page.google !== entry) return
    // The tag's own timer ends at about the same time.
    allowTime(shop, page)
    consent.signal('google', consent.unanswered())
  }
  // A timer, because the tag's own runs late in a hidden page, too.
  shop.timeline.in(wait_for_update, endWait, page.lifecycle, true)
}

function replaceLayer(page: ShopPage, by: Extract<Step, { do: 'replace the dataLayer' }>['by']) {
  const { window } = page
  if (window.dataLayer === undefined) return
  const before = window.dataLayer as unknown[]
  const entries = Array.isArray(before) ? [...before] : []
  page.hasOtherLayer = true
  page.hasDroppingLayer = by === 'an object that drops'
  page.run(() => {
    if (by === 'a copy') window.dataLayer = [...entries]
    else if (by === 'an empty list') window.dataLayer = []
    else if (by === 'an object that drops') window.dataLayer = { push: () => 0 }
    else window.dataLayer = { kept: entries, push: (entry: unknown) => entries.push(entry) }
  })
}

const TCF = {
  asks: { eventStatus: 'cmpuishown', isAgreed: false },
  agreed: { eventStatus: 'useractioncomplete', isAgreed: true },
  refused: { eventStatus: 'useractioncomplete', isAgreed: false },
} as const

/** What a page does that may run scripts at this moment. */
function onPage(shop: PlayedShop, page: ShopPage, step: Step & { readonly tab: number }) {
  switch (step.do) {
    case 'report':
      return report(shop, page, step)
    case 'report the order 1001':
      return reportSharedOrder(shop, page)
    case 'consent':
      page.consent.call(step.state)
      return page.run(() => void page.svc().consent(step.state))
    case 'grant and leave at once':
      page.consent.call('granted')
      page.run(() => void page.svc().consent('granted'))
      return shop.leave(page)
    case 'Consent Mode':
      return sayGoogle(shop, page, step.entry)
    case 'TCF':
      return shop.sayTcf(page, TCF[step.answer])
    case 'replace the dataLayer':
      return replaceLayer(page, step.by)
    case 'hide':
      return page.isVisible() ? shop.hide(page) : undefined
    case 'show':
      return page.isVisible() ? undefined : shop.show(page)
    case 'freeze':
      return shop.freeze(page)
    case 'reload':
      return void shop.open(step.tab, page.account.name)
    case 'close':
      return shop.leave(page)
    case 'kill':
      return shop.kill(page)
    case 'flush':
      return page.run(() => void page.svc().flush())
    case 'wake':
      if (step.by === 'message') return shop.channels.tell({ of: 'another script' })
      return page.wake(step.by, { persisted: false, key: 'svc-tag.other', newValue: '' })
  }
}

function onBrowser(shop: PlayedShop, step: Step) {
  switch (step.do) {
    case 'pass':
      return shop.pass(step.ms)
    case 'go offline':
    case 'go online':
      return shop.setOnline(step.do === 'go online')
    case 'block the parts':
    case 'serve the parts':
      return shop.setParts(step.do === 'serve the parts')
    case 'tracker':
      return shop.setFault(step.account, step.fault)
    case 'heal the tracker':
      return shop.setFault(step.account, undefined)
    case 'localStorage':
      return shop.store.setTexts(step.is)
    case 'open':
      return shop.open(step.tab, step.account)
  }
}

/** Does one step. A step that is impossible at the moment does nothing. */
function doStep(shop: PlayedShop, step: Step) {
  if (!('tab' in step) || step.do === 'open') {
    shop.tell(inWords(step))
    onBrowser(shop, step)
  } else {
    const page = shop.pageIn(step.tab)
    if (!page || page.lifecycle.isFrozen !== (step.do === 'restore')) return
    shop.tell(`${page.name}: ${inWords(step)}`)
    if (step.do === 'restore') page.restore()
    else onPage(shop, page, step)
  }
  shop.noteHindrances()
}

/** All faults end, the shopper opens a page of each account and agrees, and time passes. */
function settle(shop: PlayedShop) {
  shop.tell('all faults end')
  // What was written while localStorage worked can be read.
  if (shop.store.textState() !== 'well') shop.store.setTexts(shop.options.texts)
  shop.setParts(!shop.options.lacksParts)
  shop.setFault('uk', undefined)
  shop.setFault('us', undefined)
  // What a page without consent has in its memory ends with it.
  for (const page of shop.openPages())
    if (page.lifecycle.isFrozen || page.consent.state() !== 'granted') shop.leave(page)
  shop.setOnline(true)
  for (const page of shop.openPages()) if (!page.isVisible()) shop.show(page)
  for (const [tab, name] of [
    [8, 'uk'],
    [9, 'us'],
  ] as const) {
    const page = shop.open(tab, name, 'granted')
    page.consent.call('granted')
    page.run(() => void page.svc().consent('granted'))
    shop.pass(1_000)
    doStep(shop, { do: 'report', tab, action: 'click', times: 1, by: 'call' })
    shop.pass(1_000)
  }
  shop.pass(30 * 60_000)
}

function playSteps(
  shop: PlayedShop,
  steps: readonly Step[],
  onStep: (shop: PlayedShop) => void,
  onEnd: (shop: PlayedShop) => void,
) {
  shop.open(0, 'uk')
  shop.pass(700)
  for (const step of steps) {
    doStep(shop, step)
    shop.pass(5)
    onStep(shop)
    if (shop.faults.length > 0) return
  }
  onEnd(shop)
  settle(shop)
}

/**
 * Plays a history to its end, or to its first fault.
 *
 * @param onStep - Called after each step.
 * @param onEnd - Called after the last step, before all faults end.
 */
export function playHistory(
  { options, steps }: ShopHistory,
  onStep: (shop: PlayedShop) => void,
  onEnd: (shop: PlayedShop) => void,
): PlayedShop {
  const shop = createPlayedShop(options)
  try {
    playSteps(shop, steps, onStep, onEnd)
  } catch (error) {
    // Something is waited for without end.
    shop.blame(String(error))
  }
  return shop
}

/** A step in words. */
function inWords(step: Step): string {
  const { do: name, tab: _, ...rest } = step as Step & { tab?: number }
  const more = Object.values(rest).map((value) =>
    typeof value === 'object' ? Object.values(value).join(' → ') : value,
  )
  return `${name} ${more.join(', ')}`.trim()
}

/** A history as a reader can follow it: what is unusual in the browser, what happened, and what was wrong with it. */
export function toText({ options, diary, faults }: PlayedShop): string {
  const unusual = Object.entries(options).filter(
    ([, value]) => value !== false && value !== 'well' && value !== undefined,
  )
  const heading = unusual.map(([name, value]) => `${name}: ${value}`).join(', ') || 'nothing'
  return [`Unusual: ${heading}`, ...diary, '', ...faults].join('\n')
}

const tab = fc.constantFrom(0, 0, 1, 2)
const account = fc.constantFrom<AccountName>('uk', 'us')
const oneOf = <Value>(...values: Value[]) => fc.constantFrom(...values)

const treatments: Treatment[] = ['hang', 'reset', 'lost', '403 without CORS', 404, 406, 500]
const subjects: Subject[] = ['one product', 'orders', 'clicks', 'visitors', 'long addresses']

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ subject: oneOf(...subjects), how: oneOf(...treatments) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      subject: fc.constant<Subject>('everything'),
      how: oneOf<Treatment>('slow', 'pause of 60 s', 503, ...treatments),
    }),
  },
)

const is = <Kind extends Step['do']>(kind: Kind) => fc.constant(kind)

const report1 = fc.record({
  do: is('report'),
  tab,
  action: oneOf<ReportedAction>(
    'order',
    'cart',
    'click',
    'search',
    'PRODUCT_IMPRESSIONS',
    'long search',
  ),
  times: oneOf(1, 1, 1, 2, 5, 60),
  by: oneOf('call' as const, 'call' as const, 'call' as const, 'late push' as const),
})

const pass = fc.record({
  do: is('pass'),
  ms: oneOf(20, 200, 700, 700, 3_000, 20_000, 90_000, 400_000, 1_900_000),
})

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: report1 },
  { weight: 8, arbitrary: pass },
  { weight: 4, arbitrary: fc.record({ do: is('open'), tab, account }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: oneOf('hide' as const, 'show' as const, 'freeze' as const, 'restore' as const),
      tab,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: oneOf('reload' as const, 'close' as const, 'kill' as const, 'flush' as const),
      tab,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: is('tracker'), account, fault }) },
  { weight: 1, arbitrary: fc.record({ do: is('heal the tracker'), account }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: is('consent'),
      tab,
      state: oneOf('granted' as const, 'granted' as const, 'hold' as const, 'denied' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is('Consent Mode'),
      tab,
      entry: oneOf(...(Object.keys(GOOGLE) as (keyof typeof GOOGLE)[])),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: is('TCF'),
      tab,
      answer: oneOf('asks' as const, 'agreed' as const, 'refused' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: is('replace the dataLayer'),
      tab,
      by: oneOf(
        'a copy' as const,
        'an empty list' as const,
        'an object that keeps' as const,
        'an object that drops' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('grant and leave at once'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: is('report the order 1001'), tab }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: is('wake'),
      tab,
      by: oneOf(
        'online' as const,
        'focus' as const,
        'resume' as const,
        'pageshow' as const,
        'storage' as const,
        'message' as const,
        'load' as const,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: oneOf(
        'go offline' as const,
        'go online' as const,
        'go online' as const,
        'block the parts' as const,
        'serve the parts' as const,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: is('localStorage'),
      is: oneOf<TextState>('well', 'well', 'full', 'blocked'),
    }),
  },
)

/** Usual values first: a failing history shrinks towards them. */
const options: fc.Arbitrary<ShopOptions> = fc.record({
  hasOneTracker: fc.boolean(),
  declaresRepeats: fc.boolean(),
  database: oneOf(
    'well' as const,
    'well' as const,
    'well' as const,
    'slow' as const,
    'silent' as const,
    'missing' as const,
    'failing' as const,
  ),
  texts: oneOf<TextState>('well', 'well', 'well', 'full', 'blocked'),
  locks: oneOf(
    'well' as const,
    'well' as const,
    'well' as const,
    'silent' as const,
    'missing' as const,
  ),
  isGpcOn: oneOf(false, false, false, false, false, false, true),
  hasTcf: oneOf(false, false, false, false, false, true),
  hasDataLayer: fc.boolean(),
  consent: oneOf(undefined, 'granted', 'granted', 'hold', 'hold', 'denied', ' Hold ', 'deny', ''),
  wrapsFetch: oneOf(
    undefined,
    undefined,
    undefined,
    'before' as const,
    'before, disguised' as const,
    'after' as const,
  ),
  lacksCurrentScript: oneOf(false, false, false, false, true),
  lacksParts: oneOf(false, false, false, false, true),
})

/** Random browsers, and up to 30 steps in them. */
export const shopHistories: fc.Arbitrary<ShopHistory> = fc.record(
  {
    options,
    steps: fc.array(anyStep, { minLength: 1, maxLength: 30, size: 'max' }),
  },
  { noNullPrototype: true },
)
