import type { StatusChange } from '../../../../src/log/event-log'
import type { Action, EventId, TrackerEvent } from '../../../../src/wire/tracker-event'
import { createBrowser } from '../../../fakes/fake-browser'
import { type Disposition, openPage, type Page } from '../../../fakes/fake-page'
import type { Lifecycle } from '../../../fakes/timeline'
import { eventOf, NEEDED } from '../made-events'
import { createTracker, type TrackerResponse, well } from './model-tracker'

/** A shop's browser and tracker in one run of the model. */
export interface ShopOptions {
  /** How long IndexedDB takes to open; `undefined` for none. */
  readonly openMs: number | undefined
  /** How long each of its steps takes. */
  readonly stepMs?: number
  /** Whether a page that goes takes along what the database has not done yet, as in WebKit. */
  readonly dropsWrites?: boolean
  /** What the pages' content security policy does with connections. */
  readonly policy?: Disposition | undefined
  readonly hasCors: boolean
  /** Whether the shop's settings say whether there are CORS headers. */
  readonly isCorsKnown: boolean
  readonly trackerDropsRepeats: boolean
  /** Each page begins with an event, and is not left before the response. */
  readonly isCalm?: boolean
}

/** An event that was passed to delivery, identified by its product. */
export interface Accepted {
  /** The `t` of its part, if the event was split. */
  readonly t: EventId
  readonly lifecycle: Lifecycle
  /** Whether the event is no longer expected, because consent was denied since or the browser's data was deleted. */
  isExcused: boolean
  /** The number of requests when every tab knew of the denial. */
  deniedAfter?: number
}

export type Shop = ReturnType<typeof createShop>

/** The prefix of the keys of stored items. */
const TEXT_PREFIX = 'svc-tag.unsent.'

/** Longer than the browser takes to become idle. */
const IDLE_MS = 300

/** Longer than the lease of a hidden page. */
const SOON_MS = 150_000

/** The steps of the database between a page's request to open it and the first change. */
const OPENING_STEPS = 8

/** More steps than the database needs for everything that pages have requested. */
const STEPS = 1_000

/** An event of many products is split. */
const MAX_URL_BYTES = 1_300

