import { createDelivery, type Delivery } from '../../../../src/delivery/delivery.ts'
import type { EventId, Timestamp } from '../../../../src/wire/brand.ts'
import { createEventIds } from '../../../../src/wire/event-id.ts'
import type { EventStatus } from '../../../../src/wire/event-status.ts'
import type { Action } from '../../../../src/wire/tracker-event.ts'
import { eventOf } from '../events.ts'
import { createDisk, type DiskKind } from './disk.ts'
import { createTimeline, type Life } from './timeline.ts'
import { createTracker, type Mood, well } from './tracker.ts'

/** A browser as one run of the model has it. */
export interface BrowserKind extends DiskKind {
  readonly hasCors: boolean
  /** Whether the shop's settings say so. */
  readonly isCorsKnown: boolean
  readonly trackerDropsRepeats: boolean
  /** Each page begins with an event, and is not left before that is answered. */
  readonly isCalm?: boolean
}

/** A page of the shop in one tab. */
export interface Tab {
  readonly life: Life
  readonly delivery: Delivery
}

/** What a test accepted for delivery, by the one product that it is about. */
export interface Accepted {
  readonly t: EventId
  readonly life: Life
  /** The shopper has taken back the consent since, or has thrown away what the browser keeps. */
  isErased: boolean
  /** How many requests there had been when every tab knew that the consent was taken back. */
  deniedAfter?: number
}

export type Browser = ReturnType<typeof createBrowser>

const guard =
  (mishaps: unknown[]) =>
  <Args extends readonly unknown[], Result>(_room: string, task: (...args: Args) => Result) =>
  (...args: Args) => {
    try {
      return task(...args)
    } catch (mishap) {
      mishaps.push(mishap)
      return undefined
    }
  }

