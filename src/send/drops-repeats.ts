import { now } from '../browser/clock'
import { local } from '../browser/storage'
import { settings } from '../settings/read-settings'

const KEY = 'drops-repeats'

/** As long as a visit: a tracker that changes is to be noticed. */
const REMEMBERED_MS = 1_800_000

/** Whether the tracker drops repeats: by the setting, or as it said in the last 30 minutes. */
export function dropsRepeats(): boolean {
  const [at, tracker] = (local.read(KEY) ?? '').split(' ')
  return (
    settings.trackerDropsRepeats ||
    (tracker === settings.trackerUrl && now() - Number(at) < REMEMBERED_MS)
  )
}

/** Remembers that the tracker said so, by the header `svc-drops-repeats: 1`. */
export const rememberDropsRepeats = () => local.write(KEY, `${now()} ${settings.trackerUrl}`)
