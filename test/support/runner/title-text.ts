/**
 * Formats a value for the title of a test: a string as it is, any other value as JSON. The middle of a long text is replaced by "…".
 *
 * Playwright rejects two tests with the same title in a file, so values that look the same after shortening are detected.
 *
 * @param length The maximum number of characters.
 */
export function titleText(value: unknown, length: number): string {
  const text = typeof value === 'string' ? value : String(JSON.stringify(value))
  if (text.length <= length) return text
  const half = Math.floor((length - 1) / 2)
  return `${text.slice(0, length - 1 - half)}…${text.slice(-half)}`
}
