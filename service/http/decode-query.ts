import { RequestError } from './request-error.ts'

/** One `name=value` of a query string, decoded. */
export type QueryPair = readonly [name: string, value: string]

/** The query string of a request's URL exactly as it was sent, without the question mark. */
export function rawQuery(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

/**
 * Parses a query string, keeping the order and repeated names.
 *
 * Not URLSearchParams, which silently turns broken percent-encoding into replacement characters.
 *
 * @throws RequestError 400 `malformed-encoding`, naming the parameter that cannot be decoded.
 */
export function parseQuery(raw: string): QueryPair[] {
  return raw
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=')
      const name = equals < 0 ? part : part.slice(0, equals)
      const decodedName = decode(name, name)
      return [decodedName, equals < 0 ? '' : decode(part.slice(equals + 1), decodedName)]
    })
}

function decode(text: string, parameter: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new RequestError(
      400,
      'malformed-encoding',
      'The value is not percent-encoded UTF-8.',
      parameter,
    )
  }
}
