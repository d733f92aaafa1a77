import type { TrackerEvent } from '../../../src/wire/tracker-event'
import type { Timeline } from '../../fakes/timeline'
import type { Consent } from './played-consent'
import type { Sent } from './played-network'
import type { PlayedStore } from './played-store'
import type { ShopPage } from './shop-page'

/*
 * Every event that the pages of a shop report, and what must become of it. A page reports; consent, a refusal and the end of a page decide.
 */

/** What must become of an event. */
export type Fate =
  /** It happened without consent, or was erased in memory: no request may carry it. */
  | 'never'
  /** It waits in memory for consent. */
  | 'held'
  /** It was accepted: it must arrive. */
  | 'due'
  /** It may arrive or not. */
  | 'unsure'

/** An event that a page reported. */
export interface Reported {
  /** The product that identifies it, or the `t` of a `visitor`. */
  readonly id: string
  readonly action: string
  readonly page: ShopPage
  /** The clock when it happened. */
  readonly clock: number
  /** Its `t`, as `svc.on('event')` told it. */
  t?: string
  fate: Fate
  /** Why it has this fate. */
  why: string
  /** When it was accepted (elapsed ms). */
  dueAt: number
  /** When a refusal erased it (elapsed ms). */
  erasedAt: number
}

/** Longer than a message between tabs takes. */
export const MESSAGE_MS = 10

/** A page that dies has stored what happened earlier than this before. */
const STORED_MS = 1_000

/** Longer than a database takes to open and to write. */
const OPENING_MS = 300

/** The tag may take this long to see a change: the time of an event may be off by it. */
const TIME_MS = 500

const FATES: Readonly<Record<Consent, Fate>> = {
  granted: 'due',
  hold: 'held',
  pending: 'never',
  denied: 'never',
}

/** The product in an event's data. */
const pidIn = (text: string): string | undefined => /pid\d+/.exec(text)?.[0]

/** @param blame - Notes a broken promise. */
export function createReportedEvents(
  timeline: Timeline,
  store: PlayedStore,
  blame: (text: string) => void,
) {
  const events = new Map<string, Reported>()
  const all = () => [...events.values()]

  function decide(event: Reported, fate: Fate, why: string) {
    event.fate = fate
    event.why = why
  }

  /** Without localStorage, an event of a page that is left at once can be lost: its database is not open yet. */
  const isUnwritten = ({ dueAt }: Reported) =>
    store.textState() !== 'well' && timeline.elapsed() - dueAt < OPENING_MS

  /** Whether an event that a page had accepted can be in its memory only. */
  const isLost = ({ dueAt }: Reported, { consent }: ShopPage) =>
    consent.state() !== 'granted' ||
    store.databaseState !== 'well' ||
    timeline.elapsed() - dueAt < STORED_MS

  const isWaiting = ({ fate }: Reported) => fate === 'due' || fate === 'held'

  return {
    all,
    get: (id: string) => events.get(id),
    count: () => events.size,

    /** A page reports an event. */
    note(id: string, action: string, page: ShopPage): Reported {
      const state = page.consent.state()
      const isUnclear = timeline.elapsed() < page.graceUntil
      const event: Reported = {
        id,
        action,
        page,
        clock: timeline.now(),
        // The tag may not have heard of a change yet.
        fate: isUnclear ? 'unsure' : FATES[state],
        why: `it happened while consent was ${state}`,
        dueAt: timeline.elapsed(),
        erasedAt: Number.POSITIVE_INFINITY,
      }
      events.set(id, event)
      return event
    },

    /** An event keeps the time at which it happened, however long it waits for consent or a visit. */
    noteTime({ action, t, data }: TrackerEvent) {
      const event = events.get(action === 'visitor' ? t : (pidIn(JSON.stringify(data)) ?? ''))
      if (!event) return
      event.t = t
      // A visitor has the time of the first event that waited for it.
      if (action === 'visitor') return
      if (Math.abs(Number.parseInt(t, 10) - event.clock) > TIME_MS)
        blame(`${event.id} happened at ${event.clock}, and has the time ${t}`)
    },

    /** A request carries an event: with the key of its account, to its tracker, and only if it may be sent. */
    judgeRequest(sent: Sent) {
      const event = events.get(sent.pid ?? sent.t)
      if (!event) return
      const { key, tracker } = event.page.account
      if (sent.key !== key || sent.origin !== tracker)
        blame(`${event.id} of ${key} went to ${sent.key} at ${sent.origin}`)
      if (event.fate === 'never') blame(`${event.id} was sent, though ${event.why}`)
      if (timeline.elapsed() > event.erasedAt + MESSAGE_MS)
        blame(`${event.id} was sent after a refusal had erased it`)
    },

    /** Consent of a page changes: what it holds is accepted or forgotten. */
    onConsent(page: ShopPage, state: Consent) {
      if (state === 'hold') return
      for (const event of all()) {
        if (event.page !== page || event.fate !== 'held') continue
        decide(event, FATES[state], 'consent was refused while it was held')
        event.dueAt = timeline.elapsed()
      }
    },

    /** From now on it is not known whether a page may act. */
    doubt(page: ShopPage) {
      page.graceUntil = Number.POSITIVE_INFINITY
      for (const event of all().filter((one) => one.page === page && isWaiting(one)))
        decide(event, 'unsure', 'the dataLayer keeps nothing')
    },

    /**
     * A refusal erases what waits. Where the database cannot be deleted, or `localStorage` is blocked, a page may still find what it holds.
     *
     * @param isTold - Whether other tabs hear of it. If not, their memory keeps their own events.
     */
    erase(by: ShopPage, isTold: boolean) {
      for (const event of all().filter(isWaiting)) {
        decide(event, 'unsure', 'consent was refused')
        const isErased = isTold || event.page === by || event.page.lifecycle.isGone
        const canErase = store.hasDatabase && store.textState() !== 'blocked'
        if (canErase && isErased) event.erasedAt = timeline.elapsed()
      }
    },

    /** A page ends: what it held is lost, and so is what could be in its memory only. */
    onEnd(page: ShopPage, isOrderly: boolean) {
      const own = all().filter((event) => event.page === page)
      for (const event of own.filter(({ fate }) => fate === 'held'))
        decide(event, 'never', 'its page ended before consent was given')
      // What was accepted a moment before consent was withdrawn may not have been stored.
      const isSafe = isOrderly && page.consent.state() === 'granted'
      // A page that cannot store may also have taken over what earlier pages left.
      // A killed browser has not written its localStorage to the disk.
      const lost =
        page.lacksStore || (!isOrderly && store.databaseState !== 'well')
          ? all()
          : own.filter((event) => (isSafe ? isUnwritten(event) : isLost(event, page)))
      for (const event of lost.filter(({ fate }) => fate === 'due'))
        decide(event, 'unsure', 'it was only in the memory of its page')
    },
  }
}
