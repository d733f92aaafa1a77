import { createConversation } from './agent/conversation'
import { createSeen } from './agent/seen'
import { createCalls } from './api/calls'
import { createLazyClients } from './api/clients'
import { createListeners } from './api/listeners'
import type { Settings } from './api/settings'
import { addMembers, type Run, type Stub } from './api/stub'
import type { SvcEvents } from './api/svc'
import { createTrack } from './api/track'
import type { EventTime } from './brand'
import { createAttribution } from './browse/attribution'
import { createListMemory } from './browse/list-memory'
import type { Markup } from './capture/attributes'
import { type Capture, createCapture, type Doing } from './capture/capture'
import { scrubFact } from './consent/scrub-fact'
import { scrubUrl } from './consent/scrub-url'
import { watchConsent } from './consent/watch-consent'
import type { DataLayer } from './datalayer/data-layer'
import { createDelivery } from './delivery/delivery'
import {
  type Action,
  createEventTimes,
  type Ignore,
  type Report,
  type Step,
  strictFields,
  type TrackerEvent,
} from './events'
import { createInspection } from './inspector/inspection'
import { createTap } from './inspector/tap'
import { openDataLayer } from './open-data-layer'
import { openVisitor } from './open-visitor'
import type { Clock } from './platform/clock'
import { isAutomated } from './platform/consent-managers'
import { deleteDatabase, openDatabase } from './platform/database'
import type { Guard } from './platform/guard'
import { randomDecimal } from './platform/ids'
import type { LoadScript } from './platform/load-script'
import type { Notice } from './platform/notice'
import { isOnline, isVisible, watchOnline } from './platform/online'
import type { Page } from './platform/page'
import { watchPageExit } from './platform/page-exit'
import { createPixelRequest } from './platform/pixel-request'
import { createSoon } from './platform/soon'
import { openTabs } from './platform/tabs'
import { lineage } from './platform/tree'
import { createRecord } from './record'

export interface RoomsDeps {
  readonly settings: Settings
  readonly page: Page
  readonly guard: Guard
  readonly clock: Clock
  readonly notice: Notice
  readonly stub: Stub
  readonly loadScript: LoadScript
  /** How the page is read. */
  readonly markup: Markup
  /** What was done on the page before it could be read. */
  readonly early: readonly Doing[]
}

declare const __VERSION__: string

const AUTOMATED = 'a robot; recordBots counts it'
const STOPPED = 'the tag was stopped'
const DENIED = 'consent denied'

