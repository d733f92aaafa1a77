import type { Action } from '../../wire/tracker-event'

/** One reported action, in terms that every tag shares: one product, or one search text. */
export interface Report {
  readonly action: Action
  /** When it was reported, in ms since 1970. */
  readonly at: number
  /** The sender's name for it: `add_to_cart`, `cart`. */
  readonly sentAs: string
  readonly fields: ReportFields
}

/** A request of the page, and its start time in ms since 1970. */
export interface PageRequest {
  readonly url: string
  readonly at: number
}

/** The name of a comparable field. */
export type ReportField = 'pid' | 'qty' | 'price' | 'variantId' | 'query' | 'page' | 'facets'

/** The comparable fields, in the order in which they are shown. */
export const REPORT_FIELDS: readonly ReportField[] = [
  'pid',
  'qty',
  'price',
  'variantId',
  'query',
  'page',
  'facets',
]

/** The comparable fields. A tag that cannot express a field leaves it out. */
export type ReportFields = { readonly [Name in ReportField]?: string }

/** Everything one tag sent, including requests that cannot be read. */
export interface Reports {
  readonly reports: readonly Report[]
  /** Requests that are not well formed, each with the reason. */
  readonly faults: readonly string[]
}

/** Drops empty fields and converts numbers to text. */
export function fieldsOf(given: Readonly<Partial<Record<ReportField, unknown>>>): ReportFields {
  const texts = Object.entries(given).flatMap(([name, value]) => {
    const isText = typeof value === 'string' || typeof value === 'number'
    return isText && value !== '' ? [[name, String(value)] as const] : []
  })
  return Object.fromEntries(texts)
}

/** Reports of two tags about the same action. */
export interface Pair {
  readonly own: Report
  readonly other: Report
}

/** Two lists of reports, paired as far as they can be. */
export interface Paired {
  readonly pairs: readonly Pair[]
  /** Only the tag itself reports them. */
  readonly ownOnly: readonly Report[]
  /** Only the other tag reports them. */
  readonly otherOnly: readonly Report[]
}

type IsSame = (own: Report, other: Report) => boolean

/** The same action on the same product or, without a product, the same text. */
export const isSameSubject: IsSame = (own, other) =>
  own.action === other.action && reportKey(own) === reportKey(other)

const reportKey = ({ fields: { pid, query, page } }: Report) => pid ?? query ?? page ?? ''

/** The same action with any product or text. Tried last, to find a wrong product id. */
const isSameAction: IsSame = (own, other) => own.action === other.action

/** Pairs each report with the matching one that is nearest in time. A report is in at most one pair. */
function pairBy(isSame: IsSame, paired: Paired, withinMs: number): Paired {
  const near = paired.ownOnly
    .flatMap((own) => paired.otherOnly.map((other) => ({ own, other })))
    .filter(({ own, other }) => isSame(own, other) && distance(own, other) <= withinMs)
    .sort((one, two) => distance(one.own, one.other) - distance(two.own, two.other))
  const used = new Set<Report>()
  const pairs = near.filter(({ own, other }) => {
    if (used.has(own) || used.has(other)) return false
    used.add(own).add(other)
    return true
  })
  const isLeft = (report: Report) => !used.has(report)
  return {
    pairs: [...paired.pairs, ...pairs],
    ownOnly: paired.ownOnly.filter(isLeft),
    otherOnly: paired.otherOnly.filter(isLeft),
  }
}

const distance = (own: Report, other: Report) => Math.abs(own.at - other.at)

/** Milliseconds within which two reports with different product ids count as the same press. */
const SAME_PRESS_MS = 1_000

/**
 * Pairs the reports of two tags by action, product and time.
 *
 * @param withinMs - The longest time between two reports of the same action.
 */
export function pairReports(
  own: readonly Report[],
  other: readonly Report[],
  withinMs: number,
): Paired {
  const all: Paired = { pairs: [], ownOnly: own, otherOnly: other }
  const bySubject = pairBy(isSameSubject, all, withinMs)
  const isRepeat = (report: Report) =>
    bySubject.pairs.some((pair) => isSameSubject(pair.own, report))
  // A duplicate is reported as such, and must not be mistaken for a wrong product id.
  const repeats = bySubject.otherOnly.filter(isRepeat)
  const rest = { ...bySubject, otherOnly: bySubject.otherOnly.filter((one) => !isRepeat(one)) }
  const byAction = pairBy(isSameAction, rest, Math.min(withinMs, SAME_PRESS_MS))
  return { ...byAction, otherOnly: [...byAction.otherOnly, ...repeats] }
}
