/** Upper bound for `Retry-After`. */
const LONGEST_MS = 3_600_000

/**
 * Milliseconds of a [`Retry-After`](https://www.rfc-editor.org/rfc/rfc9110#field.retry-after) header, which holds seconds or a date; 0
 * when it asks for nothing, and an hour at most.
 */
export function retryAfterMs(header: string | null, now: number): number {
  const delayMs = Number(header) * 1_000 || Date.parse(header ?? '') - now
  return delayMs > 0 ? Math.min(delayMs, LONGEST_MS) : 0
}
