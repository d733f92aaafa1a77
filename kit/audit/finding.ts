import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { PageFinding } from '../page/probe.ts'
import { UsageError } from './audit-options.ts'
import type { Visit } from './page-visit.ts'
import { urlShape } from './url-shape.ts'

/** Something that keeps events of a shop from counting, or makes them count wrongly. Without an element, it is about the whole page. */
export type AuditFinding = Omit<PageFinding, 'element'> & Partial<Pick<PageFinding, 'element'>>

/** A finding and all the places where it was found; pages with the same template share it. */
export interface GroupedFinding extends AuditFinding {
  /** The shape of the URLs, such as `/p/*`; `several templates` if pages of more than one have it. */
  readonly template: string
  /** The affected pages; the first serves as an example. */
  readonly pages: readonly string[]
  /** The sizes at which it was found. */
  readonly sizes: readonly string[]
  /** Stays the same in every run. */
  readonly fingerprint: string
  /** One for each template, because a mistake in a new template is not a known one. Baselines list them. */
  readonly fingerprints: readonly string[]
  readonly isKnown: boolean
  /** A picture of the element, as JPEG in base64. */
  readonly picture?: string
}

/** Masks ids, numbers and file hashes, which differ between pages or releases although the mistake is the same. */
const masked = (text: string) =>
  text
    .replace(/"[^"]*"/g, '""')
    .replace(/\.[\da-f]{8}\.js/g, '.js')
    .replace(/\d+/g, '0')

/** The same mistake in a template has the same fingerprint on each of its pages. */
export const fingerprintOf = (template: string, { rule, element, message }: AuditFinding): string =>
  [rule, template, masked(element ?? message)].join(' | ')

/** A finding of one visit, with its picture if there is one. */
export interface Found {
  readonly visit: Visit
  readonly finding: AuditFinding
  readonly picture?: string | undefined
}

const unique = (texts: readonly string[]) => [...new Set(texts)]

/** The template of a mistake that several share, such as a setting or the search box in the header. */
const SEVERAL = 'several templates'

/** Groups findings of the same mistake, errors first, then by template. A mistake of the whole site is one finding. */
export function groupFindings(
  found: readonly Found[],
  known: ReadonlySet<string>,
): readonly GroupedFinding[] {
  const keyed = found.map((one) => {
    const template = urlShape(one.visit.url)
    return { ...one, template, fingerprint: fingerprintOf(template, one.finding) }
  })
  const groups = groupedBy(keyed, ({ finding: { rule, element, message } }) =>
    [rule, masked(element ?? ''), masked(element ? '' : message)].join('\n'),
  )
  const grouped = [...groups.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const picture = same.find((one) => one.picture)?.picture
    const templates = unique(same.map(({ template }) => template))
    const fingerprints = unique(same.map(({ fingerprint }) => fingerprint)).sort()
    return [
      {
        ...first.finding,
        template: templates.length > 1 ? SEVERAL : first.template,
        pages: unique(same.map(({ visit }) => visit.url)),
        sizes: unique(same.map(({ visit }) => visit.profile)),
        fingerprint: fingerprints[0] ?? '',
        fingerprints,
        isKnown: fingerprints.every((fingerprint) => known.has(fingerprint)),
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

/** Groups items by key, in the order in which the keys first occur. */
export function groupedBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

/**
 * The fingerprints of known findings; none if the file does not exist yet.
 *
 * @throws UsageError if the file is not a baseline.
 */
export function readBaseline(file: string | undefined): ReadonlySet<string> {
  if (file === undefined || !existsSync(file)) return new Set()
  try {
    const { known } = JSON.parse(readFileSync(file, 'utf8')) as { known?: unknown }
    if (!Array.isArray(known)) throw new Error('it has no list named “known”')
    return new Set(known.map(String))
  } catch (fault) {
    throw new UsageError(`--baseline ${file}: ${(fault as Error).message}`)
  }
}

/** Writes the findings of this audit to the baseline. */
export function writeBaseline(file: string, findings: readonly GroupedFinding[]): void {
  const known = findings.flatMap(({ fingerprints }) => fingerprints).sort()
  writeFileSync(file, `${JSON.stringify({ known }, null, 2)}\n`)
}
