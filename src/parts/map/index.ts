import { warnOnce } from '../../browser/guard'
import { hooks } from '../../browser/hooks'
import { settings } from '../../settings/read-settings'
import { getOwn } from '../../wire/fields'
import { createMapMarkup } from './map-markup'

/** Switches the markup to the map in the settings; attributes still count on elements that have them. */
export function open() {
  const { map } = settings
  if (!map) return
  hooks.markup = createMapMarkup(map, () => location.href, warnOnce)
  hooks.phrase = (reason) =>
    reason.replace(/data-svc-([\w-]+)/g, (attribute, mark) =>
      getOwn(map, mark) ? `map.${mark}` : attribute,
    )
}
