import { type AuditFinding, fingerprintOf, type GroupedFinding } from './finding.ts'
import { groupedBy } from './grouped.ts'
import type { Visit } from './page-visit.ts'
import { urlShape } from './url-shape.ts'

/** A finding of one visit, with its picture when there is one. */
export interface Found {
  readonly visit: Visit
  readonly finding: AuditFinding
  readonly picture?: string | undefined
}

const unique = (texts: readonly string[]) => [...new Set(texts)]

/** Gathers what is the same mistake of the same template, errors first, then by template. */
export function groupFindings(
  found: readonly Found[],
  known: ReadonlySet<string>,
): readonly GroupedFinding[] {
  const keyed = found.map((one) => {
    const template = urlShape(one.visit.url)
    return { ...one, template, fingerprint: fingerprintOf(template, one.finding) }
  })
  const groups = groupedBy(keyed, ({ fingerprint }) => fingerprint)
  const grouped = [...groups].flatMap(([fingerprint, same]) => {
    const [first] = same
    if (!first) return []
    const picture = same.find((one) => one.picture)?.picture
    return [
      {
        ...first.finding,
        template: first.template,
        pages: unique(same.map(({ visit }) => visit.url)),
        sizes: unique(same.map(({ visit }) => visit.profile)),
        fingerprint,
        isKnown: known.has(fingerprint),
        ...(picture && { picture }),
      },
    ]
  })
  return grouped.sort(
    (one, two) =>
      one.severity.localeCompare(two.severity) ||
      one.template.localeCompare(two.template) ||
      one.rule.localeCompare(two.rule),
  )
}
