import { XMLBuilder } from 'fast-xml-parser'
import type { Log, ReportingDescriptor, Result } from 'sarif'
import type { Format } from './audit-options.ts'
import { type AuditedPage, isStartAudited, type Report, summaryOf } from './audit-report.ts'
import { cleaned } from './clean-text.ts'
import type { GroupedFinding } from './finding.ts'
import { groupedBy } from './finding.ts'
import { htmlReport } from './html-report.tsx'

const LINK = 'https://www.npmjs.com/package/svc-tag'

/** The report for people at a terminal. */
function textReport(report: Report): string {
  const lines = report.findings
    .filter(({ isKnown }) => !isKnown)
    .map(({ severity, rule, template, message, fix, element, pages }) =>
      [
        `${severity} ${rule} ${template}${pages.length > 1 ? ` (${pages.length} pages)` : ''}`,
        `  ${message}`,
        `  ${fix}`,
        ...(element ? [`  at ${element}`] : []),
        `  ${pages[0]}`,
      ].join('\n'),
    )
  const unseen = report.pages
    .filter(({ end }) => end !== 'audited')
    .map(({ url, end, why }) => `${end} ${url}: ${why}`)
  const parts = [...lines, unseen.join('\n'), report.notes.join('\n'), summaryOf(report)]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

const jsonReport = (report: Report) => `${JSON.stringify(report, null, 2)}\n`

const ruleOf = ({ rule, fix, severity }: GroupedFinding): ReportingDescriptor => ({
  id: rule,
  shortDescription: { text: rule.replaceAll('-', ' ') },
  help: { text: fix },
  defaultConfiguration: { level: severity },
})

const resultOf = (finding: GroupedFinding): Result => ({
  ruleId: finding.rule,
  level: finding.severity,
  message: { text: `${finding.message} ${finding.fix}` },
  baselineState: finding.isKnown ? 'unchanged' : 'new',
  partialFingerprints: { 'svcAudit/v1': finding.fingerprint },
  locations: finding.pages.map((uri) => ({
    physicalLocation: { artifactLocation: { uri } },
    ...(finding.element && {
      logicalLocations: [{ fullyQualifiedName: finding.element, kind: 'element' }],
    }),
  })),
})

/** https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
function sarifReport(report: Report): string {
  const { version, findings, pages, notes } = report
  const unseen = pages.filter(({ end }) => end !== 'audited')
  const rules = [...groupedBy(findings, ({ rule }) => rule).values()]
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'svc-tag audit',
            version,
            informationUri: LINK,
            rules: rules.flatMap(([first]) => (first ? [ruleOf(first)] : [])),
          },
        },
        invocations: [
          {
            executionSuccessful: isStartAudited(report),
            toolExecutionNotifications: [
              ...notes.map((text) => ({ level: 'note' as const, message: { text } })),
              ...unseen.map(({ url, end, why }) => ({
                level: end === 'failed' ? ('error' as const) : ('note' as const),
                message: { text: `${end} ${url}: ${why}` },
              })),
            ],
          },
        ],
        results: findings.map(resultOf),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

const xml = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
})

const isUnseen = ({ end }: Pick<AuditedPage, 'end'>) => end === 'skipped' || end === 'redirected'

/** One suite per template, one case per address; known findings do not fail. */
function junitReport({ pages, findings, seconds, startedAt }: Report): string {
  const counted = findings.filter(({ isKnown }) => !isKnown)
  const failuresOf = (url: string) => counted.filter((one) => one.pages.includes(url))
  const suites = [...groupedBy(pages, ({ template }) => template)].map(([template, members]) => ({
    '@name': template,
    '@tests': members.length,
    '@failures': members.filter(({ url }) => failuresOf(url).length).length,
    '@errors': members.filter(({ end }) => end === 'failed').length,
    '@skipped': members.filter(isUnseen).length,
    '@timestamp': startedAt.replace(/\.\d+Z$/, ''),
    testcase: members.map(({ url, end, why }) => ({
      '@name': url,
      '@classname': template,
      ...(end === 'failed' && { error: { '@type': end, '@message': why } }),
      ...(isUnseen({ end }) && { skipped: { '@message': `${end}: ${why}` } }),
      failure: failuresOf(url).map(({ rule, message, fix, element }) => ({
        '@type': rule,
        '@message': message,
        '#text': [message, fix, element && `At ${element}`].filter(Boolean).join('\n'),
      })),
    })),
  }))
  const sum = (name: '@tests' | '@failures' | '@errors' | '@skipped') =>
    suites.reduce((total, suite) => total + suite[name], 0)
  const content = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': 'svc-tag audit',
      '@tests': sum('@tests'),
      '@failures': sum('@failures'),
      '@errors': sum('@errors'),
      '@skipped': sum('@skipped'),
      '@time': seconds,
      testsuite: suites,
    },
  }
  return String(xml.build(content))
}

const writers: Readonly<Record<Format, (report: Report) => string>> = {
  text: textReport,
  json: jsonReport,
  sarif: sarifReport,
  junit: junitReport,
  html: htmlReport,
}

/** Writes the report in the given format. Its texts come from the audited pages, so they are cleaned here, once for all formats. */
export const formatReport = (report: Report, format: Format): string =>
  writers[format](cleaned(report))