/** One browser with a shop's tabs, driven as tag.ts drives the delivery, and the shop's tracker. Starts with no tab. */
export function createShop(options: ShopOptions) {
  const { openMs, stepMs = 1, isCalm = false, trackerDropsRepeats, policy } = options
  const browser = createBrowser({
    openMs,
    stepMs,
    onRequest: (request) => tracker.onRequest(request),
  })
  const { timeline, database } = browser
  const tracker = createTracker(timeline, options.hasCors)
  const accepted = new Map<string, Accepted>()
  const dropped = new Map<string, string>()
  const answers = new Map<string, string>()
  const storedAfterDenial: string[] = []
  const afterTheEnd: string[] = []
  let tabs: Page[] = []
  let isDenied = false
  /** From the first failed write on, a page's entries may be only in its memory. */
  let hasFailed = false
  let wasTampered = false
  const warnings: string[] = []
  /** How many requests there had been a little while after all was well again. */
  const soonSent = { count: 0 }

  const settings = {
    trackerDropsRepeats: `${trackerDropsRepeats}`,
    maxUrlBytes: `${MAX_URL_BYTES}`,
    ...(options.isCorsKnown && { trackerCors: `${options.hasCors}` }),
  }

  function onStatus({ t, status }: StatusChange) {
    if (status.state === 'dropped') dropped.set(t, status.reason)
    if (status.state === 'sent') answers.set(t, status.answer)
    if (status.state === 'queued') noteParts(t, status.event)
  }

  /** The parts of a split event have their own ids. */
  function noteParts(t: EventId, { data }: TrackerEvent) {
    for (const pid of pidsIn(JSON.stringify(data))) Object.assign(accepted.get(pid) ?? {}, { t })
  }

  function open(): Page {
    const page = openPage(browser, { settings, policy })
    const { pageDelivery, eventLog } = page.tag
    tabs.push(page)
    page.run(() => {
      eventLog.onNote((note) => note.kind === 'status' && onStatus(note))
      pageDelivery.startPageDelivery()
      page.tag.consent.setConsent(isDenied ? 'denied' : 'granted')
      page.tag.consent.startConsent(() => {})
    })
    if (isCalm) {
      add(page, 'visitor', 1)
      timeline.advance((openMs ?? 0) + 500)
    }
    return page
  }

  const resume = ({ run, tag }: Page) => run(tag.pageDelivery.resumePageDelivery)

  const grantIn = ({ run, tag }: Page) => run(() => tag.consent.setConsent('granted'))

  const erase = ({ run, tag }: Page) => run(() => tag.consent.setConsent('denied'))

  function add(page: Page, action: Action, count: number) {
    if (isDenied) return
    const { lifecycle, tag, run } = page
    run(() => {
      for (let index = 0; index < count; index += 1) {
        const t = tag.eventId.newEventId()
        const pid = `pid${accepted.size}`
        accepted.set(pid, { t, lifecycle: lifecycle, isExcused: false })
        tag.delivery.sendEvent(eventOf(action, dataOf(action, pid), t))
      }
    })
  }

  /** One event with this many products. */
  function addLong(page: Page, count: number) {
    if (isDenied) return
    const { lifecycle, tag, run } = page
    const t = tag.eventId.newEventId()
    const pids = Array.from({ length: count }, (_, index) => `pid${accepted.size + index}`)
    for (const pid of pids) accepted.set(pid, { t, lifecycle, isExcused: false })
    const data = { query: 'shoes', pids_list: pids }
    run(() => tag.delivery.sendEvent(eventOf('PRODUCT_IMPRESSIONS', data, t)))
  }

  function remove(page: Page) {
    page.remove()
    warnings.push(...page.warnings)
    tabs = tabs.filter((other) => other !== page)
  }

  function leave(page: Page) {
    page.run(page.tag.pageDelivery.leavePageDelivery)
    tracker.onLeave(page.lifecycle)
  }

  function setVisible({ lifecycle, document }: Page, is: boolean) {
    document.visibilityState = is ? 'visible' : 'hidden'
    lifecycle.isThrottled = !is
  }

  function hide(page: Page) {
    setVisible(page, false)
    leave(page)
  }

  /** A navigation: `pagehide`, and then the page is hidden. */
  function navigate(page: Page) {
    leave(page)
    hide(page)
  }

  function show(page: Page) {
    setVisible(page, true)
    resume(page)
  }

  /** Products that are stored somewhere: in the database, in localStorage, or in the memory of an open page. */
  const keptPids = (): ReadonlySet<string> =>
    new Set(
      [
        ...(openMs === undefined ? [] : database.contents()),
        ...Object.entries(browser.localStorage).flatMap(([key, text]) =>
          key.startsWith(TEXT_PREFIX) ? String(text) : [],
        ),
        ...tabs.flatMap(({ tag }) =>
          [...tag.queue.entries.values()].map((one) => JSON.stringify(one)),
        ),
      ].flatMap(pidsIn),
    )

  /** Excuses events that are no longer stored anywhere, because they were only in the memory of a page. */
  function excuseUnkept(isAffected: (event: Accepted, pid: string) => boolean) {
    const kept = keptPids()
    for (const [pid, event] of accepted)
      if (isAffected(event, pid) && !kept.has(pid)) event.isExcused = true
  }

  /** A page dies without any event. */
  function end(page: Page, isThrough: boolean) {
    remove(page)
    tracker.onDeath(page.lifecycle, isThrough)
  }

  /** Without a database, or with a full disk, everything in the memory of a page that died is lost. */
  function excuseMemory() {
    if (openMs === undefined || hasFailed) excuseUnkept(({ lifecycle }) => lifecycle.isGone)
  }

  /** A page in the back/forward cache is discarded if it would receive an event. */
  function evictFrozen() {
    for (const page of tabs) if (page.lifecycle.isFrozen) end(page, true)
  }

  /** Lets the database open, and do what pages have asked of it. */
  function letWrite() {
    timeline.advance((openMs ?? 0) + OPENING_STEPS * stepMs + IDLE_MS)
    for (let step = 0; !database.isDone() && step < STEPS; step += 1) timeline.advance(stepMs)
    timeline.advance(IDLE_MS)
  }

  return {
    options,
    accepted,
    dropped,
    answers,
    /** The whole storage just after a denial. */
    storedAfterDenial,
    /** Timers and requests of a page after it was stopped or consent was refused. */
    afterTheEnd,
    timeline,
    tracker,
    tabs: () => tabs,
    open,
    add,
    addLong,
    hide,
    show,
    /** Events in the database and the storage. */
    soonSent,
    /** Whether what a page writes is there before another page reads. */
    isSwift: stepMs === 1,
    stored: (): readonly string[] => [
      ...(openMs === undefined ? [] : database.contents()),
      ...Object.keys(browser.localStorage).filter((key) => key.startsWith(TEXT_PREFIX)),
    ],
    /** Warnings of the tag. */
    warnings: (): readonly string[] => [...warnings, ...tabs.flatMap((page) => page.warnings)],
    /** Errors that were thrown. */
    mishaps: timeline.mishaps,
    /** Whether nothing has happened to the disk or the clock that a page cannot know of. */
    isOrderly: () => !wasTampered && tracker.clockChanges() === 0,
    close(page: Page, livesOnMs: number) {
      navigate(page)
      if (!options.dropsWrites) timeline.advance(livesOnMs)
      remove(page)
      if (options.dropsWrites) database.dropWrites(page.lifecycle)
    },
    crash(page: Page, isThrough: boolean) {
      letWrite()
      end(page, isThrough)
      if (!page.lifecycle.isFrozen) excuseMemory()
    },
    /** Moves the page into the back/forward cache. */
    freeze(page: Page) {
      navigate(page)
      page.lifecycle.isFrozen = true
    },
    thaw(page: Page) {
      page.lifecycle.isFrozen = false
      database.thaw(page.lifecycle)
      show(page)
    },
    /** The browser is killed after everything written has had time to reach the disk. */
    kill() {
      letWrite()
      if (!browser.localStorage.isWritten()) timeline.advance(5_000)
      wasTampered ||= !browser.localStorage.isWritten()
      for (const page of tabs) end(page, false)
      wasTampered = database.kill() || wasTampered
      browser.localStorage.loseUnwritten()
      excuseMemory()
    },
    setOnline(is: boolean) {
      browser.setOnline(is)
      tracker.setOnline(is)
      if (is) for (const page of tabs) if (!page.lifecycle.isFrozen) resume(page)
    },
    setResponse: (response: TrackerResponse) => tracker.setResponse(response),
    setClock(byMs: number) {
      // An entry that is being claimed at this moment is claimed by the old time.
      timeline.advance(50)
      timeline.setClock(byMs)
      tracker.onClockChange()
    },
    /** Sets whether the disk is full from now on. */
    failDisk(is: boolean) {
      hasFailed ||= is
      wasTampered ||= is
      database.fail(is)
    },
    /**
     * The database is deleted: everything that is not in the memory of a page is lost. A page that
     * was hidden has released its events to the queue.
     */
    deleteDatabase() {
      evictFrozen()
      wasTampered = true
      const before = keptPids()
      database.deleteAll()
      timeline.advance(20)
      excuseUnkept((_, pid) => before.has(pid))
    },
    deny(page: Page) {
      evictFrozen()
      isDenied = true
      erase(page)
      for (const other of tabs)
        if (other !== page) timeline.in(2, () => erase(other), other.lifecycle)
      timeline.advance(20)
      for (const event of accepted.values()) {
        event.isExcused = true
        event.deniedAfter ??= tracker.sent.length
      }
      letWrite()
      storedAfterDenial.push(...this.stored())
      timeline.advance(90_000)
      if (timeline.timers() > 0) afterTheEnd.push('a timer after a refusal')
    },
    /** The page calls `svc.stop()`, and the shopper goes to another page some time later. */
    stop(page: Page) {
      const isOwn = ({ lifecycle }: { lifecycle: unknown }) => lifecycle === page.lifecycle
      page.run(page.tag.pageDelivery.stopPageDelivery)
      const count = tracker.sent.filter(isOwn).length
      timeline.advance(25_000)
      if (tracker.sent.filter(isOwn).length > count) afterTheEnd.push('a request after a stop')
      end(page, true)
      // Entries whose writes had not failed were in the memory of the page.
      excuseUnkept(isOwn)
    },
    grant() {
      isDenied = false
      for (const page of tabs) if (!page.lifecycle.isFrozen) grantIn(page)
    },
    /** All faults end, the shopper opens the shop and does something, and some hours pass. */
    settle() {
      tracker.setResponse(well)
      this.failDisk(false)
      this.setOnline(true)
      for (const page of tabs) if (page.lifecycle.isFrozen) remove(page)
      isDenied = false
      for (const page of tabs) {
        grantIn(page)
        show(page)
      }
      const page = open()
      timeline.advance(1_000)
      add(page, 'visitor', 1)
      timeline.advance(1_000)
      timeline.advance(SOON_MS)
      soonSent.count = tracker.sent.length
      timeline.advance(5 * 3_600_000)
    },
  }
}

const pidsIn = (text: string): readonly string[] => text.match(/pid\d+\b/g) ?? []

const dataOf = (action: Action, pid: string) =>
  action === 'PRODUCT_IMPRESSIONS'
    ? { query: 'shoes', pids_list: [pid] }
    : { ...NEEDED[action], pid, query: 'shoes' }
