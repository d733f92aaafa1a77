import { warnOnce } from '../../browser/guard'
import { parsedSetting } from '../../settings/read-settings'
import { markupHooks } from '../../track/attributes'
import { createMapMarkup, type PageMap } from './map-markup'

/** Reads the page with the map from the settings, and attributes where there are some. */
export function open() {
  const map = parsedSetting('map')
  if (typeof map === 'object' && map && !Array.isArray(map))
    markupHooks.markup = createMapMarkup(map as PageMap, () => location.href, warnOnce)
}
