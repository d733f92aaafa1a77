import { now } from '../browser/clock'
import { local } from '../browser/storage'
import { settings } from '../settings/read-settings'

/** What was learned about the tracker. */
export type TrackerFact =
  /** It says that it drops repeats, by the header `svc-drops-repeats: 1`. */
  | 'drops-repeats'
  /** It answers without CORS headers. */
  | 'no-cors'

/** As long as a visit: a tracker that changes is to be noticed. */
const REMEMBERED_MS = 1_800_000

/** Whether something was learned about this tracker in the last 30 minutes. */
export function isRemembered(fact: TrackerFact): boolean {
  const [at, tracker] = (local.read(fact) ?? '').split(' ')
  return tracker === settings.trackerUrl && Math.abs(now() - Number(at)) < REMEMBERED_MS
}

/** Remembers something for this browser. */
export const remember = (fact: TrackerFact) => local.write(fact, `${now()} ${settings.trackerUrl}`)
