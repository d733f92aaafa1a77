import type { Draw } from './random.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Sample traffic covers so many days. */
const SAMPLE_DAYS = 56

/** How busy each hour of a day is, from midnight, and each day of a week, from Sunday. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 6, 8, 9, 10, 10, 11, 10, 9, 9, 10, 11, 13, 15, 16, 14, 9, 5]
const WEEKDAYS = [13, 11, 10, 10, 10, 9, 12]

/** The season begins four weeks before the end: traffic grows from then on by half. */
const SEASON_DAYS = 28
const SEASON_GROWTH = 0.5

/** Draws when a visit begins: busier in the evening, at weekends and in the season. */
export function momentOf(draw: Draw, now: number): number {
  for (;;) {
    const daysAgo = draw.between(0, SAMPLE_DAYS - 1)
    const day = new Date(now - daysAgo * DAY_MS)
    const season = 1 + (SEASON_GROWTH * Math.max(0, SEASON_DAYS - daysAgo)) / SEASON_DAYS
    const weight = ((WEEKDAYS[day.getDay()] ?? 10) / 13) * (season / (1 + SEASON_GROWTH))
    if (draw.between(1, 1_000) > weight * 1_000) continue
    const hours = HOURS.flatMap((share, hour) => Array.from({ length: share }, () => hour))
    day.setHours(draw.oneOf(hours), draw.between(0, 59), draw.between(0, 59), 0)
    if (day.getTime() < now - HOUR_MS) return day.getTime()
  }
}
