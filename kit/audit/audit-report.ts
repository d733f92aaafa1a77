import type { AuditOptions } from './audit-options.ts'
import type { AddressEnd, Crawled } from './crawl.ts'
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
  /** What limited the audit: a redirect of the start page, a capped delay, a limit that was reached. */
  readonly notes: readonly string[]
  /** Each address and how it ended. */
  readonly pages: readonly AuditedPage[]
  /** All findings, including known ones; errors first. */
  readonly findings: readonly GroupedFinding[]
}

/** One address: a page that was audited, or the reason why it was not. */
export interface AuditedPage extends AddressEnd {
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

/** Each address once, in the order in which it ended. */
export function auditedPages({
  ends,
  visits,
}: Pick<Crawled, 'ends' | 'visits'>): readonly AuditedPage[] {
  const byUrl = groupedBy(visits, ({ url }) => url)
  return ends.map((ended) => {
    const own: readonly Visit[] = byUrl.get(ended.url) ?? []
    const [first] = own
    return {
      ...ended,
      template: urlShape(ended.url),
      status: first?.status ?? 0,
      tag: first?.facts?.tag ?? 'none',
      events: countsOf(own.flatMap(({ actions }) => actions)),
      tagBytes: first?.cost.bytes ?? 0,
    }
  })
}

/** The last address to which the start page led. */
const startPage = ({ pages }: Pick<Report, 'pages'>) =>
  pages.find(({ end }) => end !== 'redirected') ?? pages[0]

/** Whether the first page was audited, if necessary at the address to which it redirects. Otherwise the report says nothing about the shop. */
export const isStartAudited = (report: Pick<Report, 'pages'>): boolean =>
  startPage(report)?.end === 'audited'

/** What became of the first page: `https://shop.example/ failed, it does not load`. */
export function startOf(report: Report): string {
  const start = startPage(report)
  return start ? `${start.url} ${start.end}, ${start.why}` : 'nothing was opened'
}

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
  const ended = (end: AddressEnd['end']) => pages.filter((page) => page.end === end)
  const audited = ended('audited')
  const templates = new Set(audited.map(({ template }) => template)).size
  const others = (['redirected', 'failed', 'skipped'] as const).flatMap((end) => {
    const { length } = ended(end)
    return length ? `${length} ${end}` : []
  })
  return [
    `${[`${plural(audited.length, 'page')} of ${plural(templates, 'template')}`, ...others].join(', ')} in ${seconds} s:`,
    `${plural(of('error').length, 'error')}, ${plural(of('warning').length, 'warning')}`,
    known ? `(${known} known)` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
