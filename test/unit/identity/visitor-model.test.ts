import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TrackerEvent } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

/*
 * The visitor and consent, in tabs of one browser: every event that is delivered belongs to one visitor and one visit, each visit is
 * reported once and first, and nothing is delivered or kept against the shopper's word.
 */

const { SVC_HISTORIES } = process.env
const runs = SVC_HISTORIES ? { numRuns: Number(SVC_HISTORIES) } : { numRuns: 60, seed: 5 }

const MINUTE = 60_000
const CLICK_MS = 1_000
/** Within this time a tab writes its last activity, and with it a visit that was ended meanwhile. */
const WRITE_MS = 300

interface Move {
  readonly kind: (typeof kinds)[number]
  readonly tab: number
}

const kinds = [
  ...(['click', 'click', 'click', 'click', 'pause', 'pause', 'idle', 'longIdle', 'open'] as const),
  ...(['leave', 'deny', 'grant', 'grant', 'hold', 'reset', 'clearCookies'] as const),
  ...(['clockBack', 'day'] as const),
]

/** An event and the generation of its visitor: another one after each logout, refusal or loss. */
interface Delivered {
  readonly event: TrackerEvent
  readonly generation: number
  /** How long nobody did anything before it, in minutes; `NaN` if that is not known. */
  readonly idle: number
}

function played(moves: readonly Move[], isBlocked: boolean) {
  const browser = createBrowser({ isBlocked })
  const { timeline, cookies } = browser
  const delivered: Delivered[] = []
  const faults: string[] = []
  let generation = 0
  let idle = 0
  let state: 'granted' | 'hold' | 'denied' = 'granted'
  let accepted = 0
  let waiting = 0

  function open() {
    const page = openPage(browser)
    const { consent, delivery, keptTexts, record, visitor } = page.tag
    page.run(() => {
      page.tag.pageDelivery.startPageDelivery()
      record.recordHooks.deliver = (event) => {
        if (state !== 'granted') faults.push(`${event.action} delivered while ${state}`)
        delivered.push({ event, generation, idle })
        idle = 0
      }
      // As tag.ts does.
      consent.startConsent(() => {
        if (consent.consentState() !== 'denied') return record.resumeRecording()
        record.clearRecording('consent denied')
        if (!consent.isRefused()) return
        delivery.eraseDelivery()
        visitor.resetVisitor()
        keptTexts.eraseKept()
      })
      if (state !== 'granted') consent.setConsent(state)
    })
    return page
  }
  let tabs = [open()]

  function checkErased() {
    const left = [cookies.read(), ...Object.keys(browser.localStorage)].filter(Boolean)
    if (left.length > 0) faults.push(`kept after a refusal: ${left}`)
  }

  function consentTo(next: typeof state) {
    if (next === 'granted') touch()
    if (next === 'denied') {
      generation += 1
      accepted -= waiting
    }
    if (next !== 'hold') waiting = 0
    state = next
    for (const { run, tag } of tabs) run(() => tag.consent.setConsent(next))
    timeline.advance(10)
    if (next === 'denied') checkErased()
  }

  /** Something asks for the visitor, which extends the visit. */
  const touch = () => {
    idle = idle <= 25 ? 0 : Number.NaN
  }

  const acts: Readonly<Record<Move['kind'], (tab: (typeof tabs)[number]) => void>> = {
    click({ run, tag }) {
      timeline.advance(CLICK_MS)
      if (state !== 'denied') accepted += 1
      if (state === 'hold') waiting += 1
      run(() => tag.record.record({ action: 'click', data: { pid: 'P' as never } }))
      timeline.advance(5)
    },
    pause: () => {
      timeline.advance(20 * MINUTE)
      idle += 20
    },
    idle: () => {
      timeline.advance(31 * MINUTE)
      idle += 31
    },
    longIdle: () => {
      timeline.advance(120 * MINUTE)
      idle += 120
    },
    day: () => {
      timeline.advance(25 * 60 * MINUTE)
      idle += 25 * 60
    },
    open() {
      if (tabs.length < 3) tabs.push(open())
    },
    leave(tab) {
      touch()
      tab.run(() => tab.tag.record.resumeRecording(true))
      tab.run(() => tab.tag.visit.flushVisit())
      // What a page holds goes with it.
      if (tabs.length > 1 && waiting === 0 && !isBlocked) {
        tab.remove()
        tabs = tabs.filter((other) => other !== tab)
      }
    },
    deny: () => consentTo('denied'),
    grant: () => consentTo('granted'),
    hold: () => consentTo('hold'),
    reset({ run, tag }) {
      timeline.advance(WRITE_MS)
      run(() => tag.record.flushRecording())
      run(() => tag.visitor.resetVisitor())
      generation += 1
    },
    clearCookies() {
      // An id counts without its cookie until that was read once.
      touch()
      for (const { run, tag } of tabs) run(tag.visitor.currentVisitor)
      timeline.advance(WRITE_MS)
      cookies.jar.clear()
      if (!isBlocked) generation += 1
    },
    clockBack() {
      timeline.setClock(-10 * MINUTE)
      idle -= 10
    },
  }
  for (const { kind, tab } of moves) acts[kind](tabs[tab % tabs.length] as (typeof tabs)[number])
  consentTo('granted')
  for (const { run, tag } of tabs) run(() => tag.record.resumeRecording(true))
  timeline.advance(100)
  const clicks = delivered.filter(({ event }) => event.action === 'click').length
  if (clicks !== accepted) faults.push(`${clicks} of ${accepted} clicks were delivered`)
  return { delivered, faults: [...faults, ...timeline.mishaps.map(String)] }
}

/** What is wrong with an event after the one before it, in a browser that takes cookies. */
function faultBetween(before: Delivered, after: Delivered) {
  const [one, other] = [before.event, after.event]
  const isSame = one.data.visitId === other.data.visitId
  if (before.generation !== after.generation)
    return isSame || one.uid === other.uid ? 'another visitor has the visit of the one before' : ''
  if (one.uid !== other.uid) return 'one visitor has two ids'
  if (after.idle > 30) return isSame ? 'a visit goes on after 30 minutes' : ''
  return isSame || !(after.idle <= 25) ? '' : 'a visit ends in 25 minutes'
}

test('every event has one visitor and one visit, reported once and first, and only with consent', () => {
  const move = fc.record({ kind: fc.constantFrom(...kinds), tab: fc.nat(2) })
  fc.assert(
    fc.property(
      fc.array(move, { maxLength: 40, size: 'max' }),
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
        const between = delivered.slice(1).map((after, index) => {
          const before = delivered[index] as Delivered
          return isBlocked ? '' : faultBetween(before, after)
        })
        expect(between.filter(Boolean)).toEqual([])
      },
    ),
    runs,
  )
})
