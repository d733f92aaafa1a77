import { composedAncestors } from '../../browser/dom'
import { isIgnored } from '../../track/attributes'
import { defaultList, type List, listContaining } from '../../track/known-lists'

/**
 * The list around a facet, or else the page's only list. This also applies inside a list without a
 * name, because a map may treat the whole page as a list.
 */
export const listOfFacet = (group: Element): List | undefined =>
  listContaining(group) ?? (isIgnored(composedAncestors(group)) ? undefined : defaultList())
