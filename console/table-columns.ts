/** A table, for both the pages and the CSV files. */
export interface ReportTable {
  /** The caption for screen readers. */
  readonly title: string
  readonly columns: readonly ReportColumn[]
  /** One cell for each column. */
  readonly rows: readonly (readonly Cell[])[]
}

/** A column; times are in epoch milliseconds. */
export interface ReportColumn {
  readonly name: string
  readonly kind:
    | 'text'
    | 'count'
    | 'decimal'
    | 'portion'
    | 'share'
    | 'change'
    | 'ratio'
    | 'money'
    | 'moment'
  /** The first to be shown where not all columns fit has 1. */
  readonly weight?: number
}

/** A text, a number, a figure with its sample size, or a link; `undefined` if unknown. */
export type Cell = string | number | undefined | LinkCell | ShareCell | ChangeCell | RatioCell

/** A text that links to the page of its subject, or to the events behind it. */
export interface LinkCell {
  readonly text: string
  readonly href: string
}

/** A part of a whole; the whole may be small. */
export interface ShareCell {
  readonly part: number
  readonly whole: number
}

/** A count, and the same count of the previous period. */
export interface ChangeCell {
  readonly now: number
  readonly before: number
}

/** A ratio with its 95 % interval. */
export interface RatioCell {
  readonly ratio: number
  readonly low: number
  readonly high: number
}

/** The text or number that a cell is sorted by; `undefined` if unknown. */
export function contentOf(cell: Cell): string | number | undefined {
  if (typeof cell !== 'object') return cell
  if ('text' in cell) return cell.text
  if ('part' in cell) return cell.part / cell.whole
  if ('ratio' in cell) return cell.ratio
  return cell.before === 0 ? Number.POSITIVE_INFINITY : cell.now / cell.before
}

/** A column, and how to get its cell from a row. */
export interface ColumnOf<Row> extends ReportColumn {
  value(row: Row): Cell
}

/** Creates a table from rows. */
export const table = <Row>(
  title: string,
  rows: readonly Row[],
  columns: readonly ColumnOf<NoInfer<Row>>[],
): ReportTable => ({
  title,
  columns: columns.map(({ value: _, ...column }) => column),
  rows: rows.map((row) => columns.map((column) => column.value(row))),
})

/**
 * Creates columns of one kind from a name and a cell function.
 *
 * Where not all columns of a table fit, those with a weight are shown: the one with 1 first.
 */
const ofKind =
  <Value extends Cell>(kind: ReportColumn['kind']) =>
  <Row>(name: string, value: (row: Row) => Value, weight?: number): ColumnOf<Row> => ({
    ...{ name, kind, value },
    ...(weight && { weight }),
  })

export const text = ofKind<string>('text')
export const link = ofKind<LinkCell>('text')
export const count = ofKind<number | undefined>('count')
export const decimal = ofKind<number | undefined>('decimal')
/** A share of a whole that is no sample, such as of all revenue. */
export const portion = ofKind<number>('portion')
export const moment = ofKind<number>('moment')
export const money = ofKind<number>('money')
export const ratio = ofKind<RatioCell>('ratio')

/** A part of a whole; a dash if the whole is 0. */
export const share = <Row>(
  name: string,
  parts: (row: Row) => readonly [part: number, whole: number],
  weight?: number,
): ColumnOf<Row> => ({
  ...{ name, kind: 'share', ...(weight && { weight }) },
  value(row) {
    const [part, whole] = parts(row)
    return whole === 0 ? undefined : { part, whole }
  },
})

/** How a count has changed since the previous period. */
export const change = <Row>(
  name: string,
  counts: (row: Row) => readonly [now: number, before: number],
): ColumnOf<Row> => ({
  name,
  kind: 'change',
  value(row) {
    const [now, before] = counts(row)
    return now + before === 0 ? undefined : { now, before }
  },
})

/** Links to the events whose payload contains a text. */
export const eventsWith = <Row>(name: string, value: (row: Row) => string): ColumnOf<Row> =>
  link(name, (row) => ({
    text: value(row),
    href: `/events?text=${encodeURIComponent(value(row))}`,
  }))

/** Links to the page of a list, a product or a facet value. */
export const itemLink = (
  kind: 'list' | 'product' | 'facet',
  shown: string,
  name: string,
  value = '',
): LinkCell => ({
  text: shown,
  href: `/analytics?${new URLSearchParams({ kind, name, ...(value && { value }) })}`,
})
