import { RequestError } from 'svc-tag-service'

/** No name or id is longer. */
const MAX_TEXT = 500

/** An invalid parameter, as a 400 `bad-parameter`. */
export const badParameter = (name: string, rule: string): RequestError =>
  new RequestError(400, 'bad-parameter', `${name} ${rule}`, name)

/** Reads one of the allowed texts. @throws RequestError 400 `bad-parameter`. */
export function oneOf<Text extends string>(
  name: string,
  given: unknown,
  allowed: readonly Text[],
): Text {
  const known = allowed.find((one) => one === given)
  if (known !== undefined) return known
  throw badParameter(name, `is one of ${allowed.join(', ')}.`)
}

/** Reads one text; empty if it is absent. @throws RequestError 400 `bad-parameter`. */
export function textOf(name: string, given: unknown = ''): string {
  if (typeof given === 'string' && given.length <= MAX_TEXT) return given
  throw badParameter(name, `is one text of at most ${MAX_TEXT} characters.`)
}
