import { now } from '../browser/clock'
import { settings } from '../settings/read-settings'
import { platform } from './platform'

/** As long as a visit, so that a change of the tracker is noticed. */
const REMEMBERED_MS = 1_800_000

/**
 * Whether the tracker drops duplicates, by the setting or by its own responses within the last 30
 * minutes. The stored item is `<at> <address>`.
 */
export function dropsRepeats(): boolean {
  const { trackerDropsRepeats, trackerUrl } = settings
  if (trackerDropsRepeats !== undefined) return trackerDropsRepeats
  const [since, tracker] = (platform.remembered() ?? '').split(' ')
  return tracker === trackerUrl && now() - Number(since) < REMEMBERED_MS
}

/** Remembers that the tracker sent the header `svc-drops-repeats: 1`, unless the setting decides. */
export function rememberDropsRepeats() {
  if (settings.trackerDropsRepeats === undefined)
    platform.remember(`${now()} ${settings.trackerUrl}`)
}

/* How the tracker answered this page last. */

let isFailing = false
/** How long the last response took; `undefined` before the first. */
let answeredMs: number | undefined
let answeredAt = 0

/** Notes that the tracker answered a request that was sent at a given time (ms). */
export function noteAnswer(sentAt: number) {
  isFailing = false
  answeredAt = now()
  answeredMs = answeredAt - sentAt
}

/** Notes that a request failed, for which nothing shows that only its own event was refused. */
export function noteFailure() {
  isFailing = true
}

/** Whether the tracker has answered anything after this time (ms). */
export const hasAnsweredSince = (time: number): boolean => answeredAt > time

/**
 * How long (ms) a request that was sent at a given time (ms) has had no response from the tracker; `undefined` if the last request failed.
 */
export const silentSince = (sentAt: number): number | undefined =>
  isFailing ? undefined : now() - Math.max(sentAt, answeredAt)

/**
 * Whether a request that was in flight when its page was left counts as sent: the tracker is healthy, and the request had waited no longer
 * than a response may take. `undefined` while the state of the tracker is unknown.
 */
export const isArriving = (silentMs: number): boolean | undefined =>
  answeredMs === undefined ? undefined : silentMs < 2 * answeredMs + 1_000
