import type { Settings } from './api/settings'
import { createTrack, type Track } from './api/track'
import type { Markup } from './capture/attributes'
import { type Capture, createCapture } from './capture/capture'
import type { Doing } from './capture/doings'
import { scrubFact } from './consent/scrub-fact'
import { watchConsent } from './consent/watch-consent'
import type { DataLayer } from './datalayer/data-layer'
import type { Action, Report } from './events'
import { openDataLayer } from './open-data-layer'
import type { Recording } from './open-recording'
import type { VisitMemory } from './open-visit-memory'
import type { Visitor } from './open-visitor'
import type { Clock } from './platform/clock'
import { isAutomated } from './platform/consent-managers'
import type { Guard } from './platform/guard'
import type { LoadScript } from './platform/load-script'
import type { Notice } from './platform/notice'
import { watchOnline } from './platform/online'
import type { Page } from './platform/page'
import { watchPageExit } from './platform/page-exit'
import { lineage } from './platform/tree'

export interface CapturingDeps extends Recording {
  readonly settings: Settings
  readonly page: Page
  readonly guard: Guard
  readonly clock: Clock
  readonly notice: Notice
  readonly loadScript: LoadScript
  /** How the page is read. */
  readonly markup: Markup
  readonly visitor: Visitor
  readonly memory: VisitMemory
}

/** What notices facts, as far as there is consent for it. */
export interface Capturing {
  /** Reports what a page hands over. */
  readonly track: Track
  /** What watches the page, while something does. */
  readonly capture: () => Capture | undefined
  /** Begins a visit, or goes on with the one there is. */
  readonly settle: () => void
  /** Does as the consent says, which has changed. */
  readonly obey: () => void
  /** Begins to watch, with what was done on the page before. */
  readonly start: (early: readonly Doing[]) => void
  /** Everything seen so far is sent. */
  readonly flush: () => Promise<void>
  /** Ends for good. */
  readonly stop: () => void
}

const AUTOMATED = 'a robot; recordBots counts it'
const STOPPED = 'the tag was stopped'
const DENIED = 'consent denied'

/** Watches nothing, and no consent manager, before it is started. */
export function openCapturing(deps: CapturingDeps): Capturing {
  const { settings, page, guard, markup, visitor, memory, tap, record, delivery, ignore, soon } =
    deps
  const { consent } = visitor

  let capture: Capture | undefined
  let dataLayer: DataLayer | undefined
  let wasDenied = false
  let stops: readonly (() => void)[] = []

  /** Gone or out of sight: the page may hear of nothing more. */
  let isAway = false
  let isLeaving = false

  function leave() {
    isLeaving = false
    capture?.leaving()
    dataLayer?.flush()
    if (!obstacle) record.leave()
    delivery.flush()
    delivery.leave()
  }

  /** For what the shop's own listeners report after the tag's. */
  function leaveAgain() {
    if (!isLeaving) soon(leave)
    isLeaving = true
  }

  /** Why nothing is recorded; nothing for a shopper. */
  let obstacle = settings.recordBots || !isAutomated() ? '' : AUTOMATED
  const report: Report = (fact, origin) => {
    const reason = obstacle || (consent.state() === 'denied' && DENIED)
    if (reason) return ignore(reason, { ...origin, action: fact.action })
    record.report(settings.scrubSearch ? scrubFact(fact) : fact, origin)
    if (isAway) leaveAgain()
  }
  const settle = () => {
    if (!obstacle) record.settle()
  }

  /** What the dataLayer reports by the shop's own wish is not counted twice. */
  const reportSeen: Report = (fact, origin) => {
    const { action } = fact
    if ((settings.dataLayer?.wins as readonly Action[] | undefined)?.includes(action))
      ignore('the dataLayer reports it', { ...origin, action })
    else report(fact, origin)
  }

  const track = createTrack({
    report,
    refuse: deps.refuse,
    context: () => capture?.list(),
    isNewOrder: (id, lines) => capture?.isNewOrder(id, lines) ?? true,
    onVisitor(origin) {
      ignore('once per visit', { ...origin, action: 'visitor' })
      settle()
    },
  })

  function forget() {
    wasDenied = true
    capture?.stop()
    dataLayer?.stop()
    capture = dataLayer = undefined
    record.clear(DENIED)
    // Whoever was not asked yet may have agreed on an earlier page.
    if (!consent.isRefused()) return
    delivery.erase()
    memory.erase()
    visitor.erase()
  }

  /** Watches, keeps and sends as far as there is consent for it. */
  function obey() {
    if (obstacle === STOPPED) return
    const state = consent.state()
    if (state === 'denied') return forget()

    capture ??= createCapture({
      ...deps,
      document,
      window,
      storage: visitor.storage,
      report: reportSeen,
      onHandedOver: track,
      onRoute: page.movedFrom,
    })
    if (settings.dataLayer)
      dataLayer ??= openDataLayer({
        ...deps,
        rules: settings.dataLayer,
        track,
        marked: capture.marked,
        lineage,
        read: markup.read,
        entries: tap.entries,
        url: page.url,
        isLate: wasDenied,
      })
    if (state === 'granted') {
      settle()
      delivery.start()
    }
  }

  return {
    track,
    capture: () => capture,
    settle,
    obey,
    start(early) {
      stops = [
        // Before the consent managers: what replaced `push` last is taken off first.
        () => dataLayer?.stop(),
        visitor.stop,
        watchOnline(guard, delivery.start),
        watchPageExit({
          guard,
          onExit() {
            leave()
            isAway = true
          },
          onReturn(fromCache) {
            isAway = false
            if (fromCache) capture?.newPage()
            settle()
            delivery.start()
          },
        }),
        watchConsent({ ...deps, consent }),
        delivery.stop,
        () => capture?.stop(),
      ]
      obey()
      for (const doing of early) capture?.did(...doing)
    },
    async flush() {
      capture?.leaving()
      dataLayer?.flush()
      record.flush()
      delivery.flush()
    },
    stop() {
      capture?.leaving()
      record.flush()
      obstacle = STOPPED
      for (const stop of stops) stop()
    },
  }
}
