import { type Cancel, now, schedule } from '../browser/clock'
import { randomDecimal } from '../browser/ids'
import { warnOnce } from '../browser/warn-once'
import { retryAfterMs } from '../parts/recovery/retry-after'
import { afterAnswer, afterFailure, unknownHealth } from '../parts/recovery/retry-policy'
import { splitEvent } from '../parts/recovery/split-event'
import { type JournalEntry, keyOf } from '../send/journal-entry'
import { DROPS_REPEATS_KEY, isRemembered, rememberedText } from '../send/remembered-tracker'
import { statusAfter } from '../send/response-status'
import type { EventId } from '../wire/brand'
import type { TrackerEvent } from '../wire/tracker-event'
import type { KeptTexts } from './kept-texts'
import { judgeRecords } from './left-overs'
import type { PixelJournal } from './pixel-journal'
import { lacksCors, type PixelAnswer, requestPixel, urlOf } from './pixel-request'
import type { FullPixelSettings } from './pixel-settings'

/** Sends events, and what earlier pages left. */
export type PixelSender = ReturnType<typeof createSender>

/** Longer than a request may take. */
const LEASE_MS = 15_000

/** The longest time without a try. */
const LONGEST_PAUSE_MS = 300_000

/**
 * Opens the sender. Each event is posted to the journal before its request is made. A sandbox does not hear that its page is left:
 * an event in flight carries `silentMs` 0, and the next page counts it as sent if the tracker answers, unless the tracker drops repeats.
 */
