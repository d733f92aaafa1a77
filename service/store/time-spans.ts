/** Milliseconds. */
export const HOUR_MS = 3_600_000

/** Milliseconds of a day without a change of clocks. */
export const DAY_MS = 24 * HOUR_MS