/** Opens every room and introduces them to one another. Returns what does the calls of the page. */
export function openRooms(deps: RoomsDeps): Run {
  const { settings, page, guard, clock, notice, stub, loadScript, markup, early } = deps
  const { now, schedule } = clock

  const listeners = createListeners<SvcEvents>(guard)
  const tap = createTap({
    now,
    listOf: (element) => capture?.look(element).list,
    unseen: () => capture?.unseen(),
  })
  const soon = createSoon(guard)
  const newTime = createEventTimes({ now, randomDecimal })
  const visitor = openVisitor({
    settings,
    clock,
    onConsent(state) {
      listeners.tell('consent', { state, at: now() })
      if (state === 'denied') tabs.say(state)
      obey()
    },
  })
  const { consent, storage, session, withLock } = visitor
  const tabs = openTabs(guard, (text) => {
    if (text === 'denied') consent.set(text)
  })

  function onStep(t: EventTime, step: Step) {
    tap.step(t, step)
    if (step.state === 'sent') listeners.tell('sent', { t, answer: step.answer })
    if (step.state === 'dropped') listeners.tell('dropped', { t, reason: step.reason })
  }

  const ignore: Ignore = (reason, origin = {}) => {
    tap.ignored(reason, origin)
    if (settings.debug) notice(reason, origin.element)
  }

  /** A mistake in what the page hands over is said in any case. */
  const refuse: Ignore = (reason, origin = {}) => {
    tap.ignored(reason, origin)
    notice(reason, origin.element)
  }

  const delivery = createDelivery({
    address: settings,
    settings: { ...settings, flushMs: 2_000 },
    clock,
    guard,
    storage,
    session,
    withLock,
    openDatabase,
    deleteDatabase,
    requestPixel: createPixelRequest(guard),
    soon,
    isOnline,
    isVisible,
    random: randomDecimal,
    newTime,
    onStep,
  })

  const lists = createListMemory(storage)
  const attributed = createAttribution(lists)
  const seen = createSeen(storage)
  const place = () => ({
    url: scrubUrl(page.url(), settings.scrubUrl),
    referrer: scrubUrl(page.referrer(), settings.scrubUrl),
  })
  const record = createRecord({
    consent: consent.state,
    visitor: visitor.current,
    beginVisit: visitor.begin,
    place,
    ver: `svc-tag/${__VERSION__}`,
    newTime,
    soon,
    schedule,
    deliver(recorded) {
      const event = attributed(recorded)
      if (settings.agentUrl) seen.add(event)
      listeners.tell('event', event)
      const data = settings.strictFields ? strictFields(event.action, event.data) : event.data
      delivery.add({ ...event, data } as TrackerEvent)
    },
    onSeen: tap.seen,
    onStep,
  })

  /** Why nothing is recorded; nothing for a shopper. */
  let obstacle = settings.recordBots || !isAutomated() ? '' : AUTOMATED
  const report: Report = (fact, origin) => {
    const reason = obstacle || (consent.state() === 'denied' && DENIED)
    if (reason) ignore(reason, { ...origin, action: fact.action })
    else record.report(settings.scrubSearch ? scrubFact(fact) : fact, origin)
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

  let capture: Capture | undefined
  let dataLayer: DataLayer | undefined
  let wasDenied = false
  const track = createTrack({
    report,
    refuse,
    context: () => capture?.list(),
    isNewOrder: (id, lines) => capture?.isNewOrder(id, lines) ?? true,
    onVisitor(origin) {
      ignore('once per visit', { ...origin, action: 'visitor' })
      settle()
    },
  })

  /** Watches, keeps and sends as far as there is consent for it. */
  function obey() {
    if (obstacle === STOPPED) return
    const state = consent.state()
    if (state === 'denied') {
      wasDenied = true
      capture?.stop()
      dataLayer?.stop()
      capture = dataLayer = undefined
      record.clear(DENIED)
      delivery.erase()
      lists.erase()
      seen.erase()
      conversation.end()
      visitor.erase()
      return
    }
    capture ??= createCapture({
      document,
      window,
      guard,
      clock,
      storage,
      markup,
      settings,
      report: reportSeen,
      ignore,
      place,
      onHandedOver: track,
      onRoute: page.movedFrom,
    })
    if (settings.dataLayer)
      dataLayer ??= openDataLayer({
        guard,
        clock,
        notice,
        loadScript,
        rules: settings.dataLayer,
        track,
        ignore,
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

  const conversation = createConversation({
    storage,
    siteKey: settings.siteKey,
    uid: () => visitor.current()?.uid,
    visitId: () => visitor.current()?.visitId,
  })
  /** A call is an activity: it begins a visit, so that even the first request of a page says who visits. */
  const whenKnown = () =>
    new Promise<void>((resolve) => {
      if (visitor.current()) return resolve()
      settle()
      // The visit that is being begun is before us in the line.
      withLock('visit', resolve)
    })

  const clients = createLazyClients({
    load: () => loadScript('svc-clients.js'),
    whenKnown,
    deps: {
      ...settings,
      browseUrl: settings.browseUrl,
      agentUrl: settings.agentUrl,
      apiKey: settings.apiKey,
      headers: { userId: settings.browseHeaders, deviceType: settings.browseHeaders },
      fetch: fetch.bind(window),
      schedule,
      user() {
        const { uid, visit_type } = visitor.current() ?? {}
        return { uid, userType: visit_type === 'repeat' ? 'frequent' : 'first-time' }
      },
      onList(list, pids, isContext) {
        const visit = visitor.current()?.visitId
        if (visit) lists.remember(visit, pids, list.requestId)
        if (isContext) capture?.context(list)
      },
      conversation,
      seen() {
        const visit = visitor.current()?.visitId
        return visit ? seen.read(visit) : {}
      },
      onBegin: (change, id) => listeners.tell('conversation', { change, id }),
    },
  })

  function user() {
    const { uid: id, visitId, visit_type: visitType } = visitor.current() ?? {}
    return id && visitId && visitType ? { id, visitId, visitType } : undefined
  }

  const inspection = createInspection({
    load: loadScript,
    guard,
    notice,
    isAllowed: settings.inspect,
    url: page.url(),
    wasOpen: session.read('inspect') !== undefined,
    tag: {
      version: __VERSION__,
      settings,
      markup,
      entries: tap.entries,
      watch: tap.watch,
      consent: consent.state,
      user,
      look: (element) => capture?.look(element),
    },
  })

  const stops = [
    // Before the consent managers: what replaced `push` last is taken off first.
    () => dataLayer?.stop(),
    tabs.stop,
    watchOnline(guard, delivery.start),
    watchPageExit({
      guard,
      onExit() {
        capture?.leaving()
        dataLayer?.flush()
        record.leave()
        delivery.flush()
        delivery.leave()
      },
      onReturn(fromCache) {
        if (fromCache) capture?.newPage()
        settle()
        delivery.start()
      },
    }),
    watchConsent({ consent, guard, clock, settings }),
    inspection.stop,
    delivery.stop,
    () => capture?.stop(),
  ]
  obey()
  for (const doing of early) capture?.did(...doing)

  addMembers(stub, { version: __VERSION__, user, conversationId: conversation.id })
  return createCalls({
    notice,
    track,
    clients,
    listeners,
    nameList: (list) => capture?.context(list),
    setConsent: consent.set,
    identify(id) {
      record.flush()
      visitor.identify(id)
    },
    resetAgent() {
      conversation.end()
      listeners.tell('conversation', { change: 'reset', id: undefined })
    },
    reset() {
      record.flush()
      visitor.reset()
    },
    explain: tap.explain,
    audit: inspection.audit,
    inspect: inspection.inspect,
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
  })
}