export function createSender(journal: PixelJournal, texts: KeptTexts, settings: FullPixelSettings) {
  let health = unknownHealth
  let isCors = settings.trackerCors
  let isStopped = true
  let cancelWake: Cancel = () => {}
  /** When the timer runs out. */
  let wakesAt = Number.POSITIVE_INFINITY
  /** The end of the pause after a failure. */
  let resumesAt = 0
  let isCollecting = false
  let isCollectedAgain = false
  const inFlight = new Set<string>()

  const entryFor = (event: TrackerEvent, changes: Partial<JournalEntry> = {}): JournalEntry => ({
    v: 1,
    key: keyOf(event),
    event,
    size: urlOf(settings, event).length,
    until: now() + LEASE_MS,
    ...changes,
  })

  /** While the tracker fails, what was in flight when its page went has not arrived. */
  const inFlightEntry = (event: TrackerEvent) =>
    entryFor(event, health.failures > 0 ? {} : { silentMs: 0 })

  const isPaused = () => now() < resumesAt

  const dropsRepeats = async (): Promise<boolean> =>
    settings.trackerDropsRepeats ??
    isRemembered(await texts.read(DROPS_REPEATS_KEY), settings.trackerUrl, now())

  function wakeAt(at: number) {
    if (isStopped || at >= wakesAt) return
    wakesAt = at
    cancelWake()
    const waitMs = Math.min(Math.max(at - now(), 0), LONGEST_PAUSE_MS)
    cancelWake = schedule(() => {
      wakesAt = Number.POSITIVE_INFINITY
      if (isPaused()) return wakeAt(resumesAt)
      health = { ...health, pausedUntil: 0 }
      void collect()
    }, waitMs)
  }

  /** Makes the request of an event. The journal is told first, in the same task. Settles when the journal has it. */
  function launch(event: TrackerEvent): Promise<void> {
    const kept = journal.keep(inFlightEntry(event))
    void conclude(event)
    return kept
  }

  async function conclude(event: TrackerEvent): Promise<void> {
    const sentAt = now()
    inFlight.add(keyOf(event))
    const answer = await doubted(await requestPixel(urlOf(settings, event), isCors))
    if (!isStopped) await settle(event, answer, sentAt)
    inFlight.delete(keyOf(event))
  }

  /** Takes the silence of a tracker without CORS headers for an answer: the request has arrived, as far as anybody can know. */
  async function doubted(answer: PixelAnswer): Promise<PixelAnswer> {
    const isDoubtful = answer.status === undefined && isCors && !health.hasAnswered
    if (isStopped || !isDoubtful || !(await lacksCors(settings))) return answer
    isCors = false
    warnOnce('the tracker sends no CORS headers; set trackerCors to false in the settings')
    return { ...answer, status: 0 }
  }

  async function settle(event: TrackerEvent, answer: PixelAnswer, sentAt: number): Promise<void> {
    const { status } = answer
    const { state } = statusAfter(status === undefined ? undefined : { status })
    if (state === 'retrying') return pause(event, answer, sentAt)
    const isFirst = !health.hasAnswered
    health = afterAnswer(health)
    if (answer.dropsRepeats)
      void texts.write(DROPS_REPEATS_KEY, rememberedText(settings.trackerUrl, now()))
    await journal.forget(keyOf(event))
    // The events that earlier pages had in flight can be judged now.
    if (isFirst) void collect()
  }

  async function pause(event: TrackerEvent, answer: PixelAnswer, sentAt: number): Promise<void> {
    const at = now()
    health = afterFailure(health, {
      now: at,
      tookMs: at - sentAt,
      askedMs: retryAfterMs(answer.retryAfter, at),
      isSilent: answer.status === undefined,
      isOnline: true,
      random: randomDecimal(),
    })
    // A pause without an end waits for a network that no sandbox hears of.
    resumesAt = Number.isFinite(health.pausedUntil) ? health.pausedUntil : at + LONGEST_PAUSE_MS
    await journal.keep(entryFor(event, { until: resumesAt }))
    wakeAt(resumesAt)
  }

  /** Returns the waiting events that are to be sent. The rest is removed, or left to the page that has it on lease. */
  async function due(): Promise<readonly JournalEntry[]> {
    const records = (await journal.records()).filter(({ key }) => !inFlight.has(key))
    const mayRepeat = await dropsRepeats()
    const isWell = health.failures > 0 ? false : health.hasAnswered || undefined
    const sorted = judgeRecords(records, { now: now(), mayRepeat, isWell })
    wakeAt(sorted.nextAt)
    await Promise.all(sorted.finished.map(journal.forget))
    return sorted.due
  }

  const isIdle = () => isStopped || isPaused()

  async function sendClaimed(claimed: readonly JournalEntry[]): Promise<void> {
    for (const { event } of claimed) {
      // The rest keeps its lease, and is due again after it.
      if (isIdle()) return
      await journal.keep(inFlightEntry(event))
      await conclude(event)
    }
  }

  /** Sends what waits, of this page and of earlier ones, one after the other. */
  async function collect(): Promise<void> {
    isCollectedAgain = isCollecting
    if (isCollecting || isIdle()) return
    isCollecting = true
    await sendClaimed(await journal.claim((await due()).map(({ event }) => entryFor(event))))
    isCollecting = false
    if (isCollectedAgain) await collect()
  }

  const newEventId = () => `${now()}|${randomDecimal()}` as EventId

  return {
    /** Keeps an event and sends it, in parts if its URL is too long. Settles when the journal has it. */
    async send(event: TrackerEvent): Promise<void> {
      // Consent was denied while the page was asked for the visitor.
      if (isStopped) return
      const isShort = (one: TrackerEvent) => urlOf(settings, one).length <= settings.maxUrlBytes
      const parts = splitEvent(event, isShort, newEventId).filter(isShort)
      await Promise.all(
        parts.map((part) =>
          isPaused() ? journal.keep(entryFor(part, { until: resumesAt })) : launch(part),
        ),
      )
    },
    /** Begins, with what earlier pages left. */
    start() {
      isStopped = false
      void collect()
    },
    /** Ends: the shopper does not agree. */
    stop() {
      isStopped = true
      cancelWake()
      wakesAt = Number.POSITIVE_INFINITY
    },
  }
}
