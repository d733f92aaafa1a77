import { warnOnce } from '../../browser/guard'
import { parsedSetting } from '../../settings/read-settings'
import { markupHooks } from '../../track/attributes'
import { createMapMarkup, type PageMap } from './map-markup'

/** Switches the markup to the map in the settings; attributes still count on elements that have them. */
export function open() {
  const map = parsedSetting('map')
  if (typeof map === 'object' && map && !Array.isArray(map))
    markupHooks.markup = createMapMarkup(map as PageMap, () => location.href, warnOnce)
}
