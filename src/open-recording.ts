import type { Listeners } from './api/listeners'
import type { Settings } from './api/settings'
import type { SvcEvents } from './api/svc'
import type { EventTime } from './brand'
import type { Capture } from './capture/capture'
import { createUrlScrubber } from './consent/scrub-url'
import { createDelivery } from './delivery/delivery'
import { createEventTimes, type Ignore, type Step, strictFields, type TrackerEvent } from './events'
import { createTap } from './inspector/tap'
import type { VisitMemory } from './open-visit-memory'
import type { Visitor } from './open-visitor'
import type { Clock } from './platform/clock'
import { deleteDatabase, openDatabase } from './platform/database'
import type { Guard } from './platform/guard'
import { randomDecimal } from './platform/ids'
import type { Notice } from './platform/notice'
import { isOnline, isVisible } from './platform/online'
import type { Page } from './platform/page'
import { createPixelRequest } from './platform/pixel-request'
import { createSoon } from './platform/soon'
import { createRecord } from './record'

export interface RecordingDeps {
  readonly settings: Settings
  readonly page: Page
  readonly guard: Guard
  readonly clock: Clock
  readonly notice: Notice
  readonly listeners: Listeners<SvcEvents>
  readonly visitor: Visitor
  readonly memory: VisitMemory
  /** What watches the page, while something does. */
  readonly capture: () => Capture | undefined
}

export type Recording = ReturnType<typeof openRecording>

declare const __VERSION__: string

/** The way of a fact: it becomes an event, leaves for the tracker, and the tap hears of every step. */
export function openRecording(deps: RecordingDeps) {
  const { settings, page, guard, clock, notice, listeners, visitor, memory, capture } = deps
  const { now, schedule } = clock

  const tap = createTap({
    now,
    listOf: (element) => capture()?.look(element).list,
    unseen: () => capture()?.unseen(),
  })
  const soon = createSoon(guard)
  const newTime = createEventTimes({ now, randomDecimal })

  function onStep(t: EventTime, step: Step) {
    tap.step(t, step)
    if (step.state === 'sent') listeners.tell('sent', { t, answer: step.answer })
    if (step.state === 'dropped') listeners.tell('dropped', { t, reason: step.reason })
  }

  const ignoring =
    (isSaid: boolean): Ignore =>
    (reason, origin = {}) => {
      tap.ignored(reason, origin)
      if (isSaid) notice(reason, origin.element)
    }

  const delivery = createDelivery({
    ...deps,
    ...visitor,
    address: settings,
    settings: { ...settings, flushMs: 2_000 },
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

  const urlOf = createUrlScrubber(settings.scrubUrl)
  const referrerOf = createUrlScrubber(settings.scrubUrl)
  const place = () => ({ url: urlOf(page.url()), referrer: referrerOf(page.referrer()) })
  const record = createRecord({
    consent: visitor.consent.state,
    visitor: visitor.current,
    beginVisit: visitor.begin,
    place,
    ver: `svc-tag/${__VERSION__}`,
    newTime,
    soon,
    schedule,
    deliver(recorded) {
      const event = memory.complete(recorded)
      listeners.tell('event', event)
      const data = settings.strictFields ? strictFields(event.action, event.data) : event.data
      delivery.add({ ...event, data } as TrackerEvent)
    },
    onSeen: tap.seen,
    onStep,
  })

  return {
    tap,
    ignore: ignoring(settings.debug),
    /** A mistake in what the page hands over is said in any case. */
    refuse: ignoring(true),
    place,
    record,
    delivery,
    soon,
  }
}
