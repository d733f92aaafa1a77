import type { Finding } from '../inspector-api'
import { type AuditDeps, auditedPage, type Rule } from './audited-page'
import { cartWithoutProduct, priceUnreadable, quantityUnreadable } from './cart'
import { facetWithoutName, facetWithoutValues } from './facets'
import { listWithoutName, pageEncoded, queryAndPage } from './lists'
import { mapMatchesNothing } from './map-rules'
import { lineOutsideOrder, orderLineIncomplete, orderOnControl, orderWithoutLines } from './order'
import { searchWithoutWords } from './search-box'
import { cspBlocks } from './security-policy'
import { unknownAttribute } from './spelling'
import { cookieTwice, notWatching, tagTwice } from './tag-itself'
import { idTwiceInList, outsideList, tileWithoutId } from './tiles'

const rules: readonly Rule[] = [
  notWatching,
  tagTwice,
  cspBlocks,
  cookieTwice,
  unknownAttribute,
  listWithoutName,
  queryAndPage,
  pageEncoded,
  tileWithoutId,
  outsideList,
  idTwiceInList,
  facetWithoutName,
  facetWithoutValues,
  searchWithoutWords,
  cartWithoutProduct,
  quantityUnreadable,
  priceUnreadable,
  orderOnControl,
  orderWithoutLines,
  orderLineIncomplete,
  lineOutsideOrder,
  mapMatchesNothing,
]

/** What in the page's markup and surroundings keeps events from counting, errors first, each with the fix. */
export async function audit(deps: AuditDeps): Promise<readonly Finding[]> {
  const page = auditedPage(deps)
  const findings = (await Promise.all(rules.map((rule) => rule(page)))).flat()
  const ofSeverity = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity)
  return [...ofSeverity('error'), ...ofSeverity('warning')]
}
