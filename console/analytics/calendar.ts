/** The days of one time zone, as `2026-11-05`. */
export interface Calendar {
  /** IANA: `Europe/Berlin`. */
  readonly timeZone: string
  /** The day that contains a moment (epoch ms). */
  dayOf(moment: number): string
  /** The start of a day in epoch milliseconds; NaN for an invalid day. */
  startOf(day: string): number
  /** The same time of day some days later, across clock changes. */
  addDays(moment: number, days: number): number
  /** The UTC offset in milliseconds. */
  offsetAt(moment: number): number
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The last moment that a Date can hold; events may claim any number. */
const LAST = 8.64e15

/** Creates the calendar of a time zone. @throws RangeError if the zone does not exist. */
export function createCalendar(timeZone: string): Calendar {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  })

  function offsetAt(moment: number): number {
    const whole = Math.floor(Math.min(Math.max(moment, -LAST), LAST) / 1_000) * 1_000
    const parts = Object.fromEntries(
      format.formatToParts(whole).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second) - whole
  }

  /** Checks the offset again, because the clocks may change between the first guess and the result. */
  function momentOf(local: number): number {
    if (Number.isNaN(local)) return local
    const guess = local - offsetAt(local)
    return local - offsetAt(guess)
  }

  return {
    timeZone,
    offsetAt,
    dayOf: (moment) => new Date(moment + offsetAt(moment)).toISOString().slice(0, 10),
    startOf(day) {
      const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00Z`) : Number.NaN
      // A day beyond its month's end is parsed as one of the next month.
      const isReal = !Number.isNaN(start) && new Date(start).toISOString().startsWith(day)
      return isReal ? momentOf(start) : Number.NaN
    },
    addDays: (moment, days) =>
      Number.isNaN(moment) ? moment : momentOf(moment + offsetAt(moment) + days * DAY_MS),
  }
}
