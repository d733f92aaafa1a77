import type { InspectedMark } from '../inspector-api'
import { findingOf, type Rule } from './audited-page'

const unmatched = findingOf('map-matches-nothing', 'warning')

/** A rule of the setting `map` may be for another kind of page, or its selector is no longer right. */
export const mapMatchesNothing: Rule = ({ all, read, tag }) =>
  Object.keys(tag.settings.map ?? {})
    .filter((mark) => {
      const name = mark as InspectedMark
      return !all(name).some((element) => read(element, name) !== undefined)
    })
    .map((mark) =>
      unmatched(undefined, {
        message: `map.${mark} matches nothing on this page.`,
        fix: 'Correct its "in" and "from".',
      }),
    )
