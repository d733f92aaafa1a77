import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TrackerEvent, UserId } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage, type Page } from '../../fakes/fake-page'

/*
 * The visitor and consent in tabs of one browser: every delivered event belongs to one visitor and one visit, each visit is reported once
 * and first, and nothing is delivered or stored against the shopper's wish.
 */

const { SVC_HISTORIES } = process.env
const runs = SVC_HISTORIES ? { numRuns: Number(SVC_HISTORIES) } : { numRuns: 130, seed: 5 }

const MINUTE = 60_000
const CLICK_MS = 1_000
/** Within this time a tab writes its last activity. */
const WRITE_MS = 300

interface Move {
  readonly kind: (typeof kinds)[number]
  readonly tab: number
  /** How many times, because something that works once may fail the second time. */
  readonly times: 1 | 2
  /** Which order: the last has no id, and is known by its lines. */
  readonly order: number
}

const ORDERS = [{ orderId: 'A-1' }, {}]

const kinds = [
  ...(['click', 'click', 'order', 'order', 'order', 'pause', 'pause', 'idle'] as const),
  ...(['longIdle', 'open', 'open', 'leave', 'deny', 'grant', 'grant', 'hold', 'reset'] as const),
  ...(['clearCookies', 'clockBack', 'day', 'identify', 'identify', 'serverId'] as const),
]

const DAY = 1_440 * MINUTE

/** An order that was counted, or waits for consent. */
interface Counted {
  readonly order: number
  readonly at: number
  readonly identity: Identity
}

/** What the tabs of a browser share, or each tab has for itself if cookies are blocked. */
interface Identity {
  /** Different after each logout, refusal or loss. */
  generation: number
  /** The id of a login, or of a cookie that the server set, as long as it holds. */
  id?: string | undefined
}

/** An event, and the visitor it belongs to. */
interface Delivered extends Identity {
  readonly event: TrackerEvent
  readonly identity: Identity
  /** The idle time before it in minutes; `NaN` if it is not known. */
  readonly idle: number
}

