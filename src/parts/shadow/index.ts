import { settings } from '../../settings/read-settings'
import { beSilent } from './be-silent'
import { compareTags, type TagComparison } from './compare-tags'
import { ownReports } from './own-reports'
import { pageRequests, watchRequests } from './page-requests'

let isOpen = false

function compare(): readonly TagComparison[] {
  const { reports, ids } = ownReports()
  return compareTags(reports, pageRequests(), ids)
}

/** Has the tag send and keep nothing if the setting `shadow` asks; watches what other tags send. Returns what compares. */
export function open() {
  if (!isOpen) {
    isOpen = true
    if (settings.shadow) beSilent()
    watchRequests()
  }
  return compare
}
