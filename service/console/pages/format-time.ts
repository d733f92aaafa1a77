const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' })

/** A moment as a row shows it: the time, and the day before it when that is not today. */
export function shortMoment(at: number, now: number): string {
  if (!isDate(at)) return `${at} ms`
  const date = new Date(at)
  const isToday = date.toDateString() === new Date(now).toDateString()
  return isToday ? time.format(date) : `${day.format(date)} ${time.format(date)}`
}

/** The time of day, to the second. */
export const timeOfDay = (at: number): string => new Date(at).toLocaleTimeString('en-GB')

/** A moment in full words; what it was when it is beyond any calendar. */
export const fullMoment = (at: number): string =>
  isDate(at) ? whole.format(new Date(at)) : `${at} ms`

/** A moment for machines; empty when it is beyond any calendar. */
export const isoMoment = (at: number): string => (isDate(at) ? new Date(at).toISOString() : '')

const isDate = (at: number) => !Number.isNaN(new Date(at).getTime())

/** A day, or an hour, of a time zone as a chart shows it: `5 Nov`, `14:00`. */
export function pointLabel(at: number, unit: 'hour' | 'day', timeZone: string): string {
  if (!isDate(at)) return ''
  const form =
    unit === 'day'
      ? ({ day: 'numeric', month: 'short' } as const)
      : ({ hour: '2-digit', minute: '2-digit' } as const)
  return new Intl.DateTimeFormat('en-GB', { ...form, timeZone }).format(at)
}

/** A period in days of a time zone: `1 Oct to 28 Oct`. @param to - Not included. */
export function periodText(from: number, to: number, timeZone: string): string {
  const [first, last] = [from, to - 1].map((at) => pointLabel(at, 'day', timeZone))
  return first === last ? `${first}` : `${first} to ${last}`
}

/** A time that has passed, in the largest unit that fits: `350 ms`, `12 s`, `3 min`, `2 h`, `5 d`. */
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
