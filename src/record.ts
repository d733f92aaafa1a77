import type { EventTime } from './brand'
import type { Fact, Origin, Place, Report, Step, TrackerEvent, VisitorFields } from './events'

/** Gives each fact its page, its visit and its visitor, and hands it on as a tracker event. */
export interface Recorder {
  readonly report: Report
  /** Something changed that facts may wait for (consent, a cookie), or the shopper is back: a visit is going on. */
  readonly settle: () => void
  /** The page is going: what only waits for other tabs waits no longer. */
  readonly leave: () => void
  /** Hands on at once what waits for its turn: who visits is about to change, or somebody asks. */
  readonly flush: () => void
  /** Drops what waits, saying why. */
  readonly clear: (reason: string) => void
}

export interface RecordDeps {
  readonly consent: () => 'granted' | 'denied' | 'hold'
  /** Extends the visit; `undefined` while there is no user id or no visit. */
  readonly visitor: () => VisitorFields | undefined
  /** Begins a visit; `onSettled` hears for whom, if this page began it, and is not called when no user id can be had. */
  readonly beginVisit: (isLeaving: boolean, onSettled: (begun?: VisitorFields) => void) => void
  /** Where the shopper is now. */
  readonly place: () => Place
  readonly ver: string
  readonly newTime: (at?: Origin['at']) => EventTime
  /** Runs a task when the code that is running now has ended. */
  readonly soon: (task: () => void) => void
  /** Runs a task later; returns what takes it back. */
  readonly schedule: (task: () => void, delayMs: number) => () => void
  readonly deliver: (event: TrackerEvent) => void
  readonly onSeen: (t: EventTime, fact: Fact, origin: Origin) => void
  readonly onStep: (t: EventTime, step: Step) => void
}

/** So many are handed on in one task; a thousand in one loop must not hold up the page, and take turns. */
const MOST_AT_ONCE = 16
const ALL = Number.POSITIVE_INFINITY

/** A fact with what belongs to the moment when it happened. */
interface Stamped {
  readonly fact: Fact
  readonly t: EventTime
  readonly place: Place
}

/** More than a shopper does before answering a consent banner; a bound for the shop's memory. */
const CAPACITY = 200

const visitorFact: Fact = { action: 'visitor', data: {} }

/** Starts with nothing waiting, and begins no visit by itself. */
export function createRecord(deps: RecordDeps): Recorder {
  const { consent, visitor, beginVisit, ver, newTime, soon, schedule, deliver, onSeen, onStep } =
    deps
  let waiting: Stamped[] = []

  /** Handed on in this task. */
  let taken = 0
  let cancelTurn: (() => void) | undefined

  /** Kept from before the first fact that waits for a visit, so that the visitor event is the older one. */
  let visitorStamp: Stamped | undefined

  const stamp = (fact: Fact, { at, place = deps.place() }: Origin = {}): Stamped => ({
    fact,
    t: newTime(at),
    place,
  })

  function queue(fact: Fact, origin: Origin) {
    const stamped = stamp(fact, origin)
    onSeen(stamped.t, fact, origin)
    waiting.push(stamped)
    return stamped
  }

  function complete({ fact, t, place }: Stamped, { uid, ...visit }: VisitorFields) {
    const data = { ...fact.data, ...place, ...visit, ver }
    deliver({ action: fact.action, uid, t, data } as TrackerEvent)
  }

  function hold({ t }: Stamped) {
    const reason = consent() === 'hold' ? 'consent is on hold' : 'no user id yet'
    onStep(t, { state: 'held', reason })
    const oldest = waiting.length > CAPACITY && waiting.shift()
    if (oldest) onStep(oldest.t, { state: 'dropped', reason: `too many waited: ${reason}` })
  }

  function release(who: VisitorFields, most = MOST_AT_ONCE - taken) {
    const released = waiting.splice(0, most)
    visitorStamp = undefined
    if (!taken) soon(endTask)
    taken += released.length
    endTurn()
    if (waiting.length > 0) waitForTurn()
    for (const stamped of released) complete(stamped, who)
  }

  function endTask() {
    taken = 0
  }

  function waitForTurn() {
    cancelTurn ??= schedule(() => {
      endTurn()
      settle(false)
    }, 0)
  }

  function endTurn() {
    cancelTurn?.()
    cancelTurn = undefined
  }

  const knownVisitor = () => (consent() === 'granted' ? visitor() : undefined)

  function settle(isLeaving: boolean) {
    const who = knownVisitor()
    if (who) release(who, isLeaving ? ALL : undefined)
    else if (consent() === 'granted') begin(isLeaving)
  }

  function begin(isLeaving: boolean) {
    visitorStamp ??= stamp(visitorFact)
    beginVisit(isLeaving, (begun) => {
      if (begun && visitorStamp) {
        onSeen(visitorStamp.t, visitorFact, {})
        waiting.unshift(visitorStamp)
      }
      const who = begun ?? knownVisitor()
      if (who) release(who)
    })
  }

  return {
    report(fact, origin = {}) {
      if (consent() === 'denied') return

      if (taken >= MOST_AT_ONCE) {
        queue(fact, origin)
        return waitForTurn()
      }
      const who = knownVisitor()
      if (!who) visitorStamp ??= stamp(visitorFact, origin)
      const stamped = queue(fact, origin)
      if (who) return release(who)

      hold(stamped)
      settle(false)
    },
    settle: () => settle(false),
    leave: () => settle(true),
    flush() {
      const who = knownVisitor()
      if (who) release(who, ALL)
    },
    clear(reason) {
      for (const { t } of waiting) onStep(t, { state: 'dropped', reason })
      waiting = []
      visitorStamp = undefined
      endTurn()
    },
  }
}
