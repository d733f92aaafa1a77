import { wellFormed } from './well-formed'

/** Characters that JSON escapes, besides those that well-formed text lacks. */
const special = /["\\\t\n\r]/g

const escaped = (character: string) =>
  `\\${{ '\t': 't', '\n': 'n', '\r': 'r' }[character] ?? character}`

const quoted = (text: string) => `"${wellFormed(text).replace(special, escaped)}"`

/**
 * Writes a payload (texts, numbers, booleans, lists and plain objects of these) as JSON, the same on every page.
 *
 * Not `JSON.stringify`: a page may have replaced it, or put `toJSON` on a prototype (old Prototype.js
 * does), which turns every list into a text. Members that are `undefined` are left out.
 */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`
  if (typeof value !== 'object' || value === null) return String(value ?? null)

  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${quoted(name)}:${jsonText(member)}`).join()}}`
}
