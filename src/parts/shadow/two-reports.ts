import type { Action } from '../../wire/tracker-event'
import {
  isSameSubject,
  type Pair,
  pairReports,
  REPORT_FIELDS,
  type Report,
  type ReportField,
} from './tag-report'

/** A difference between two tags. */
export interface Difference {
  /**
   * `missing`: only the other tag reports it. `extra`: only this tag reports it. `repeated`: one
   * tag reports it more often than the other. `field`: both report it, with different values.
   */
  readonly kind: 'missing' | 'extra' | 'repeated' | 'field'
  readonly action: Action
  /** Which field differs, of kind `field`. */
  readonly field?: ReportField
  readonly own?: Report
  readonly other?: Report
  /** The difference in one sentence. */
  readonly text: string
}

/** Agreements and differences between two tags. */
export interface Comparison {
  readonly agreements: readonly Pair[]
  /** In the order in which they happened. */
  readonly differences: readonly Difference[]
}

export interface CompareOptions {
  /** Actions that the other tag can express; the others are left out. All when absent. */
  readonly actions?: readonly Action[]
  /**
   * The longest time in milliseconds between two reports of the same action.
   * @defaultValue `10_000`
   */
  readonly withinMs?: number
  /**
   * Names of the two sides, used in sentences.
   * @defaultValue `{ own: 'here', other: 'there' }`
   */
  readonly names?: Readonly<Record<'own' | 'other', string>>
}

type SideNames = NonNullable<CompareOptions['names']>

/** Treats `59.90` and `59.9` as equal; other text is compared as it is. */
const isEqual = (one: string, two: string) =>
  one === two || (one.trim() !== '' && Number(one) === Number(two))

/** The name of a side, with the sender's own name for the action if it differs. */
const sideOf = (name: string, { action, sentAs }: Report) =>
  sentAs === action ? name : `${name} (${sentAs})`

function fieldDifferences({ own, other }: Pair, names: SideNames): readonly Difference[] {
  return REPORT_FIELDS.flatMap((field) => {
    const ours = own.fields[field]
    const theirs = other.fields[field]
    if (ours === undefined || theirs === undefined || isEqual(ours, theirs)) return []
    const there = sideOf(names.other, other)
    const text = `${nameOf(own)}: ${field} is “${ours}” ${names.own}, “${theirs}” ${there}`
    return [{ kind: 'field' as const, action: own.action, field, own, other, text }]
  })
}

const nameOf = ({ action, fields: { pid, query, page } }: Report) =>
  [action, pid ?? query ?? page].filter(Boolean).join(' ')

function unpaired(
  report: Report,
  side: 'own' | 'other',
  { pairs, names }: { readonly pairs: readonly Pair[]; readonly names: SideNames },
): Difference {
  const { action } = report
  const common = { action, [side]: report }
  const where = sideOf(names[side], report)
  if (pairs.some((pair) => isSameSubject(pair[side], report)))
    return { ...common, kind: 'repeated', text: `${nameOf(report)} is reported again ${where}` }
  return {
    ...common,
    kind: side === 'own' ? 'extra' : 'missing',
    text: `${nameOf(report)} is reported only ${where}`,
  }
}

const timeOf = ({ own, other }: Difference) => (own ?? other)?.at ?? 0

/**
 * Compares what this tag reports, or would report, with what another tag sent. Each product is
 * compared by itself, however the events are batched. A field that one of the tags cannot express
 * does not count as a difference.
 *
 * @example
 * compareReports(readPixels(own).reports, readGa4(hits).reports, { actions: GA4_ACTIONS })
 */
export function compareReports(
  own: readonly Report[],
  other: readonly Report[],
  { actions, withinMs = 10_000, names = { own: 'here', other: 'there' } }: CompareOptions = {},
): Comparison {
  const isCompared = ({ action }: Report) => !actions || actions.includes(action)
  const paired = pairReports(own.filter(isCompared), other.filter(isCompared), withinMs)
  const { pairs, ownOnly, otherOnly } = paired
  const differing = pairs.map((pair) => ({ pair, differences: fieldDifferences(pair, names) }))
  return {
    agreements: differing.flatMap(({ pair, differences }) => (differences.length ? [] : [pair])),
    differences: [
      ...differing.flatMap(({ differences }) => differences),
      ...otherOnly.map((report) => unpaired(report, 'other', { pairs, names })),
      ...ownOnly.map((report) => unpaired(report, 'own', { pairs, names })),
    ].sort((one, two) => timeOf(one) - timeOf(two)),
  }
}
