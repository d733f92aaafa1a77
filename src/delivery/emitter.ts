import type { EventTime } from '../brand'
import type { Step, TrackerEvent } from '../events'
import type { Clock } from '../platform/clock'
import type { Guard } from '../platform/guard'
import type { Soon } from '../platform/soon'
import { stepAfter } from './answer'
import { createFlights, type Flight, MOST_OUT } from './flights'
import {
  afterAnswer,
  afterFailure,
  type Failure,
  isArriving,
  isKnown,
  unknownHealth,
} from './health'
import { type Kept, keptOf } from './kept'
import type { Outbox } from './outbox'
import type { Request } from './request'

export interface EmitterDeps {
  /** The request for an event; throws for one that cannot be written as a URL. */
  readonly urlOf: (event: TrackerEvent) => string
  readonly clock: Clock
  readonly soon: Soon
  readonly guard: Guard
  readonly outbox: Pick<Outbox, 'keep' | 'forget' | 'leave' | 'claim'>
  readonly request: Request
  readonly isOnline: () => boolean
  readonly isVisible: () => boolean
  /** A random number from 0 to 1. */
  readonly random: () => number
  readonly trackerDropsRepeats: boolean
  readonly onStep: (t: EventTime, step: Step) => void
}

/** Sends what is in the outbox. */
export interface Emitter {
  /** Keeps an event whose URL has `size` characters. It leaves when the task ends, if nothing is in the way. */
  readonly add: (event: TrackerEvent, size: number) => void
  /** Keeps an event that is not ready to leave, over what was kept of it before. */
  readonly hold: (event: TrackerEvent, size: number) => void
  /** Sends at once what would leave when the task ends. */
  readonly flush: () => void
  /** The page is going: settles which of the events under way count as sent. */
  readonly leave: () => void
  /** Looks at once for what waits in the outbox, whatever pause there was. */
  readonly start: () => void
  /** Sends nothing more; hears how those under way end. */
  readonly stop: () => void
  /** Gives up all that is under way, and forgets what it knew. */
  readonly clear: () => void
}

/** A request costs the page up to half a millisecond: so many are no long task. */
const MOST_AT_ONCE = 16

/** Longer than a request may take; a page that nobody looks at may come to see that only a minute later. */
const LEASE_MS = 15_000
const HIDDEN_LEASE_MS = 90_000

/** A lease that is no older does for what was only gathered meanwhile. Every change is written to the disk. */
const FRESH_MS = 3_000

const FOR_EVER = Number.POSITIVE_INFINITY

