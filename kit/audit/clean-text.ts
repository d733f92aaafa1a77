/** Control characters, which terminals obey and XML 1.0 forbids even escaped, and marks that reverse the direction of a text. */
const CONTROL = / ?[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]+ ?/gu

/** Half of a character, which XML and UTF-8 cannot represent. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Commands that [GitHub Actions](https://docs.github.com/actions/reference/workflow-commands-for-github-actions) executes if a log contains them. */
const COMMAND = /(^|\s)::(?=[\w-])|##\[/g

/** Longer texts come from a page that wants to flood the report. */
const MOST_LETTERS = 1_000

const cleanText = (text: string) =>
  text
    .slice(0, MOST_LETTERS)
    .replace(CONTROL, ' ')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(COMMAND, (command) => [...command].join(' '))

/** The same value with texts that no terminal, CI server or XML reader misunderstands. Pictures stay as they are. */
export function cleaned<Value>(value: Value, name = ''): Value {
  if (typeof value === 'string') return (name === 'picture' ? value : cleanText(value)) as Value
  if (Array.isArray(value)) return value.map((item: unknown) => cleaned(item)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      cleanText(key),
      cleaned(item, key),
    ]),
  ) as Value
}