/** One browser with its tabs, its disk and its tracker. Starts with no tab. */
export function createBrowser(kind: BrowserKind) {
  const timeline = createTimeline()
  const disk = createDisk(timeline, kind)
  const tracker = createTracker(timeline, kind.hasCors)
  const accepted = new Map<string, Accepted>()
  const dropped = new Map<string, string>()
  const merged = new Map<string, string>()
  const answers = new Map<string, string>()
  const stored: string[] = []
  let tabs: Tab[] = []
  let isDenied = false
  let made = 0
  let seed = 7

  function random() {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }

  function onStep(t: EventId, step: EventStatus) {
    if (step.state === 'dropped') dropped.set(t, step.reason)
    if (step.state === 'merged') merged.set(t, step.into)
    if (step.state === 'sent') answers.set(t, step.answer)
  }

  function open(): Tab {
    const life: Life = { isGone: false, isFrozen: false, isThrottled: false, isGoing: false }
    const now = () => timeline.now() as Timestamp
    const newTime = createEventIds({ now, randomDecimal: () => ++made / 1e6 })
    const delivery = createDelivery({
      address: { trackerUrl: 'https://tracker.example', siteKey: 'SITE' },
      settings: {
        maxUrlBytes: 7_600,
        flushMs: 2_000,
        trackerDropsRepeats: kind.trackerDropsRepeats,
        ...(kind.isCorsKnown && { trackerCors: kind.hasCors }),
      },
      clock: { now, schedule: (task, delayMs) => timeline.in(delayMs, task, life, true) },
      guard: guard(timeline.mishaps),
      soon: timeline.soon,
      storage: disk.storage,
      withLock: (_name, task) => void timeline.in(1, task, life),
      openDatabase: disk.openFor(life),
      deleteDatabase: disk.deleteAll,
      requestPixel: tracker.requestFor(life),
      isOnline: tracker.isOnline,
      isVisible: () => !life.isThrottled,
      random,
      newTime,
      onStep,
    })
    const tab = { life, delivery }
    tabs.push(tab)
    newTimes.set(tab, newTime)
    timeline.run(isDenied ? delivery.erase : delivery.start)
    if (kind.isCalm) {
      add(tab, 'visitor', 1)
      timeline.advance(500)
    }
    return tab
  }

  const newTimes = new Map<Tab, () => EventId>()

  function add(tab: Tab, action: Action, count: number) {
    if (isDenied) return
    timeline.run(() => {
      for (let index = 0; index < count; index++) {
        const t = newTimes.get(tab)?.() as EventId
        const pid = `pid${accepted.size}`
        accepted.set(pid, { t, life: tab.life, isErased: false })
        tab.delivery.add(eventOf(action, dataOf(action, pid), t))
      }
    })
  }

  function remove(tab: Tab) {
    tab.life.isGone = true
    tabs = tabs.filter((other) => other !== tab)
  }

  function leave(tab: Tab) {
    timeline.run(() => {
      tab.delivery.flush()
      tab.delivery.leave()
    })
    tracker.left(tab.life)
  }

  function close(tab: Tab, livesOnMs: number) {
    leave(tab)
    tab.life.isThrottled = true
    tab.life.isGoing = true
    disk.leave(tab.life)
    timeline.advance(livesOnMs)
    remove(tab)
  }

  function crash(tab: Tab, isThrough: boolean) {
    remove(tab)
    tracker.died(tab.life, isThrough)
  }

  function show(tab: Tab) {
    tab.life.isThrottled = false
    timeline.run(tab.delivery.start)
  }

  function hearOfDenial(tab: Tab) {
    // The browser throws out of its cache a page that is talked to.
    if (tab.life.isFrozen) crash(tab, true)
    else timeline.in(2, tab.delivery.erase, tab.life)
  }

  return {
    kind,
    accepted,
    dropped,
    merged,
    answers,
    /** What lay anywhere just after the consent was taken back. */
    stored,
    timeline,
    disk,
    tracker,
    tabs: () => tabs,
    open,
    add,
    close,
    crash,
    show,
    hide(tab: Tab) {
      timeline.run(() => {
        tab.delivery.flush()
        tab.delivery.leave()
      })
      tab.life.isThrottled = true
    },
    /** Into the back/forward cache. */
    freeze(tab: Tab) {
      leave(tab)
      tab.life.isFrozen = true
    },
    thaw(tab: Tab) {
      tab.life.isFrozen = false
      show(tab)
    },
    /** The browser is killed, when what was written had time to reach the disk. */
    kill() {
      timeline.advance(300)
      if (!disk.isWritten()) timeline.advance(5_700)
      for (const tab of tabs) crash(tab, false)
      disk.kill()
    },
    setOnline(is: boolean) {
      tracker.setOnline(is)
      if (is) for (const tab of tabs) if (!tab.life.isFrozen) timeline.run(tab.delivery.start)
    },
    setMood: (mood: Mood) => tracker.setMood(mood),
    setClock(byMs: number) {
      // What is being claimed at this very moment is claimed by the old time.
      timeline.advance(50)
      timeline.setClock(byMs)
      tracker.clockChanged()
    },
    /** Somebody throws away what the browser keeps: what no page has in memory is gone. */
    clearDatabase() {
      for (const event of accepted.values())
        if (event.life.isGone || event.life.isFrozen) event.isErased = true
      disk.deleteAll()
      // Its tabs are back in the lesser storage until they open another.
      disk.fail(true)
      disk.fail(false)
      timeline.advance(20)
    },
    deny(tab: Tab) {
      isDenied = true
      timeline.run(tab.delivery.erase)
      for (const other of tabs) if (other !== tab) hearOfDenial(other)
      timeline.advance(20)
      for (const event of accepted.values()) {
        event.isErased = true
        event.deniedAfter ??= tracker.sent.length
      }
      stored.push(...disk.contents())
    },
    grant() {
      isDenied = false
      for (const tab of tabs) if (!tab.life.isFrozen) timeline.run(tab.delivery.start)
    },
    /** All is well again, somebody opens the shop and does something, and some hours go by. */
    settle() {
      tracker.setMood(well)
      tracker.setOnline(true)
      disk.fail(false)
      for (const tab of tabs) if (tab.life.isFrozen) remove(tab)
      for (const tab of tabs) show(tab)
      isDenied = false
      const tab = open()
      timeline.advance(1_000)
      add(tab, 'visitor', 1)
      timeline.advance(5 * 3_600_000)
    },
  }
}

const dataOf = (action: Action, pid: string) => {
  if (action === 'PRODUCT_IMPRESSIONS') return { query: 'shoes', pids_list: [pid] }
  return { pid, query: 'shoes' }
}
