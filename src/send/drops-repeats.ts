import { now } from '../browser/clock'
import { local } from '../browser/storage'
import { settings } from '../settings/read-settings'
import { DROPS_REPEATS_KEY, isRemembered, rememberedText } from './remembered-tracker'

/** Whether the tracker drops repeats: by the setting, else as it said in the last 30 minutes. */
export const dropsRepeats = (): boolean =>
  settings.trackerDropsRepeats ??
  isRemembered(local.read(DROPS_REPEATS_KEY), settings.trackerUrl, now())

/** Remembers that the tracker said so, by the header `svc-drops-repeats: 1`, unless the setting decides. */
export function rememberDropsRepeats() {
  if (settings.trackerDropsRepeats === undefined)
    local.write(DROPS_REPEATS_KEY, rememberedText(settings.trackerUrl, now()))
}
