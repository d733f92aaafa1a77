import { composedAncestors } from '../../browser/dom'
import { isIgnored } from '../../track/attributes'
import { defaultList, type List, listContaining } from '../../track/known-lists'

/** The list of a facet: around it, else the page's only one, even from inside a list without a name. A map may call the whole page a list. */
export const listOfFacet = (group: Element): List | undefined =>
  listContaining(group) ?? (isIgnored(composedAncestors(group)) ? undefined : defaultList())