function played(moves: readonly Move[], isBlocked: boolean) {
  const browser = createBrowser({ isBlocked })
  const { timeline, cookies } = browser
  const delivered: Delivered[] = []
  const faults: string[] = []
  const shared: Identity = { generation: 0 }
  const own = new Map<Page, Identity>()
  /** Logins that wait for consent, by tab. */
  const pending = new Map<Page, string>()
  let ids = 0
  let idle = 0
  let state: 'granted' | 'hold' | 'denied' = 'granted'
  let accepted = 0
  let waiting = 0
  let counted: Counted[] = []
  /** Nothing that happened before it is reported. */
  let deniedAt = 0

  function judgeDelivery({ action, t }: TrackerEvent) {
    if (state !== 'granted') faults.push(`${action} delivered while ${state}`)
    if (Number.parseInt(t, 10) < deniedAt) faults.push(`${action} of before a refusal`)
  }

  function open() {
    const page = openPage(browser)
    const { consent, delivery, record, visitor } = page.tag
    page.run(() => {
      page.tag.pageDelivery.startPageDelivery()
      record.recordHooks.deliver = (event) => {
        judgeDelivery(event)
        const identity = identityOf(page)
        delivered.push({ event, identity, ...identity, idle: isBlocked ? Number.NaN : idle })
        idle = 0
      }
      // As tag.ts does.
      consent.startConsent(() => {
        if (consent.consentState() !== 'denied') return record.resumeRecording()
        record.clearRecording('consent denied')
        if (!consent.isRefused()) return
        delivery.eraseDelivery()
        visitor.resetVisitor()
        consent.eraseKept()
      })
      if (state !== 'granted') consent.setConsent(state)
    })
    return page
  }
  let tabs = [open()]

  function identityOf(page: Page) {
    const identity = own.get(page) ?? { generation: 0 }
    own.set(page, identity)
    return isBlocked ? identity : shared
  }

  /** The shopper is a different one from now on, unless a server's cookie sets the id. */
  function renew(identity: Identity) {
    identity.generation += 1
    if (!identity.id?.startsWith('server')) identity.id = undefined
  }

  const cookiesNow = () => cookies.read().replace(/svc.userId=server\S*/, '')

  function checkErased() {
    const left = [cookiesNow(), ...Object.keys(browser.localStorage)].filter(Boolean)
    if (left.join('') !== '') faults.push(`kept after a refusal: ${left}`)
  }

  /** A refusal drops waiting events, and every visitor. */
  function deny() {
    if (state !== 'denied') {
      for (const identity of new Set(tabs.map(identityOf))) renew(identity)
      pending.clear()
    }
    accepted -= waiting
    waiting = 0
    counted = []
    state = 'denied'
    deniedAt = timeline.now()
    tellAll()
    checkErased()
  }

  function onOther(next: typeof state) {
    if (next === 'granted') touch()
    // While consent is on hold, the tag does not read the cookies, and cannot miss what it never read.
    if (next === 'hold' && state === 'granted') readCookies()
  }

  function consentTo(next: typeof state) {
    if (next === 'denied') return deny()
    if (next !== state) onOther(next)
    if (next === 'granted' || state === 'denied') waiting = 0
    state = next
    tellAll()
  }

  function tellAll() {
    for (const page of tabs) {
      logIn(page)
      page.run(() => page.tag.consent.setConsent(state))
    }
    timeline.advance(10)
  }

  function logIn(page: Page) {
    if (state !== 'granted') return
    identityOf(page).id = pending.get(page) ?? identityOf(page).id
    pending.delete(page)
  }

  function stayAway(minutes: number) {
    timeline.advance(minutes * MINUTE)
    idle += minutes
  }

  /** Requests the visitor, which extends the visit. */
  const touch = () => {
    idle = idle <= 25 ? 0 : Number.NaN
  }

  /** An id and a visit are valid without their cookies until those have been read once. */
  function readCookies() {
    touch()
    for (const { run, tag } of tabs) run(tag.visitor.currentVisitor)
  }

  /** What a page keeps it can read. */
  function keepText(run: Page['run'], { consent }: Page['tag']) {
    const text = `${timeline.elapsed()}`
    run(() => consent.writeKept('list', text))
    if (run(() => consent.readKept('list')) !== text) faults.push('a text is not the last')
  }

  const acts: Readonly<Record<Move['kind'], (tab: Page, order: number) => void>> = {
    click({ run, tag }) {
      timeline.advance(CLICK_MS)
      if (state !== 'denied') accepted += 1
      if (state === 'hold') waiting += 1
      run(() => tag.record.record({ action: 'click', data: { pid: 'P' as never } }))
      if (state !== 'denied') keepText(run, tag)
      timeline.advance(5)
    },
    order(page, order) {
      timeline.advance(CLICK_MS)
      const identity = identityOf(page)
      const at = timeline.now()
      const isKnown = counted.some(
        (one) =>
          one.order === order &&
          one.identity === identity &&
          at - one.at < (order === 1 ? 30 * MINUTE : 30 * DAY),
      )
      if (state !== 'denied' && !isKnown) {
        counted.push({ order, at, identity })
        accepted += 1
        if (state === 'hold') waiting += 1
      }
      const data = { ...ORDERS[order], pid: `P${order}`, price: 1 }
      page.run(() => page.tag.track.track('order', data))
      timeline.advance(5)
    },
    pause: () => stayAway(20),
    idle: () => stayAway(31),
    longIdle: () => stayAway(120),
    day: () => stayAway(25 * 60),
    open() {
      if (tabs.length < 3) tabs.push(open())
      // A refusal in a new tab reaches the other tabs before the shopper can answer again.
      timeline.advance(10)
    },
    leave(tab) {
      touch()
      tab.run(() => tab.tag.record.resumeRecording(true))
      tab.run(() => tab.tag.visit.flushVisit())
      // The events that a page holds are lost with it.
      if (tabs.length > 1 && waiting === 0 && !isBlocked) {
        tab.remove()
        tabs = tabs.filter((other) => other !== tab)
      }
    },
    deny: () => consentTo('denied'),
    grant: () => consentTo('granted'),
    hold: () => consentTo('hold'),
    reset(tab) {
      if (state === 'granted') readCookies()
      tab.run(() => tab.tag.record.flushRecording())
      tab.run(() => tab.tag.visitor.resetVisitor())
      pending.delete(tab)
      renew(identityOf(tab))
    },
    identify(tab) {
      const id = `login-${ids++}`
      tab.run(() => tab.tag.record.flushRecording())
      pending.set(tab, id)
      tab.run(() => tab.tag.visitor.identify(id as UserId))
      logIn(tab)
      readCookies()
    },
    serverId() {
      if (isBlocked) return
      shared.id = `server-${ids++}`
      cookies.write(`svc.userId=${shared.id}; max-age=9999999`)
    },
    clearCookies() {
      readCookies()
      cookies.jar.clear()
      if (isBlocked) return
      shared.generation += 1
      shared.id = undefined
    },
    clockBack() {
      // A cookie's lifetime starts when the activity is written, soon after it.
      timeline.advance(WRITE_MS)
      timeline.setClock(-10 * MINUTE)
      deniedAt = 0
      idle -= 10
    },
  }
  function act({ kind, tab, order }: Move) {
    // Setting the clock back extends the life of cookies.
    const isOther = kind === 'serverId' || kind === 'clockBack'
    const before = [state === 'granted' || isOther, cookiesNow()] as const
    acts[kind](tabs[tab % tabs.length] as Page, order)
    const isAllowed = before[0] || state === 'granted'
    // Some cookies expire by themselves.
    const written = cookiesNow()
      .split('; ')
      .filter((one) => !before[1].includes(one))
    if (!isAllowed && written[0]) faults.push(`${kind} wrote ${written} while ${state}`)
  }
  for (const move of moves) for (let time = 0; time < move.times; time += 1) act(move)
  consentTo('granted')
  for (const { run, tag } of tabs) run(() => tag.record.resumeRecording(true))
  timeline.advance(100)
  const count = delivered.filter(({ event }) => event.action !== 'visitor').length
  if (count !== accepted) faults.push(`${count} of ${accepted} clicks and orders were delivered`)
  return { delivered, faults: [...faults, ...timeline.mishaps.map(String)] }
}

