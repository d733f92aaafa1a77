import { keyOf, tokensOf } from 'svc-tag-service'
import type { Constraint } from './constraints.ts'
import english from './english.json' with { type: 'json' }
import { keyIn, type ShopView, textsAt } from './shop-view.ts'
import type { Account } from './text.ts'

/** The sizes for a child of some age: the height in centimetres, and EU shoe sizes. */
export function childSizes({ size }: ShopView, years: number): readonly Constraint[] {
  const kids: Constraint = { kind: 'persons', any: ['kids'], said: 'kids' }
  const [height, shoe] = [80 + years * 6, 22 + years * 1.25]
  const any = (size?.values ?? []).map(String).filter((value) => {
    const { number, unit } = partsOf(value)
    if (unit === '') return Math.abs(number - height) <= 6
    return unit === 'eu' && Math.abs(number - shoe) <= 1
  })
  if (!size || any.length === 0) return [kids]
  const said = `aged ${years}`
  return [kids, { kind: 'value', field: size.field.name, any, said, isLoose: true }]
}

const LETTER_SIZES = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL']

/** Sorts sizes, the smallest first. */
export const bySize = (a: string, b: string): number =>
  LETTER_SIZES.indexOf(a) - LETTER_SIZES.indexOf(b) || a.localeCompare(b, 'en', { numeric: true })

const EXTREME = /\b(biggest|largest|longest|smallest|shortest)\b/i

/** Whether a word asks for the first or the last of the sizes. */
export const isExtreme = (word: string): boolean => EXTREME.exec(word)?.[0] === word

/** The biggest size of some products, if a text asks for it; or the smallest. */
export function extremeSize(text: string, { size }: ShopView, rows: readonly number[]) {
  const [most] = EXTREME.exec(text) ?? []
  const all = [...new Set(rows.flatMap((row) => textsAt(size, row)))].sort(bySize)
  const end = /^s/i.test(most ?? '') ? all[0] : all.at(-1)
  if (!most || !size || end === undefined) return undefined
  const said = `${most.toLowerCase()} size`
  return { kind: 'value', field: size.field.name, any: [end], said } as const
}

/** Splits a size: `EU 42 ⅔` into 42 and `eu`; `2 persons` into 2 and `person`. */
function partsOf(size: string) {
  const [written = 'none'] = /\d+(?:[.,]\d+)?/.exec(size) ?? []
  const unit = size
    .replace(/[\d.,⅓⅔½×x]+/g, ' ')
    .trim()
    .toLowerCase()
  return { number: Number(written.replace(',', '.')), unit: unit.replace(/s$/, '') }
}

const units = Object.entries(english.units)
const pattern = (text: string) =>
  new RegExp(text.replace('{units}', units.map(([, names]) => names).join('|')), 'iu')
const { group, measure, by, shoe, waist, named, bare, word, for: forCount } = english.sizes
const LETTER =
  /(?<![\p{L}\p{N}'])(X{1,3}[SL]|x{1,3}[sl]|[SML]|(?<=\p{L}\s)[sml](?=\W*$))(?![\p{L}\p{N}'])/u

interface Said extends Size {
  readonly said: string
}

interface Size {
  /** Sizes of the catalogue, or what was said if it has none such. */
  readonly any: readonly string[]
  readonly isLoose?: true
}

