import { currencyIn, type DecimalMark, decimalMarkIn, needsMark, parseAmount } from './amounts.ts'
import { BookFault, placeOf } from './book-fault.ts'
import { type BookField, type BookMapping, requireFields } from './book-mapping.ts'
import type { BookRow, BookTable } from './book-table.ts'
import {
  createTimeReader,
  type DateOrder,
  dateOrderIn,
  hasOffset,
  needsOrder,
} from './book-times.ts'
import { readAhead } from './read-ahead.ts'

/** How to read what a cell leaves open. */
export interface BookForm {
  /** IANA; of times without an offset. */
  readonly timeZone: string
  /** ISO 4217; of amounts without a currency. */
  readonly currency: string
  readonly mark?: DecimalMark | undefined
  readonly dates?: DateOrder | undefined
}

/** A product of an order. */
export interface OrderLine {
  readonly pid: string
  units: number
}

/** Adds units of a product to lines. */
export function addUnits(lines: OrderLine[], pid: string, units: number) {
  const known = lines.find((line) => line.pid === pid)
  if (known) known.units += units
  else lines.push({ pid, units })
}

/** What an order came to. */
export type BookStatus = 'paid' | 'cancelled' | 'refunded'

/** One order of the books. Amounts are in whole millionths. */
export interface BookOrder {
  /** The row of the spreadsheet that names it first. */
  readonly row: number
  readonly id: string
  readonly t: string
  readonly user: string
  /** Epoch milliseconds. */
  readonly at: number
  /** Only the day is known. */
  readonly isDay: boolean
  readonly currency: string
  status: BookStatus
  total: number
  refunded: number
  /** Products with their units, each product once. */
  readonly lines: OrderLine[]
  /** The cell of each grouping column, by its number in `groups`. */
  readonly groups: readonly number[]
}

/** A column that is neither an id nor an amount, with its different cells. */
export interface BookGroup {
  readonly name: string
  readonly values: readonly string[]
}

/** The orders of the books, in the order of the file. */
export interface Books {
  readonly orders: readonly BookOrder[]
  readonly groups: readonly BookGroup[]
  /** What was noticed in reading, one sentence each. */
  readonly notes: readonly string[]
}

/** Enough rows to see how the shop writes numbers and dates. */
const SAMPLE_ROWS = 2_000

/** A column with more different cells is a name or a number, not a group. */
const MAX_VALUES = 60

const PROGRESS_ROWS = 20_000

const CANCELLED = /cancel|void|fail|error|denied|declin|abandon|expire|trash|storn|annul/i
const REFUNDED = /refund|closed|returned|erstattet|rembours/i

function statusOf(text: string): BookStatus {
  if (CANCELLED.test(text)) return 'cancelled'
  return REFUNDED.test(text) && !/partial|teil|partiel/i.test(text) ? 'refunded' : 'paid'
}

/** How the sample writes numbers and dates. */
interface Conventions {
  readonly mark: DecimalMark | undefined
  readonly dates: DateOrder | undefined
  readonly isZoned: boolean
}

function conventionsOf(
  sample: readonly BookRow[],
  cellOf: CellReader,
  { mark, dates }: BookForm,
): Conventions {
  const amounts = sample.flatMap((row) =>
    (['total', 'refunded', 'price'] as const).map((field) => cellOf(row, field)),
  )
  const times = sample.map((row) => cellOf(row, 'time')).filter(Boolean)
  return {
    mark: mark ?? amounts.map(decimalMarkIn).find(Boolean),
    dates: dates ?? times.map(dateOrderIn).find(Boolean),
    isZoned: times.length > 0 && times.every(hasOffset),
  }
}

type CellReader = (row: BookRow, field: BookField) => string

/**
 * Reads orders from rows: one row for an order, or one for each of its lines, of which only the first needs more than the line.
 *
 * @param onProgress - Called now and then with the number of rows.
 * @throws BookFault at the first cell that cannot be read, or that could mean two things.
 */
