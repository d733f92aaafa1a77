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