/** The fault in the id of an event. */
function wrongId({ id, event: { uid } }: Delivered) {
  if (id) return id === uid ? '' : `${uid}, not ${id}`
  return /^(login|server)/.test(uid) ? `${uid} is gone` : ''
}

/** The fault in an event, compared with the previous one. */
function faultBetween(before: Delivered, after: Delivered) {
  const isSame = before.event.data.visitId === after.event.data.visitId
  const isOther = before.generation !== after.generation
  if (isOther) return isSame ? 'another visitor has the visit before' : ''
  if (isSame) return after.idle > 30 ? 'a visit goes on after 30 minutes' : ''
  return after.idle <= 25 ? 'a visit ends in 25 minutes' : ''
}

/** The fault in two ids that the tag created. */
function sharedId(before: Delivered, after: Delivered) {
  if (before.id || after.id) return ''
  const isSame = before.generation === after.generation
  return isSame === (before.event.uid === after.event.uid) ? '' : 'an id of two, or two of one'
}

/** The faults in events that were delivered one after the other. */
const faultsIn = (delivered: readonly Delivered[]) =>
  delivered.flatMap((after, index) => {
    const before = delivered.slice(0, index).findLast(({ identity }) => identity === after.identity)
    return before ? [sharedId(before, after), faultBetween(before, after)] : []
  })

test('every event has one visitor and one visit, reported once and first, and only with consent', () => {
  const move = fc.record({
    kind: fc.constantFrom(...kinds),
    tab: fc.nat(2),
    times: fc.constantFrom(1, 1, 2),
    order: fc.constantFrom(0, 0, 1),
  })
  fc.assert(
    fc.property(
      fc.array(move, { minLength: 10, maxLength: 40, size: 'max' }),
      fc.boolean(),
      (moves, isBlocked) => {
        const { delivered, faults } = played(moves, isBlocked)
        expect(faults).toEqual([])
        const met = new Set<string>()
        for (const { event } of delivered) {
          expect(event.action === 'visitor', `${event.action} of ${event.data.visitId}`).toBe(
            !met.has(event.data.visitId),
          )
          met.add(event.data.visitId)
        }
        expect([...delivered.map(wrongId), ...faultsIn(delivered)].filter(Boolean)).toEqual([])
      },
    ),
    runs,
  )
})