export async function readBooks(
  table: BookTable,
  mapping: BookMapping,
  form: BookForm,
  onProgress: (rows: number) => void = () => {},
): Promise<Books> {
  const { header } = table
  requireFields(mapping, header)
  const places = Object.fromEntries(
    Object.entries(mapping).map(([field, name]) => [field, header.indexOf(name)]),
  )
  const cellOf: CellReader = ({ cells }, field) => cells[places[field] ?? -1] ?? ''
  const { first, all } = await readAhead(table.rows, ({ length }) => length >= SAMPLE_ROWS)
  const conventions = conventionsOf(first, cellOf, form)
  const groups = createGroups(header, Object.values(places))
  const collected = collectOrders({ mapping, form, conventions, cellOf, groupsOf: groups.read })
  let rows = 0
  for await (const row of all) {
    collected.add(row)
    rows += 1
    if (rows % PROGRESS_ROWS === 0) onProgress(rows)
  }
  const { orders, repeated } = collected
  if (orders.size === 0) throw new BookFault('The file has a header, but no orders below it.')
  return {
    orders: [...orders.values()],
    groups: groups.list(),
    notes: [
      ...(repeated() > 0
        ? [
            repeated() === 1
              ? '1 row repeats another row and is left out.'
              : `${repeated()} rows repeat another row and are left out.`,
          ]
        : []),
      ...(conventions.isZoned
        ? []
        : [`Times without an offset are read in the time zone ${form.timeZone}.`]),
    ],
  }
}

/** Numbers the different cells of the columns that may group orders. */
function createGroups(header: readonly string[], mapped: readonly number[]) {
  const columns = header.flatMap((name, place) =>
    name === '' || mapped.includes(place)
      ? []
      : [{ name, place, numbers: new Map<string, number>() }],
  )
  return {
    read: ({ cells }: BookRow): readonly number[] =>
      columns.map(({ place, numbers }) => {
        const cell = cells[place] ?? ''
        const known = numbers.get(cell)
        if (known !== undefined) return known
        // The last number stands for all further cells of a column that will not be a group.
        if (numbers.size > MAX_VALUES) return MAX_VALUES
        numbers.set(cell, numbers.size)
        return numbers.size - 1
      }),
    list: (): readonly BookGroup[] =>
      columns.map(({ name, numbers }) => ({
        name,
        values: numbers.size > MAX_VALUES ? [] : [...numbers.keys()],
      })),
  }
}

interface Collecting {
  readonly mapping: BookMapping
  readonly form: BookForm
  readonly conventions: Conventions
  readonly cellOf: CellReader
  readonly groupsOf: (row: BookRow) => readonly number[]
}

const markName = (mark: DecimalMark | undefined) => (mark === ',' ? 'comma' : 'point')

const ambiguousAmount = (cell: string) =>
  `“${cell}” may have a decimal point or separate thousands, and no other row decides it. Say which: decimal mark . or ,`

/** A number for the cells of a row; two different rows of one order never have the same in practice. */
function markOf({ cells }: BookRow): number {
  let mark = 0
  for (const cell of cells) {
    for (let at = 0; at < cell.length; at++) mark = (Math.imul(mark, 31) + cell.charCodeAt(at)) | 0
    mark = (Math.imul(mark, 31) + 7) | 0
  }
  return mark
}

