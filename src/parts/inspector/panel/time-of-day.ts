import type { Timestamp } from '../../../wire/tracker-event'

const format = (locale: string | undefined) =>
  new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    fractionalSecondDigits: 3,
  } as Intl.DateTimeFormatOptions)

/** The time of day to the millisecond, as people there write it. */
export const timeOfDay = (at: Timestamp, locale?: string): string => format(locale).format(at)
