import type { AuditOptions } from './audit-options.ts'
import type { GroupedFinding } from './finding.ts'
import { groupedBy } from './finding.ts'
import type { Visit } from './page-visit.ts'
import { urlShape } from './url-shape.ts'

/** The result of an audit, from which all formats are written. */
export interface Report {
  readonly version: string
  readonly startedAt: string
  readonly seconds: number
  readonly origin: string
  readonly pages: readonly AuditedPage[]
  /** All findings, including known ones; errors first. */
  readonly findings: readonly GroupedFinding[]
}

/** One page that the audit opened. */
export interface AuditedPage {
  readonly url: string
  readonly template: string
  /** The HTTP status; 0 if there was no response. */
  readonly status: number
  readonly tag: 'none' | 'silent' | 'running'
  /** The number of events sent for each action, at all sizes. */
  readonly events: Readonly<Record<string, number>>
  /** The transferred bytes of the tag's files. */
  readonly tagBytes: number
}

function countsOf(actions: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const action of actions) counts[action] = (counts[action] ?? 0) + 1
  return counts
}

/** Each page once, in the order in which the audit opened them. */
export const auditedPages = (visits: readonly Visit[]): readonly AuditedPage[] =>
  [...groupedBy(visits, ({ url }) => url)].map(([url, [first, ...others]]) => ({
    url,
    template: urlShape(url),
    status: first?.status ?? 0,
    tag: first?.facts?.tag ?? 'none',
    events: countsOf([first, ...others].flatMap((visit) => visit?.actions ?? [])),
    tagBytes: first?.cost.bytes ?? 0,
  }))

/** Findings that make the audit fail because they are severe enough and not in the baseline. */
export const countedFindings = (
  { findings }: Pick<Report, 'findings'>,
  { severity }: Pick<AuditOptions, 'severity'>,
): readonly GroupedFinding[] =>
  findings.filter((one) => !one.isKnown && (severity === 'warning' || one.severity === 'error'))

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** A one-line summary of the audit. */
export function summaryOf({ pages, findings, seconds }: Report): string {
  const of = (severity: string) =>
    findings.filter((one) => !one.isKnown && one.severity === severity)
  const known = findings.filter(({ isKnown }) => isKnown).length
  const templates = new Set(pages.map(({ template }) => template)).size
  return [
    `${plural(pages.length, 'page')} of ${plural(templates, 'template')} in ${seconds} s:`,
    `${plural(of('error').length, 'error')}, ${plural(of('warning').length, 'warning')}`,
    known ? `(${known} known)` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
