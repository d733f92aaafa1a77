import { now } from '../browser/clock'
import { settings } from '../settings/read-settings'
import { platform } from './platform'

/** As long as a visit: a tracker that changes is to be noticed. */
const REMEMBERED_MS = 1_800_000

/** Whether the tracker drops repeats: by the setting, else as it said in the last 30 minutes. What is remembered is `<at> <address>`. */
export function dropsRepeats(): boolean {
  const { trackerDropsRepeats, trackerUrl } = settings
  if (trackerDropsRepeats !== undefined) return trackerDropsRepeats
  const [since, tracker] = (platform.remembered() ?? '').split(' ')
  return tracker === trackerUrl && now() - Number(since) < REMEMBERED_MS
}

/** Remembers that the tracker said so, by the header `svc-drops-repeats: 1`, unless the setting decides. */
export function rememberDropsRepeats() {
  if (settings.trackerDropsRepeats === undefined)
    platform.remember(`${now()} ${settings.trackerUrl}`)
}