function collectOrders({ mapping, form, conventions, cellOf, groupsOf }: Collecting) {
  const orders = new Map<string, BookOrder>()
  /** The rows of each order, as numbers that are equal for equal rows. */
  const seen = new Map<BookOrder, number[]>()
  const readTime = createTimeReader(form.timeZone, conventions.dates ?? 'dmy')
  let repeated = 0
  let last: BookOrder | undefined

  const fault = (row: BookRow, field: BookField, problem: string) =>
    new BookFault(`${placeOf(row.number, mapping[field])}: ${problem}`)

  function amountOf(row: BookRow, field: 'total' | 'refunded' | 'price'): number | undefined {
    const cell = cellOf(row, field)
    if (cell === '' || cell === '-') return undefined
    const { mark } = conventions
    if (!mark && needsMark(cell)) throw fault(row, field, ambiguousAmount(cell))
    const amount = parseAmount(cell, mark ?? '.')
    if (amount !== undefined) return amount
    throw fault(
      row,
      field,
      `“${cell}” is not an amount with a decimal ${markName(mark)}, like the other rows.`,
    )
  }

  function timeOf(row: BookRow) {
    const cell = cellOf(row, 'time')
    if (!conventions.dates && needsOrder(cell)) {
      throw fault(
        row,
        'time',
        `“${cell}” may begin with the day or the month, and no other row decides it. Say which: dates dmy or mdy.`,
      )
    }
    const time = readTime(cell)
    if (time) return time
    throw fault(
      row,
      'time',
      cell === ''
        ? 'the time is missing.'
        : `“${cell}” is not a time that can be read. Write 2026-11-28 15:04, or 28/11/2026 15:04 in all rows.`,
    )
  }

  function currencyOf(row: BookRow): string {
    const cell = cellOf(row, 'currency')
    const found = currencyIn(cell || cellOf(row, 'total'))
    if (cell !== '' && !found)
      throw fault(row, 'currency', `“${cell}” is not a currency code like EUR.`)
    return found ?? form.currency
  }

  function idOf(row: BookRow): string {
    const id = cellOf(row, 'id') || cellOf(row, 't')
    if (id.includes('\ufffd')) {
      throw fault(row, 'id', `“${id}” is not UTF-8. Save the file as CSV UTF-8.`)
    }
    if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(id)) {
      throw fault(
        row,
        'id',
        `a spreadsheet has rounded the id to “${id}”. Use the shop’s own export.`,
      )
    }
    return id
  }

  /** Adds the line of a row; a negative quantity takes units back. Returns its amount, if the row has a price. */
  function addLine(order: BookOrder, row: BookRow): number {
    const pid = cellOf(row, 'pid')
    if (pid === '') return 0
    const written = cellOf(row, 'qty') || '1'
    const qty = Number(written.replace(/[.,]0+$/, ''))
    if (!Number.isInteger(qty)) throw fault(row, 'qty', `“${written}” is not a whole number.`)
    if (qty > 0) addUnits(order.lines, pid, qty)
    return qty * (amountOf(row, 'price') ?? 0)
  }

  function begin(row: BookRow, id: string): BookOrder {
    const { at, isDay } = timeOf(row)
    const status = statusOf(cellOf(row, 'status'))
    // Without spreads, as in `reportOf`.
    const order: BookOrder = {
      row: row.number,
      id: cellOf(row, 'id'),
      t: cellOf(row, 't'),
      user: cellOf(row, 'user'),
      at,
      isDay,
      status,
      currency: currencyOf(row),
      lines: [],
      groups: groupsOf(row),
      total: amountOf(row, 'total') ?? 0,
      refunded: Math.abs(amountOf(row, 'refunded') ?? 0),
    }
    orders.set(id, order)
    const line = addLine(order, row)
    if (!mapping.total) addAmount(order, line)
    if (order.total < 0) addAmount(order, 0)
    settleRefund(order)
    return order
  }

  /** Adds an amount to an order; what is negative was paid back. */
  function addAmount(order: BookOrder, amount: number) {
    if (amount >= 0) order.total += amount
    else order.refunded -= amount
    if (order.total < 0) {
      order.refunded -= order.total
      order.total = 0
    }
  }

  function settleRefund(order: BookOrder) {
    if (order.status === 'refunded' && order.refunded === 0) order.refunded = order.total
  }

  /** A further row of a known order: another line, or money that was paid back. */
  function extend(order: BookOrder, row: BookRow) {
    const total = amountOf(row, 'total')
    const isLine = mapping.pid !== undefined && cellOf(row, 'pid') !== ''
    if (total !== undefined && total < 0) return addAmount(order, total)
    if (!isLine && cellOf(row, 'id') !== '') {
      throw fault(row, 'id', `order ${order.id} is in row ${order.row} already, with other cells.`)
    }
    const amount = addLine(order, row)
    if (!mapping.total || amount < 0) addAmount(order, amount)
    settleRefund(order)
  }

  function addNamed(row: BookRow, id: string) {
    const known = orders.get(id)
    const mark = markOf(row)
    const marks = known ? (seen.get(known) ?? []) : []
    if (marks.includes(mark)) {
      repeated += 1
      return
    }
    if (known) extend(known, row)
    last = known ?? begin(row, id)
    seen.set(last, [...marks, mark])
  }

  return {
    orders,
    /** How many rows repeat another one. */
    repeated: () => repeated,
    add(row: BookRow) {
      const id = idOf(row)
      if (id !== '') return addNamed(row, id)
      if (!last || cellOf(row, 'pid') === '') throw fault(row, 'id', 'the order id is missing.')
      extend(last, row)
    },
  }
}
