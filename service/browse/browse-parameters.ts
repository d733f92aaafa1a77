import { isNearly } from '../catalog/words.ts'
import type { QueryPair } from '../http/decode-query.ts'
import { RequestError } from '../http/request-error.ts'

/** The parameters of a request, read by name; each reader refuses values that it cannot interpret. */
export type Parameters = ReturnType<typeof readParameters>

interface IntegerLimits {
  readonly least: number
  readonly most: number
}

/** Parameters that the contract allows more than once. */
const REPEATED = ['filter', 'filter-id', 'sort']

const KNOWN = [
  ...[
    'p',
    'p-id',
    'q',
    'pagetype',
    'user-type',
    'uid',
    'version',
    'format',
    'start',
    'rows',
    'page',
  ],
  ...['variants', 'variants.count', 'variants.fields', 'fields', 'facet', 'facet.multilevel'],
  ...['facet.multiselect', 'selectedfacet', 'category-filter-id', 'category-filter'],
  ...['banner', 'analytics', 'stats', 'uc_param', ...REPEATED],
]

/**
 * Reads the pairs of a query string. Blank values and names that are not in the contract are ignored and listed,
 * because clients of the field send some in every request.
 *
 * @throws RequestError 400 for a near-miss of a contract name, because ignoring it would change the request; for a
 *   repeated name that takes one value; for control characters.
 */
export function readParameters(pairs: readonly QueryPair[]) {
  const given = new Map<string, string[]>()
  const ignored = new Set<string>()
  for (const [name, value] of pairs) {
    refuseUnless(isPrintable(value), 'control-character', 'It has a control character.', name)
    if (!KNOWN.includes(name)) refuseMisspelt(name)
    if (!KNOWN.includes(name) || value.trim() === '') {
      ignored.add(name)
      continue
    }
    const before = given.get(name)
    refuseUnless(!before || REPEATED.includes(name), 'repeated-parameter', 'Give it once.', name)
    given.set(name, [...(before ?? []), value])
  }

  const text = (name: string) => given.get(name)?.[0]
  const word = <Word extends string>(name: string, words: readonly Word[]): Word | undefined => {
    const value = text(name)?.toLowerCase()
    const found = words.find((item) => item.toLowerCase() === value)
    const message = `It must be ${words.join(' or ')}.`
    refuseUnless(value === undefined || found !== undefined, 'unknown-value', message, name)
    return found
  }

  return {
    text,
    /** One of the given words, case-insensitive; returned as listed. */
    word,
    texts: (name: string): readonly string[] => given.get(name) ?? [],
    integer: (name: string, limits: IntegerLimits) => integerFrom(text(name), limits, name),
    /** `true` or `false`, case-insensitive. */
    flag(name: string) {
      const value = word(name, ['true', 'false'])
      return value === undefined ? undefined : value === 'true'
    },
    list: (name: string) => listFrom(text(name), name),
    /** Ignores a parameter that another one overrides. */
    ignore(name: string) {
      if (given.delete(name)) ignored.add(name)
    },
    /** The ignored names: blank, overridden, or not in the contract. */
    ignored: (): readonly string[] => [...ignored],
    /** The parameters that the reply repeats; repeated names are joined. */
    applied: (): Readonly<Record<string, string>> =>
      Object.fromEntries([...given].map(([name, values]) => [name, values.join(joiner(name))])),
  }
}

/** What pages and form libraries add to a name: `&amp;filter=`, `filter[]=`, `filter[brand]=`. */
const AROUND_NAME = /^(amp;)+|(\[[^\]]*\])+$/gi

/** @throws RequestError 400 for a name that looks like a misspelt contract name. */
function refuseMisspelt(name: string) {
  const bare = name.replace(AROUND_NAME, '')
  const meant = KNOWN.find((known) => bare === known || isNearly(bare, known))
  const message = `There is no such parameter; did you mean ${meant}?`
  refuseUnless(meant === undefined, 'unknown-parameter', message, name)
}

/** @throws RequestError 400 if a condition does not hold. */
export function refuseUnless(
  holds: boolean,
  reason: string,
  message: string,
  parameter: string,
): asserts holds {
  if (!holds) throw new RequestError(400, reason, message, parameter)
}

function integerFrom(text: string | undefined, { least, most }: IntegerLimits, name: string) {
  if (text === undefined) return undefined
  refuseUnless(/^-?\d+$/.test(text), 'not-an-integer', 'It must be a whole number.', name)
  const number = Number(text)
  const message = `It must be from ${least} to ${most}.`
  refuseUnless(number >= least && number <= most, 'out-of-range', message, name)
  return number
}

function listFrom(text: string | undefined, name: string): readonly string[] | undefined {
  const names = text?.split(',').map((part) => part.trim())
  const isWhole = names === undefined || names.every((part) => part !== '')
  refuseUnless(isWhole, 'blank-value', 'A name between two commas is missing.', name)
  return names
}

/** Criteria of `sort` may be joined by commas; repeated filters must all hold. */
const joiner = (name: string) => (name === 'sort' ? ',' : ' AND ')

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

const isPrintable = (value: string) => !CONTROL.test(value)
