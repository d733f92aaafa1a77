import { type Interval, Z } from '../wilson.ts'

const whole = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
const signed = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/** A count: `1,234`. */
export const count = (value: number): string => whole.format(value)

/** Money: `€1,234.50`; without cents if space is short: `€1,235`. */
export function money(value: number, currency: string, isWhole = false): string {
  const cents = isWhole && { maximumFractionDigits: 0 }
  return new Intl.NumberFormat('en', { style: 'currency', currency, ...cents }).format(value)
}

/** A share: `12.5%`; a dash if there is no whole. */
export const share = (part: number | undefined): string =>
  part === undefined || Number.isNaN(part) ? '–' : percent.format(part)

const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** A decimal figure: `0.412`; a dash if unknown. */
export const decimal = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '–' : small.format(value)

/** The interval of a relative change. @param spread - The sum of both values' relative variances; of two counts by default. */
export function changeInterval(
  now: number,
  before: number,
  spread = 1 / now + 1 / before,
): Interval {
  const factor = Math.exp(Z * Math.sqrt(spread))
  return [now / before / factor - 1, (now / before) * factor - 1]
}

/** An interval of shares: `9–91%`; a narrow one with decimals, so that its ends differ: `3.4–3.6%`. */
export function interval([low, high]: Interval): string {
  const decimals = high - low < 0.002 ? 2 : Number(high - low < 0.02)
  const [from, to] = [low, high].map((end) => (end * 100).toFixed(decimals))
  return from === to ? `${to}%` : `${from}–${to}%`
}

/** An interval of changes: `−5% to +32%`. */
export const signedInterval = ([low, high]: Interval): string =>
  `${signed.format(low)} to ${signed.format(high)}`

/** The relative change of a number: `+12%`; empty if it was 0 before. */
export const change = (now: number, before: number): string =>
  before === 0 || Number.isNaN(before) || Number.isNaN(now) ? '' : signed.format(now / before - 1)

const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const fullForm = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' })

/** A time in a row: the time of day, preceded by the day if that is not today. */
export function shortMoment(at: number, now: number): string {
  if (!isDate(at)) return `${at} ms`
  const date = new Date(at)
  const isToday = date.toDateString() === new Date(now).toDateString()
  return isToday ? time.format(date) : `${day.format(date)} ${time.format(date)}`
}

/** The time of day, to the second. */
export const timeOfDay = (at: number): string => new Date(at).toLocaleTimeString('en-GB')

/** A full date and time; the raw number if no calendar has it. */
export const fullMoment = (at: number): string =>
  isDate(at) ? fullForm.format(new Date(at)) : `${at} ms`

/** A time in ISO 8601; empty if no calendar has it. */
export const isoMoment = (at: number): string => (isDate(at) ? new Date(at).toISOString() : '')

const isDate = (at: number) => !Number.isNaN(new Date(at).getTime())

/** The label of a day or hour in a chart: `5 Nov`, `14:00`. */
export function pointLabel(at: number, unit: 'hour' | 'day', timeZone: string): string {
  if (!isDate(at)) return ''
  const form =
    unit === 'day'
      ? ({ day: 'numeric', month: 'short' } as const)
      : ({ hour: '2-digit', minute: '2-digit' } as const)
  return new Intl.DateTimeFormat('en-GB', { ...form, timeZone }).format(at)
}

/** A period in days of a time zone: `1 Oct to 28 Oct`, with the year unless it is this one. @param to - Exclusive. */
export function periodText(from: number, to: number, timeZone: string): string {
  const year = new Date(from).getFullYear()
  const named = year === new Date().getFullYear() ? '' : ` ${year}`
  const [first, last] = [from, to - 1].map((at) => pointLabel(at, 'day', timeZone) + named)
  return first === last ? `${first}` : `${first} to ${last}`
}

/** An elapsed time in the largest unit that fits: `350 ms`, `12 s`, `3 min`, `2 h`, `5 d`. */
export function duration(milliseconds: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1_000],
  ] as const
  const [unit, size] = units.find(([, length]) => milliseconds >= length) ?? ['ms', 1]
  return `${Math.round(milliseconds / size)} ${unit}`
}