/** Starts with nothing under way, and touches nothing. */
export function createEmitter(deps: EmitterDeps): Emitter {
  const { urlOf, clock, soon, guard, outbox, isOnline, isVisible, trackerDropsRepeats, onStep } =
    deps
  const flights = createFlights({ ...deps, onEnd, onLong })
  let health = unknownHealth

  /** Kept, and leased to this page until they leave. */
  let ready: Kept[] = []
  let isDeparting = false
  /** Kept and leased last. */
  let leased: Kept | undefined

  /** Whether the outbox may hold something that nobody is seeing to. */
  let mayFind = false
  let isClaiming = false
  let cancelWake = () => {}

  const leaseEnd = () => clock.now() + (isVisible() ? LEASE_MS : HIDDEN_LEASE_MS)

  /** Whether there was something to leave alone until this page knows whether the tracker answers: it may have arrived. */
  let hasLeftAlone = false

  /** Under way here, or perhaps arrived. */
  function isOut(key: string, record?: unknown) {
    if (flights.has(key) || ready.some((kept) => kept.key === key)) return true
    const isUncertain =
      !isKnown(health) && (record as Partial<Kept> | undefined)?.silentMs !== undefined
    hasLeftAlone ||= isUncertain
    return isUncertain
  }

  /** How many may be under way: one while the tracker is in trouble. */
  const most = () => (health.failures > 0 ? 1 : MOST_OUT)
  const busy = () => flights.all().length + ready.length

  /** Keeps an event for this page alone; as it lies there, when it was leased a moment ago. */
  function lease(event: TrackerEvent, size: number): Kept {
    const until = leaseEnd()
    if (leased?.event !== event || until - leased.until > FRESH_MS) {
      leased = keptOf(event, size, until)
      outbox.keep(leased)
    }
    return leased
  }

  function wait({ event, size }: Pick<Kept, 'event' | 'size'>, until = 0) {
    mayFind = true
    outbox.keep(keptOf(event, size, until))
  }

  function finish({ key, event }: Kept, step: Step) {
    outbox.forget(key)
    onStep(event.t, step)
  }

  function launch(kept: Kept) {
    const url = guard('delivery', urlOf)(kept.event)
    if (!url) finish(kept, { state: 'dropped', reason: 'it cannot be written as a URL' })
    else if (flights.hasRoomFor(kept)) flights.launch(kept, url)
    else wait(kept)
  }

  const depart = guard('delivery', (most: number) => {
    ready.splice(0, most).forEach(launch)
    isDeparting = ready.length > 0
    if (isDeparting) clock.schedule(() => depart(MOST_AT_ONCE), 0)
  })

  /** Still in this task, but when the shop's own code has had its turn. */
  function departSoon() {
    if (!isDeparting) soon(() => depart(MOST_AT_ONCE))
    isDeparting = true
  }

  /**
   * Claims what may leave: in large portions, as each claim reads the whole outbox; but until the first answer only one. Not for a page
   * that nobody looks at: it may be going, or be one of many.
   */
  function look() {
    const limit = health.answeredMs === undefined ? 1 : most()
    const count = limit - busy()
    if (!mayFind || isClaiming || !isVisible() || health.pausedUntil > 0 || count < limit / 2)
      return
    isClaiming = true
    mayFind = false
    const claim = () => ({ count, now: clock.now(), until: clock.now() + LEASE_MS, isOut })
    outbox.claim(claim, (claimed, nextAt) => {
      isClaiming = false
      mayFind ||= claimed.length === count
      claimed.forEach(take)
      if (health.pausedUntil === 0) wakeAt(nextAt)
      if (ready.length > 0) departSoon()
      else look()
    })
  }

  function take(kept: Kept) {
    if (kept.silentMs === 0 || isArriving(health, kept.silentMs))
      finish(kept, { state: 'sent', answer: 'left with its page' })
    else if (health.pausedUntil > 0 || !isVisible()) wait(kept)
    else ready.push(kept)
  }

  function wakeAt(at: number) {
    cancelWake()
    cancelWake = at < FOR_EVER ? clock.schedule(start, at - clock.now()) : () => {}
  }

  function start() {
    health = { ...health, pausedUntil: 0 }
    mayFind = true
    look()
  }

  function onEnd({ kept, sentAt }: Flight, status?: number, askedMs = 0) {
    const now = clock.now()
    const tookMs = now - sentAt
    const step = stepAfter(status)
    if (step.state === 'tried') {
      onStep(kept.event.t, step)
      release(kept, askedMs && now + askedMs)
      pause({ now, tookMs, askedMs, isSilent: status === undefined })
    } else {
      finish(kept, step)
      mayFind ||= hasLeftAlone
      hasLeftAlone = false
      health = afterAnswer(health, tookMs)
    }
    look()
  }

  function release(kept: Kept, until: number) {
    // On a page that was only hidden, or has come back: what it said when it was left is no longer true.
    const wasLeft = kept.silentMs !== undefined
    if (wasLeft) outbox.forget(kept.key)
    // Where the lease has run out somebody else may be seeing to it; else it still lies where it lay.
    if (wasLeft || clock.now() < kept.until) wait(kept, until)
  }

  function pause(failure: Omit<Failure, 'isOnline' | 'random'>) {
    const until = health.pausedUntil
    health = afterFailure(health, { ...failure, isOnline: isOnline(), random: deps.random() })
    mayFind = true
    // The same pause goes on: by a clock that was set back meanwhile it would be another, of an hour.
    if (until < health.pausedUntil) wakeAt(health.pausedUntil)
    for (const kept of ready.splice(0)) wait(kept)
  }

  /** Nobody else sends it while it is under way, however long that takes. */
  function onLong(flight: Flight) {
    flight.kept = { ...flight.kept, until: leaseEnd() }
    outbox.keep(flight.kept)
  }

  function leave() {
    mark()
    outbox.leave()
  }

  function mark() {
    const [first, ...others] = flights.all()
    if (!first || health.failures > 0 || trackerDropsRepeats || !isOnline()) return

    const silentMs = clock.now() - first.since
    for (const flight of [first, ...others]) {
      // 0 is for what is known.
      flight.kept = { ...flight.kept, silentMs: isArriving(health, silentMs) ? 0 : silentMs || 1 }
      outbox.keep(flight.kept)
    }
  }

  return {
    add(event, size) {
      // Before it is kept: it may be given up at once, as the least worth of too many.
      onStep(event.t, { state: 'queued', event })
      if (health.pausedUntil === 0 && busy() < most()) {
        ready.push(lease(event, size))
        departSoon()
      } else wait({ event, size })
    },
    hold: lease,
    flush: () => depart(FOR_EVER),
    leave,
    start,
    stop() {
      depart(FOR_EVER)
      cancelWake()
      health = { ...health, pausedUntil: FOR_EVER }
    },
    clear() {
      cancelWake()
      flights.clear()
      ready = []
      health = unknownHealth
      mayFind = isClaiming = false
    },
  }
}
