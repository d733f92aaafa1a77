/**
 * A value for the title of a test: a text as it is, else its JSON. A long one keeps its start and its end, with "…" between.
 *
 * Playwright refuses two tests of one title in a file, so two values that are cut alike are noticed.
 *
 * @param length How many characters it may have.
 */
export function titleText(value: unknown, length: number): string {
  const text = typeof value === 'string' ? value : String(JSON.stringify(value))
  if (text.length <= length) return text
  const half = Math.floor((length - 1) / 2)
  return `${text.slice(0, length - 1 - half)}…${text.slice(-half)}`
}
