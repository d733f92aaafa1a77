import type { EventTime } from '../brand'
import { pixelUrl, type Step, type TrackerAddress, type TrackerEvent } from '../events'
import type { Clock } from '../platform/clock'
import type { Guard } from '../platform/guard'
import type { RequestPixel } from '../platform/pixel-request'
import { createBatches } from './batches'
import { createEmitter } from './emitter'
import { fit } from './fit'
import { keyOf } from './kept'
import { isGathered } from './merge'
import { createOutbox, type OutboxDeps } from './outbox'
import { createRequest } from './request'

export interface DeliverySettings {
  /** The longest URL, origin included. */
  readonly maxUrlBytes: number
  /** How long impressions are gathered. */
  readonly flushMs: number
  /** Whether the tracker's answers carry CORS headers, so that their status can be read; found out when absent. */
  readonly trackerCors?: boolean | undefined
  /** The tracker counts an event once however often it arrives: then every event that is not answered is sent again. */
  readonly trackerDropsRepeats: boolean
}

export interface DeliveryDeps extends OutboxDeps {
  readonly address: TrackerAddress
  readonly settings: DeliverySettings
  readonly clock: Clock
  readonly guard: Guard
  readonly requestPixel: RequestPixel
  readonly isOnline: () => boolean
  readonly isVisible: () => boolean
  /** A random number from 0 to 1. */
  readonly random: () => number
  /** A fresh `t`, for the further parts of an event that is too long. */
  readonly newTime: () => EventTime
  /** Hears what becomes of each event. Its last word is `sent`, `merged` or `dropped`. */
  readonly onStep: (t: EventTime, step: Step) => void
}

/** Sees to it that events arrive: once, whatever becomes of the page, the network or the tracker. */
export interface Delivery {
  /** Takes an event. What must outlive the page is written before it returns. */
  readonly add: (event: TrackerEvent) => void
  /** Ends all waiting for more and sends, synchronously: the page may be going. */
  readonly flush: () => void
  /** The page is gone, or out of sight, which may be the last that it hears. Comes after `flush`. */
  readonly leave: () => void
  /** Sees at once to what waits: at the start of a page, when it is looked at again, when there is a network again. */
  readonly start: () => void
  /** Forgets every event, here and in this browser: the shopper does not agree. */
  readonly erase: () => void
  /** Ends; what has not arrived is left to the next page. */
  readonly stop: () => void
}

/** Starts with nothing to do; touches neither storage nor network before the first call. */
export function createDelivery(deps: DeliveryDeps): Delivery {
  const { address, settings, newTime, onStep } = deps
  const { maxUrlBytes } = settings

  const outbox = createOutbox(deps, {
    onDrop: (t, reason) => onStep(t, { state: 'dropped', reason }),
    onTaken: (t) => onStep(t, { state: 'sent', answer: 'sent by another tab' }),
    onReady: () => emitter.start(),
  })
  const request = createRequest({ ...deps, ...settings, ...address })
  const emitter = createEmitter({ ...deps, ...settings, urlOf, outbox, request })
  const batches = createBatches({
    ...deps,
    ...settings,
    sizeOf,
    maxSize: maxUrlBytes,
    onOpen: emitter.hold,
    onMerged: (t, into) => onStep(t, { state: 'merged', into }),
    onClosed: ship,
  })

  /** The last one that was written is asked for several times on its way. */
  let written: { readonly event?: TrackerEvent; readonly url: string } = { url: '' }
  function urlOf(event: TrackerEvent) {
    if (written.event !== event) written = { event, url: pixelUrl(address, event) }
    return written.url
  }

  /** Everything but letters and digits is escaped, so that characters are bytes. */
  function sizeOf(event: TrackerEvent) {
    return urlOf(event).length
  }

  function ship(event: TrackerEvent) {
    const isShort = (part: TrackerEvent) => sizeOf(part) <= maxUrlBytes
    for (const part of fit(event, { isShort, newTime })) {
      if (isShort(part)) emitter.add(part, sizeOf(part))
      else outbox.giveUp(keyOf(part), `longer than ${maxUrlBytes} characters`)
    }
  }

  return {
    add(event) {
      if (isGathered(event)) return batches.add(event)
      // What was seen leaves before what was done about it.
      batches.close()
      ship(event)
    },
    flush() {
      batches.close()
      emitter.flush()
    },
    leave: emitter.leave,
    start: emitter.start,
    erase() {
      batches.clear()
      emitter.clear()
      outbox.erase()
    },
    stop() {
      batches.close()
      emitter.stop()
      outbox.stop()
    },
  }
}
