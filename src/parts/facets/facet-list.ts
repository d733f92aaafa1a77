import { composedAncestors } from '../../browser/dom'
import { isIgnored } from '../../track/attributes'
import { defaultList, type List, listContaining } from '../../track/known-lists'

/** The list around a facet, else the page's only list, even from inside a list without a name: a map may call the whole page a list. */
export const listOfFacet = (group: Element): List | undefined =>
  listContaining(group) ?? (isIgnored(composedAncestors(group)) ? undefined : defaultList())
