import { composedAncestors } from '../../../browser/dom'
import type { Finding } from '../inspector-api'
import { type AuditDeps, auditedPage, type Rule } from './audited-page'
import { cartWithoutProduct, priceUnreadable, quantityUnreadable } from './cart-rules'
import { facetWithoutName, facetWithoutValues } from './facet-rules'
import { ignoredContentMoved } from './ignored'
import { listWithoutName, pageEncoded, queryAndPage } from './list-rules'
import { mapMatches, mapStartMoves } from './map-rules'
import {
  lineOutsideOrder,
  orderLineIncomplete,
  orderOnControl,
  orderWithoutLines,
} from './order-rules'
import { searchWithoutWords } from './search-box-rules'
import { cspBlocks } from './security-policy'
import { notConfigured, settingUnrendered, unknownSetting } from './settings-rules'
import { unknownAttribute } from './spelling-rules'
import { cookieTwice, notWatching, tagTwice } from './tag-itself'
import { templateUnrendered } from './templates'
import { idTwiceInList, outsideList, tileWithoutBox, tileWithoutId } from './tiles'
import { agentTools } from './tool-schemas'
import { trackerAnswers } from './tracker-rules'
import { pageUnmarked } from './unmarked'

const rules: readonly Rule[] = [
  notConfigured,
  unknownSetting,
  settingUnrendered,
  notWatching,
  tagTwice,
  cspBlocks,
  trackerAnswers,
  cookieTwice,
  templateUnrendered,
  unknownAttribute,
  listWithoutName,
  queryAndPage,
  pageEncoded,
  tileWithoutId,
  tileWithoutBox,
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
  ignoredContentMoved,
  mapMatches,
  mapStartMoves,
  agentTools,
  pageUnmarked,
]

/** Rules whose findings are the cause of others on the same element. */
const CAUSES = ['template-unrendered', 'unknown-attribute', 'map-value-missing']

/** A list with one of these names no list to its tiles. */
const LIST_CAUSES = [...CAUSES, 'list-without-name']

/** Leaves out what another finding is the cause of. */
function withoutConsequences(findings: readonly Finding[]): readonly Finding[] {
  const elementsWith = (rules: readonly string[]) =>
    new Set(
      findings.flatMap(({ rule, element }) => (element && rules.includes(rule) ? element : [])),
    )
  const explained = elementsWith(CAUSES)
  const nameless = elementsWith(LIST_CAUSES)
  const isBlocked = findings.some(({ rule }) => rule === 'csp-blocks')
  const isConsequence = ({ rule, element }: Finding) =>
    (isBlocked && rule === 'tracker-unreachable') ||
    (element && explained.has(element) && !CAUSES.includes(rule)) ||
    (rule === 'outside-list' && composedAncestors(element).some((part) => nameless.has(part)))
  return findings.filter((finding) => !isConsequence(finding))
}

/** One finding for each cause: what several elements share is told once, at the first of them. */
function grouped(findings: readonly Finding[]): readonly Finding[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const key = [finding.rule, finding.message, finding.fix].join('\n')
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first && others.length ? { ...first, count: others.length + 1 } : (first ?? []),
  )
}

/** Mistakes in the page's markup and surroundings that keep events from counting, errors first, each with the fix. */
export async function audit(deps: AuditDeps): Promise<readonly Finding[]> {
  const page = auditedPage(deps)
  const found = (await Promise.all(rules.map((rule) => rule(page)))).flat()
  const findings = grouped(withoutConsequences(found))
  const ofSeverity = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity)
  return [...ofSeverity('error'), ...ofSeverity('warning')]
}