/** Sizes of the catalogue. A number with a unit never means a size in another unit. */
export function readSizes(
  account: Account,
  { size }: ShopView,
  isForWomen: boolean,
): readonly Constraint[] {
  if (!size) return []
  const all = size.values.map(String)
  const called = (text: string) => all.filter((value) => isCalled(value, text))
  const persons = (count = '') => measured(all, Number(count), 'person')
  /** Sizes that are words: "long", "regular", "extra large". */
  const words = [word, ...all.filter((value) => /^\p{L}{4,}$/u.test(value))].join('|')
  const rules: readonly (readonly [RegExp, (match: RegExpExecArray) => Size])[] = [
    [pattern(group), ([, count]) => ({ any: persons(count) })],
    [pattern(measure), (match) => ({ any: sizesWithin(all, match) })],
    [pattern(by), ([, one, other]) => ({ any: called(`${one} ${other}`) })],
    [pattern(shoe), ({ groups }) => ({ any: europeanSizes(groups, isForWomen).flatMap(called) })],
    [pattern(waist), ([, one, inches = one]) => ({ any: called(inches ?? '') })],
    [
      pattern(named),
      ([said, one = '']) => {
        const any = called(one)
        const isSize = any.length === 0 && /\b(sizes?|sz|eu)\b/i.test(said)
        return { any: isSize ? [one.toUpperCase()] : any }
      },
    ],
    [LETTER, ([said]) => ({ any: called(said) })],
    [
      pattern(bare),
      ([, number = '']) => {
        const any = called(number)
        return any.length === 0 && number.includes('/') ? { any: [number] } : { any, isLoose: true }
      },
    ],
  ]
  const loose: typeof rules = [
    [pattern(forCount), ([, count]) => ({ any: persons(count), isLoose: true })],
    // "How long does it take?"
    [
      pattern(`(?<!\\bhow )\\b(${words})\\b(?! as\\b)`),
      ([said]) => ({ any: called(said), isLoose: true }),
    ],
  ]
  // Words are taken only if they are a size that the shop has, or name one that it does not have.
  const readAll = ([form, sizeOf]: (typeof rules)[number]): readonly Said[] => {
    const match = form.exec(account.rest())
    const own = match && sizeOf(match)
    if (!own || own.any.length === 0) return []
    account.take(form)
    return [{ ...own, said: match[0].trim() }, ...readAll([form, sizeOf])]
  }
  // "A tent for 2, and a jacket in L."
  const found = [...rules, ...loose].flatMap(readAll)
  const [first] = found
  const any = [...new Set(found.flatMap((one) => one.any))]
  const said = found.map((one) => one.said).join(' or ')
  return first ? [{ ...first, kind: 'value', field: size.field.name, any, said }] : []
}

const letters: Readonly<Record<string, string>> = english.letterSizes

/** Whether a size is called so: in full, by its first number (42 for `EU 42 ⅔`), or by all its numbers. */
function isCalled(size: string, text: string): boolean {
  const said = text.toLowerCase()
  const tokens = tokensOf(size)
  const numbers = tokens.filter(({ word: own }) => /\d/.test(own))
  const names = [keyOf(tokens), keyOf(numbers), numbers[0]?.word ?? '', size.toLowerCase()]
  return [said, letters[said] ?? said, keyIn(said.replace('/', ' '))].some((one) =>
    names.includes(one),
  )
}

/** The sizes of a unit that are a number, or larger or smaller, or equal. */
const measured = (all: readonly string[], number: number, unit: string, direction = 0) =>
  all.filter((value) => {
    const own = partsOf(value)
    const isFit = direction === 0 ? own.number === number : (own.number - number) * direction >= 0
    return own.unit === unit && isFit
  })

/** "25 litres or more". A measure that no product has is still a size, if others have its unit: nothing matches it. */
function sizesWithin(all: readonly string[], match: RegExpExecArray): readonly string[] {
  const [said, before = '', number = '', written = '', after = ''] = match
  const unit = units.find(([, names]) => pattern(`^(${names})$`).test(written))?.[0] ?? ''
  const isLess = /^not? |most|under|below|max|less|smaller|shorter|up to/i.test(`${before}${after}`)
  const isAny = `${before}${after}` === ''
  const direction = isLess ? -1 : 1
  const isOver = before !== '' && !/^(not?|at|up|min|max)/i.test(before)
  const limit = Number(number.replace(',', '.'))
  const within = measured(all, limit, unit, isAny ? 0 : direction)
  const any = within.filter((value) => !isOver || partsOf(value).number !== limit)
  const hasUnit = all.some((value) => partsOf(value).unit === unit)
  return any.length === 0 && hasUnit ? [said.trim()] : any
}

/** Converts UK and US shoe sizes to EU sizes; a size between two EU sizes gives both. */
function europeanSizes(said: RegExpExecArray['groups'], isForWomen: boolean): readonly string[] {
  const size = Number(said?.one ?? said?.other)
  const isBritish = /uk/i.test(said?.before ?? said?.after ?? '')
  const american = isForWomen ? 2.5 : 1
  const european = (isBritish ? size : size - american) + (isForWomen ? 33 : 34)
  return [...new Set([Math.floor(european), Math.ceil(european)])].map(String)
}
