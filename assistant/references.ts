import type { Catalog } from 'svc-tag-service'
import english from './english.json' with { type: 'json' }
import type { Account } from './text.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The products that a message refers to. */
export interface References {
  /** In the order in which the message names them. */
  readonly ids: readonly string[]
  /** Named by place ("the second one") or title, not only by "it" or "these". */
  readonly isExplicit: boolean
  /** The message points at a product, but nothing was shown there: "the ninth" of eight. */
  readonly isMissing: boolean
}

const ordinals = english.ordinals.split(' ')
const ORDINAL = `${ordinals.join('|')}|last|\\d{1,2}(?:st|nd|rd|th)`
const SEVERAL = /\b(?:the )?(first|last|top) ([2-9])\b(?: ones?)?/i
const ONE = new RegExp(
  `\\b(?:the |your )?(${ORDINAL})\\b(?! (?:time|thing|of all|order|week|month|year|night))(?:(?: and (?:the )?)(${ORDINAL})\\b)?(?: (?:one|ones|product|item|result))?`,
  'i',
)
const NUMBERED = /(?:\b(?:number|no\.?|nr\.?|option|product|item) |#)(\d{1,2})\b/i
/** "Compare 1 and 3", but not "the 2 cheapest", of which the last word is understood already. */
const BARE = /(?<![\p{L}\p{N}])(\d{1,2})(?![\p{L}\p{N}]| [^\p{L}\p{N}])/u
const SINGLE = /\b(it|its|this( one)?|that one|that(?= *[?.!]*$)|the one)\b/i
const PLURAL = /\b(they|them|these|those|both|the two|the (ones|products) (above|shown))\b/i

interface Shown {
  readonly list: readonly string[]
  readonly focus: readonly string[]
}

/** Finds the products that a message refers to, and marks its words. */
export function readReferences(
  account: Account,
  catalog: Catalog,
  vocabulary: Vocabulary,
  shown: Shown,
  isComparing: boolean,
): References {
  const places = readPlaces(account, catalog, vocabulary, shown.list, isComparing)
  const numbered = readNumbers(account, catalog)
  const named = readTitles(account, catalog, vocabulary, shown)
  const found = [...places, ...numbered, ...named].filter((id) => id !== undefined)
  const ids = [...new Set(found)]
  if (ids.length > 0 || places.length > 0)
    return { ids, isExplicit: true, isMissing: ids.length === 0 }
  const rest = account.rest()
  const isPlural = PLURAL.test(rest)
  if (!isPlural && !SINGLE.test(rest)) return { ids: [], isExplicit: false, isMissing: false }
  const only = shown.list.length === 1 ? shown.list : []
  const one = shown.focus.length > 0 ? shown.focus : only
  const meant = isPlural ? shown.list : one
  return { ids: meant, isExplicit: false, isMissing: meant.length === 0 }
}

/** The products whose article numbers are the message, or in it if they have letters and digits. */
function readNumbers(account: Account, catalog: Catalog): readonly string[] {
  const whole = /^\W*\S*\d\S*?\W*$/.test(account.text) ? [account.text.trim()] : []
  const parts = account.text.match(/(?=\S*\p{L})(?=\S*\d)\S*[\p{L}\d]/gu) ?? []
  return [...whole, ...parts].flatMap((code) => {
    const product = catalog.find(code) ?? catalog.find(code.toUpperCase())
    if (product) account.take(new RegExp(code.replace(/\W/g, '.'), 'u'))
    return product ? [product.uniqueId] : []
  })
}

/** The products at the places that a message names; `undefined` where nothing was shown. */
function readPlaces(
  account: Account,
  catalog: Catalog,
  vocabulary: Vocabulary,
  list: readonly string[],
  isComparing: boolean,
) {
  /** "The first tent", in a list of sleeping bags, is none of these. */
  function ofKind({ index, 0: said }: RegExpExecArray, id: string) {
    const next = account.words.find(({ start }) => start >= index + said.length)
    const term = next?.mark === '' ? vocabulary.term(next.text) : undefined
    const rows = term?.kind === 'kind' && vocabulary.kind(term.any[0])?.rows
    return !rows || rows.some((row) => catalog.product(row).uniqueId === id) ? id : undefined
  }
  const each = (
    pattern: RegExp,
    take: (match: RegExpExecArray) => readonly (string | undefined)[],
  ): readonly (string | undefined)[] => {
    const match = pattern.exec(account.rest())
    if (!match) return []
    account.take(pattern)
    return [...take(match).map((id) => id && ofKind(match, id)), ...each(pattern, take)]
  }
  const numbered = ([, number]: RegExpExecArray) => [list[Number(number) - 1]]
  return [
    ...each(SEVERAL, ([, end, count]) =>
      end?.toLowerCase() === 'last' ? list.slice(-Number(count)) : list.slice(0, Number(count)),
    ),
    ...each(NUMBERED, numbered),
    ...(isComparing ? each(BARE, numbered) : []),
    ...each(ONE, ([, ...all]) =>
      all.flatMap((word) => (word ? [list.at(placeOf(word.toLowerCase()))] : [])),
    ),
  ]
}

function placeOf(word: string): number {
  if (word === 'last') return -1
  return /\d/.test(word) ? Number.parseInt(word, 10) - 1 : ordinals.indexOf(word)
}

/** More products of one title than this are a list, not a reference. */
const NAMESAKES_MOST = 4
const TITLE_MOST_WORDS = 12

/** Titles of two words or more; those of products already shown come first. */
function readTitles(account: Account, catalog: Catalog, vocabulary: Vocabulary, shown: Shown) {
  const { words, at, mark } = account
  const { list, focus } = shown
  // What a kind of product and its colour are called is no name.
  const isName = (key: string) => !vocabulary.has(key) && vocabulary.codesNamed(key) !== undefined
  function namedAt(from: number, to: number): readonly string[] {
    const keys = words.slice(from, to).flatMap((word) => word.keys)
    if (at(from).use || at(to - 1).keys.length === 0 || !keys.some(isName)) return []
    const found = vocabulary.rowsTitled(keys.join(' ')).map((row) => catalog.product(row).uniqueId)
    const near = found.filter((id) => focus.includes(id) || list.includes(id))
    if (found.length > 0) mark(from, to)
    return near.length > 0 ? near : found.slice(0, NAMESAKES_MOST)
  }
  return words.flatMap((_, from) => {
    const most = Math.min(TITLE_MOST_WORDS, words.length - from)
    for (let length = most; length > 1; length -= 1) {
      const ids = namedAt(from, from + length)
      if (ids.length > 0) return ids
    }
    return []
  })
}
