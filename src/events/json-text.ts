import { wellFormed } from './well-formed'

/** Quote, backslash and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const special = /["\\\u0000-\u001f]/g

const escaped = (character: string) =>
  character < ' ' ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : `\\${character}`

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
