import { XMLBuilder } from 'fast-xml-parser'
import type { Log, ReportingDescriptor, Result } from 'sarif'
import type { Format } from './audit-options.ts'
import { type Report, summaryOf } from './audit-report.ts'
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
  return `${[...lines, summaryOf(report)].join('\n\n')}\n`
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
function sarifReport({ version, findings }: Report): string {
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

/** Control characters that XML 1.0 forbids, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const clean = (text: string) => text.replaceAll(CONTROL, '')

/** One suite per template, one case per page; known findings do not fail. */
function junitReport({ pages, findings, seconds, startedAt }: Report): string {
  const counted = findings.filter(({ isKnown }) => !isKnown)
  const failuresOf = (url: string) => counted.filter((one) => one.pages.includes(url))
  const suites = [...groupedBy(pages, ({ template }) => template)].map(([template, members]) => ({
    '@name': template,
    '@tests': members.length,
    '@failures': members.filter(({ url }) => failuresOf(url).length).length,
    '@errors': 0,
    '@skipped': 0,
    '@timestamp': startedAt.replace(/\.\d+Z$/, ''),
    testcase: members.map(({ url }) => ({
      '@name': clean(url),
      '@classname': template,
      failure: failuresOf(url).map(({ rule, message, fix, element }) => ({
        '@type': rule,
        '@message': clean(message),
        '#text': clean([message, fix, element && `At ${element}`].filter(Boolean).join('\n')),
      })),
    })),
  }))
  const sum = (name: '@tests' | '@failures') =>
    suites.reduce((total, suite) => total + suite[name], 0)
  const content = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': 'svc-tag audit',
      '@tests': sum('@tests'),
      '@failures': sum('@failures'),
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

/** Writes the report in the given format. */
export const formatReport = (report: Report, format: Format): string => writers[format](report)
