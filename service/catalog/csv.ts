import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import { parseDecimal } from './column.ts'
import { FeedError } from './feed-fault.ts'
import { areSlips, isNumberByName, LEADING_ZERO } from './outliers.ts'

type Row = Readonly<Record<string, string>>

/** Fields of prose, where `|` is a character and does not separate values. */
const PROSE = /^(title|name|description)$/i

/**
 * Reads a CSV feed whose first row names the fields. A cell contains one value, several separated by `|`, or JSON
 * (`variants` is a JSON array). `true` and `false` are booleans; a column that contains only numbers, apart from a
 * few slips, or that is named as a price, is numeric; an empty cell is an absent field.
 */
export async function* readCsv(file: string): AsyncGenerator<unknown> {
  const textColumns = await findTextColumns(file)
  for await (const row of rowsOf(file)) {
    const filled = Object.entries(row).filter(([, cell]) => cell !== '')
    yield Object.fromEntries(
      filled.map(([name, cell]) => [name, cellValue(name, cell, !textColumns.has(name))]),
    )
  }
}

const rowsOf = (file: string): AsyncIterable<Row> =>
  createReadStream(file).pipe(
    parse({ bom: true, columns: uniqueNames, skip_empty_lines: true, trim: true }),
  )

function uniqueNames(names: string[]): string[] {
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new FeedError(`the column ${repeated} is there twice.`)
  return names
}

interface CellCounts {
  filled: number
  others: number
  hasCode: boolean
}

/** A column is numeric if nearly every filled cell is a number, and none looks like a code (`007`). */
async function findTextColumns(file: string): Promise<ReadonlySet<string>> {
  const counts = new Map<string, CellCounts>()
  for await (const row of rowsOf(file)) {
    for (const [name, cell] of Object.entries(row)) {
      const own = counts.get(name) ?? { filled: 0, others: 0, hasCode: false }
      counts.set(name, own)
      own.filled += Number(cell !== '')
      own.others += Number(cell !== '' && !isNumeric(cell))
      own.hasCode ||= LEADING_ZERO.test(cell)
    }
  }
  const isText = ({ filled, others, hasCode }: CellCounts) =>
    hasCode || (others > 0 && !areSlips(others, filled))
  const texts = [...counts]
    .filter(([name, own]) => !isNumberByName(name) && isText(own))
    .map(([name]) => name)
  return new Set(['uniqueId', ...texts])
}

const isNumeric = (cell: string) => parseDecimal(cell) !== undefined

function cellValue(name: string, cell: string, isNumber: boolean): unknown {
  if (isNumber && isNumeric(cell) && !LEADING_ZERO.test(cell)) return Number(cell)
  if (/^[[{]/.test(cell)) return jsonCell(name, cell)
  if (/^(true|false)$/i.test(cell)) return cell.toLowerCase() === 'true'
  if (PROSE.test(name) || !cell.includes('|')) return cell
  return cell.split('|').map((part) => part.trim())
}

/** Ordinary text may begin with a bracket, but variants that are not JSON are an error. */
function jsonCell(name: string, cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch (error) {
    if (name !== 'variants') return cell
    throw new FeedError('the cell of variants is not JSON.', { cause: error })
  }
}
