import type { Refusal } from './service-error'

/** Longer texts are pages, not messages. */
const MAX_CHARACTERS = 500

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value.slice(0, MAX_CHARACTERS) : undefined

/**
 * Reads the body of a refusal. The contract leaves its shape open: `{ error: { name, message } }` and
 * `{ code, message }` are understood, and anything else says nothing.
 */
export function refusalIn(text: string, decode: (text: string) => unknown): Refusal {
  try {
    const body = Object(decode(text))
    const { code, name, message } = Object(body.error ?? body)
    return { code: textOf(code ?? name), message: textOf(message ?? body.message ?? body.error) }
  } catch {
    return {}
  }
}
