import { type Calendar, createCalendar } from '../analytics/calendar.ts'

/** Which of two numbers before the year is the day: `28/11/2026` or `11/28/2026`. */
export type DateOrder = 'dmy' | 'mdy'

/** When an order was placed. */
export interface BookTime {
  /** Epoch milliseconds. */
  readonly at: number
  /** Only the day is known; `at` is its noon. */
  readonly isDay: boolean
}

/** A time in a cell: its numbers, and its offset from UTC in minutes where the cell has one. */
interface WrittenTime {
  readonly date: readonly [year: number, month: number, day: number]
  /** Milliseconds since midnight. */
  readonly clock?: number
  readonly offset?: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Clocks change at quarters of an hour. */
const QUARTER_MS = HOUR_MS / 4

const CLOCK =
  /^[T,\s]*(?:(?:at|um|à)\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap])?\.?(?:m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/i

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[T\s,])/
const NUMBERS = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?=$|[T\s,])/
const MONTH_FIRST = /^(?:[a-z]+,\s*)?([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})/i
const DAY_FIRST = /^(?:[a-z]+,\s*)?(\d{1,2})\.?\s+([a-z]{3})[a-z]*\.?,?\s+(\d{4})/i

/** A spreadsheet's days since 1899-12-30, with the time as a fraction: from 1980 to 2099, so that no year or order number is meant. */
const SERIAL = /^[2-7]\d{4}(?:[.,]\d+)?$/
const FIRST_SERIAL_MS = Date.UTC(1899, 11, 30)

const monthOf = (name = '') => MONTHS.indexOf(name.toLowerCase()) + 1

/** The order of day and month that a date shows; `undefined` if both are possible (`05/11/2026`) or it has another form. */
export function dateOrderIn(text: string): DateOrder | undefined {
  const [, one = 0, two = 0] = (NUMBERS.exec(text.trim()) ?? []).map(Number)
  if (one > 12 && two <= 12) return 'dmy'
  return two > 12 && one <= 12 ? 'mdy' : undefined
}

/** Whether the order of day and month decides what a date is. */
export function needsOrder(text: string): boolean {
  const [, one, two] = NUMBERS.exec(text.trim()) ?? []
  return one !== undefined && one !== two
}

function written(given: string, order: DateOrder): WrittenTime | undefined {
  const text = given.trim()
  const date = dateIn(text, order)
  if (!date) return undefined
  const rest = text.slice(date.length).trim()
  if (rest === '') return { date: date.parts }
  const [, hours, minutes, seconds = '0', half, zone] = CLOCK.exec(rest) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours)
  const clock = hour * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1_000
  return { date: date.parts, clock, ...(zone && { offset: offsetOf(zone) }) }
}

type DateParts = WrittenTime['date']

/** The forms of a date, each with the meaning of its three groups. */
const FORMS: readonly (readonly [
  form: RegExp,
  read: (groups: readonly string[], order: DateOrder) => DateParts,
])[] = [
  [ISO, ([year, month, day]) => [Number(year), Number(month), Number(day)]],
  [
    NUMBERS,
    ([one, two, year], order) =>
      order === 'dmy'
        ? [yearOf(year), Number(two), Number(one)]
        : [yearOf(year), Number(one), Number(two)],
  ],
  [MONTH_FIRST, ([month, day, year]) => [yearOf(year), monthOf(month), Number(day)]],
  [DAY_FIRST, ([day, month, year]) => [yearOf(year), monthOf(month), Number(day)]],
]

const yearOf = (text = '') => (text.length === 2 ? 2_000 + Number(text) : Number(text))

function dateIn(text: string, order: DateOrder) {
  for (const [form, read] of FORMS) {
    const found = form.exec(text)
    if (!found) continue
    const parts = read(found.slice(1), order)
    const [year, month, day] = parts
    const known = new Date(Date.UTC(year, month - 1, day))
    const isReal = known.getUTCMonth() === month - 1 && known.getUTCDate() === day
    return isReal ? { parts, length: found[0].length } : undefined
  }
  return undefined
}

function offsetOf(zone: string): number {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d{2}):?(\d{2})?/.exec(zone) ?? []
  const size = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -size : size
}

/**
 * Creates a reader of times. A time without an offset is in `timeZone`. Reads ISO 8601, numbers in the given order, English month names, a
 * spreadsheet's day numbers and epoch seconds or milliseconds; returns `undefined` for anything else.
 */
export function createTimeReader(
  timeZone: string,
  order: DateOrder,
): (text: string) => BookTime | undefined {
  const localMoment = createLocalMoment(createCalendar(timeZone))

  const ofSerial = (days: number): BookTime => {
    const isDay = Number.isInteger(days)
    const local = FIRST_SERIAL_MS + Math.round((days * DAY_MS) / 1_000) * 1_000
    return { at: localMoment(isDay ? local + DAY_MS / 2 : local), isDay }
  }

  const ofDate = ({ date: [year, month, day], clock, offset }: WrittenTime): BookTime => {
    const local = Date.UTC(year, month - 1, day) + (clock ?? DAY_MS / 2)
    const at = offset === undefined ? localMoment(local) : local - offset * MINUTE_MS
    return { at, isDay: clock === undefined }
  }

  return (text) => {
    const given = text.trim()
    if (/^\d{10}$/.test(given)) return { at: Number(given) * 1_000, isDay: false }
    if (/^\d{13}$/.test(given)) return { at: Number(given), isDay: false }
    if (SERIAL.test(given)) return ofSerial(Number(given.replace(',', '.')))
    const time = written(given, order)
    return time && ofDate(time)
  }
}

/** Whether a time says its offset from UTC, so that no zone has to be assumed. */
export const hasOffset = (text: string): boolean =>
  /^\d{10}(\d{3})?$/.test(text.trim()) || written(text, 'dmy')?.offset !== undefined

/** Converts local times, with the offset of each quarter of an hour looked up once, because `Intl` is slow. */
function createLocalMoment(calendar: Calendar) {
  const offsetOf = createOffsets(calendar)
  return (local: number) => local - offsetOf(local - offsetOf(local))
}

/** The day of a moment in a time zone, as `2026-11-05`. */
export function createDayReader(timeZone: string): (moment: number) => string {
  const offsetOf = createOffsets(createCalendar(timeZone))
  return (moment) => new Date(moment + offsetOf(moment)).toISOString().slice(0, 10)
}

function createOffsets({ offsetAt }: Calendar) {
  const offsets = new Map<number, number>()
  return (moment: number) => {
    const quarter = Math.floor(moment / QUARTER_MS)
    const known = offsets.get(quarter) ?? offsetAt(quarter * QUARTER_MS)
    offsets.set(quarter, known)
    return known
  }
}
