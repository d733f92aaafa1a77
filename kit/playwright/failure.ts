import type { Action } from '../../src/module'
import { type PageFacts, readPageFacts } from '../page/probe.ts'
import type { SentEvent } from './sent-event.ts'
import type { Kit } from './svc-test.ts'

/** The attribute without which a page cannot report an action; absent for actions that need no markup. */
const ATTRIBUTE_OF: Readonly<Partial<Record<Action, string>>> = {
  search: 'data-svc-search',
  PRODUCT_IMPRESSIONS: 'data-svc-product',
  click: 'data-svc-product',
  facets: 'data-svc-facet',
  cart: 'data-svc-cart',
  order: 'data-svc-order',
}

const MOST_LINES = 12

/** A heading with its lines; empty if there are no lines. */
function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  const left = lines.length - MOST_LINES
  const more = left > 0 ? [`… and ${left} more`] : []
  return ['', `${title}:`, ...[...lines.slice(0, MOST_LINES), ...more].map((line) => `  ${line}`)]
}

/** An event in one line, without the fields that every event has. */
export function eventLine({ action, data, seen }: SentEvent): string {
  const { url: _url, referrer: _referrer, visitId: _visit, ver: _ver, seq: _seq, ...own } = data
  const { visit_type: _type, ...shown } = own
  return `${action} ${JSON.stringify(shown)}${seen === 'exit' ? ' (while the page was left)' : ''}`
}

/** Why a page reports nothing at all. */
function tagCauses(facts: PageFacts, missingFiles: readonly string[]): string[] {
  if (missingFiles.length) return missingFiles.map((file) => `The tag did not load: ${file}.`)
  if (facts.tag === 'none') return [`${facts.url} has no script element of the tag.`]
  if (facts.tag === 'silent')
    return ['The tag did not start: its settings are missing, or its map did not load.']
  return []
}

/** Attributes that the action needs and the page lacks. The event may belong to a previous page. */
function attributeCauses(
  { attributes, tag, hasOtherSources }: PageFacts,
  action: Action | undefined,
  hasNavigated: boolean,
) {
  const attribute = action && ATTRIBUTE_OF[action]
  if (!attribute || attributes[attribute] || tag === 'none' || hasOtherSources) return []
  const before = hasNavigated ? ' An address that the test opened before may have one.' : ''
  return [`No element of the page carries ${attribute}.${before}`]
}

/** Events sent to a different place than the options expect. */
export function misdirected(events: readonly SentEvent[], options: Kit['options']): string[] {
  const wrong = events.flatMap(({ seen, trackerUrl, siteKey }) => {
    if (seen === 'exit') return []
    const causes: string[] = []
    if (options.trackerUrl !== undefined && trackerUrl !== options.trackerUrl)
      causes.push(`Events go to ${trackerUrl}, not to ${options.trackerUrl}.`)
    if (options.siteKey !== undefined && siteKey !== options.siteKey)
      causes.push(`Events carry the site key ${siteKey}, not ${options.siteKey}.`)
    return causes
  })
  return [...new Set(wrong)]
}

/** All possible causes, the most likely first; then the events that were sent, and those that were not, with the tag's reasons. */
export async function explainFailure(kit: Kit, action?: Action): Promise<string> {
  const { log, options, page, pageLog } = kit
  const events = log.events()
  const facts = await readPageFacts(page)
  if (!facts) return 'The page is closed.'
  const relevant = facts.explained.filter(
    (entry) => !action || entry.action === undefined || entry.action === action,
  )
  const notSent = relevant.filter(({ state }) => state !== 'sent')
  const reasons = notSent.map(({ state, reason, action: of, element }) =>
    [of ?? '', state, reason && `(${reason})`, element && `at ${element}`]
      .filter(Boolean)
      .join(' '),
  )
  const causes = [
    ...tagCauses(facts, pageLog.missingFiles()),
    ...misdirected(events, options),
    ...attributeCauses(facts, action, pageLog.hasNavigated()),
    ...pageLog.notices(),
    ...log.faults(),
  ]
  const findings = facts.findings.map(
    ({ rule, message, fix, element }) =>
      `${rule}: ${message} ${fix}${element ? ` At ${element}.` : ''}`,
  )
  return [
    ...section('Cause', causes),
    ...section('svc.audit() finds', findings),
    ...section('Forbidden by the page’s policy', pageLog.violations()),
    ...section('Not sent, by svc.explain()', [...new Set(reasons)]),
    ...section('Sent', events.length ? events.map(eventLine) : ['nothing']),
    `Page: ${facts.url}`,
  ].join('\n')
}
