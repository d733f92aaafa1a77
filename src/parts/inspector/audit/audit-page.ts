import { composedAncestors } from '../../../browser/dom'
import { settings } from '../../../settings/read-settings'
import type { Finding, ProposedRule } from '../inspector-api'
import { everywhere } from '../page-elements'
import { proposeMap } from '../proposal/propose'
import { findingOf, type Rule } from './audited-page'
import { contradictionRules } from './contradictions'
import { controlRules, templateUnrendered } from './control-rules'
import { lostEvents, NOT_COUNTED } from './event-rules'
import { historyRules } from './history-rules'
import { listRules, orderRules } from './list-rules'
import { mapMatches, mapStartMoves } from './map-rules'
import { dwellShort, notConfigured, settingMistaken, userIdReadable } from './settings-rules'
import { unknownAttribute } from './spelling-rules'
import {
  cookieTwice,
  cookieUnrendered,
  cspBlocks,
  grantedBeforeAnswer,
  notWatching,
  partMissing,
  tagTwice,
} from './tag-itself'
import { ignoredContentMoved, tileRules } from './tiles'
import { agentTools } from './tool-schemas'
import { trackerAnswers } from './tracker-rules'

const unmarked = findingOf('page-unmarked', 'warning')

/** `product: “ul > li” fits 4 and none of 2 others, the first is “101”; sure` */
function ruleText({ mark, in: selector, finds, first, others, certainty }: ProposedRule): string {
  const fits = `“${selector}” matches ${finds}${others ? ` and none of ${others} other elements` : ''}`
  return `${mark}: ${fits}${first ? `, the first is “${first}”` : ''}; ${certainty === 'sure' ? 'sure' : 'check it'}`
}

const sentences = (parts: readonly string[]) => parts.map((part) => ` ${part}.`).join('')

/** A page without marks reports only its visitors, which may be all it is meant to do. */
const pageUnmarked: Rule = async () => {
  const hasAttributes = everywhere('*').some((element) =>
    element.getAttributeNames().some((name) => name.startsWith('data-svc-')),
  )
  const hasOtherSource = settings.map ?? settings.dataLayer
  const proposal = hasAttributes || hasOtherSource ? undefined : await proposeMap()
  if (!proposal) return []
  const { found, element, map, rules, left, doubts } = proposal
  const json = JSON.stringify(map)
  return [
    {
      ...unmarked(element, {
        message: `Nothing on this page is marked, but it seems to have ${found.join(', ')}.${sentences([...left.map((part) => `No rule for ${part}`), ...doubts])}`,
        fix:
          json === '{}'
            ? 'Mark it with data-svc- attributes.'
            : `Try svc.tryMap(${json}), check the values, and write the map into data-map; or mark the elements with data-svc- attributes.${sentences(rules.map(ruleText))}`,
      }),
      map,
      rules,
    },
  ]
}

const rules: readonly Rule[] = [
  notConfigured,
  settingMistaken,
  dwellShort,
  userIdReadable,
  notWatching,
  grantedBeforeAnswer,
  tagTwice,
  cspBlocks,
  trackerAnswers,
  cookieTwice,
  cookieUnrendered,
  partMissing,
  templateUnrendered,
  unknownAttribute,
  ...listRules,
  ...tileRules,
  ...controlRules,
  ...orderRules,
  ...contradictionRules,
  ...historyRules,
  ignoredContentMoved,
  mapMatches,
  mapStartMoves,
  agentTools,
  lostEvents,
  pageUnmarked,
]

/** Rules whose findings are the cause of others on the same element. */
const CAUSES = ['template-unrendered', 'unknown-attribute', 'map-value-missing']

/** A list with one of these mistakes does not name its tiles' list. */
const LIST_CAUSES = [...CAUSES, 'list-without-name']

/** Leaves out findings caused by another finding. */
function withoutConsequences(findings: readonly Finding[]): readonly Finding[] {
  const elementsWith = (rules: readonly string[]) =>
    new Set(
      findings.flatMap(({ rule, element }) => (element && rules.includes(rule) ? element : [])),
    )
  const explained = elementsWith(CAUSES)
  const nameless = elementsWith(LIST_CAUSES)
  const isBlocked = findings.some(({ rule }) => rule === 'csp-blocks')
  const named = findings.flatMap(({ rule, element }) => (rule !== NOT_COUNTED && element) || [])
  /** Whether a finding about an element in or around this one says why. */
  const isNamed = (element: Element) =>
    named.some((one) => element.contains(one) || composedAncestors(element).includes(one))
  const isConsequence = ({ rule, element }: Finding) =>
    (isBlocked && rule === 'tracker-unreachable') ||
    (rule === NOT_COUNTED && element && isNamed(element)) ||
    (element && explained.has(element) && !CAUSES.includes(rule)) ||
    (rule === 'outside-list' && composedAncestors(element).some((part) => nameless.has(part)))
  return findings.filter((finding) => !isConsequence(finding))
}

/** One finding per cause: a mistake that several elements share is reported once, at the first of them. */
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
export async function audit(): Promise<readonly Finding[]> {
  const found = (await Promise.all(rules.map((rule) => rule()))).flat()
  const findings = grouped(withoutConsequences(found))
  const ofSeverity = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity)
  return [...ofSeverity('error'), ...ofSeverity('warning')]
}
