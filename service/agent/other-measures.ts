import { tokensOf } from '../catalog/words.ts'

/** Sizes that a message gives in another measure, and the rest of the message. */
export interface Measures {
  /** Sizes of which any matches: `["EU 42"]`, `["128", "EU 32"]`. */
  readonly sizes: readonly string[]
  /** How the answer describes them: "for 8 years". */
  readonly label?: string
  readonly isForChild: boolean
  readonly rest: string
}

const ones =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )

const units: readonly (readonly [RegExp, string])[] = [
  [/\b(?:family|group|party) of (\d+)\b/gi, '$1 person'],
  [/(\d+)[\s-]*(people|persons?|adults|men|man|of us|sleepers)\b(?!['’])/gi, '$1 person'],
  [/(\d+)[\s-]*(litres?|liters?|ltrs?)\b/gi, '$1 l'],
  [/(\d+)[\s-]*(centimet(re|er)s?)\b/gi, '$1 cm'],
  [/(\d+)[\s-]*(millimet(re|er)s?)\b/gi, '$1 mm'],
  [/\b(?:waist|w)\s*(\d{2})\b/gi, 'size $1'],
  [/(\d+)\s*[x×*]\s*(\d+)/gi, '$1 $2'],
]

const OTHER_MEASURE =
  /(?:\b(?:over|under|above|below|at least|up to|more than|less than) )?\b\d+[\s-]*(?:minutes|hours?|days|weeks|months|watts?|volts?|degrees|grams)\b/gi

/** Finds measurements in units that no size uses, and returns the rest of the message. */
export const takeOtherMeasures = (message: string) => ({
  others: (message.match(OTHER_MEASURE) ?? []) as readonly string[],
  rest: message.replace(OTHER_MEASURE, ' , '),
})

const AGE =
  /\b(?:(?:aged?|age of|is|turns?|turning)\s+(\d{1,2})(?!\s*(?:cm|mm|l|€|\$|euro))\b|(\d{1,2})[\s-]*(?:years?|yrs?|yo|y\.o\.)(?:[\s-]*old)?\b)/i
const SHOE = /\b(uk|us)\s*(?:size\s*)?(\d{1,2}(?:\.5)?)\b|\b(\d{1,2}(?:\.5)?)\s*(uk|us)\b/i
const OLDEST_CHILD = 14

/** Reads units, ages and sizes of other countries: "4 people", "8 years old", "UK 8". */
export function takeMeasures(message: string, isForWomen: boolean): Measures {
  const text = withUnits(message)
  return (
    takeShoeSize(text, isForWomen) ?? takeAge(text) ?? { sizes: [], isForChild: false, rest: text }
  )
}

const COUNTED = new RegExp(
  `\\b(${ones.slice(0, 12).join('|')})[\\s-](?=people|person|litre|liter|years?|of us)`,
  'gi',
)

function withUnits(message: string): string {
  const counted = message.replace(
    COUNTED,
    (_, word: string) => `${ones.indexOf(word.toLowerCase()) + 1} `,
  )
  return units.reduce((text, [pattern, written]) => text.replace(pattern, written), counted)
}

function takeShoeSize(text: string, isForWomen: boolean): Measures | undefined {
  const [shoe, before, size, otherSize, after] = SHOE.exec(text) ?? []
  if (!shoe) return undefined
  const system = (before ?? after)?.toLowerCase() === 'us' ? 'us' : 'uk'
  const sizes = europeanSizes(system, Number(size ?? otherSize), isForWomen)
  return { sizes, isForChild: false, rest: text.replace(shoe, ' ') }
}

function takeAge(text: string): Measures | undefined {
  const [age, years, otherYears] = AGE.exec(text) ?? []
  const count = Number(years ?? otherYears)
  if (!age || count > OLDEST_CHILD) return undefined
  const rest = text.replace(age, ' ')
  return { sizes: sizesAtAge(count), label: `for ${count} years`, isForChild: true, rest }
}

/** The values of a size field that match some texts: those with the same first number. */
export const sizesNamed = (
  values: readonly (string | number)[],
  sizes: readonly string[],
): readonly string[] =>
  values
    .map(String)
    .filter((value) =>
      sizes.includes(tokensOf(value).find(({ word }) => /\d/.test(word))?.word ?? ''),
    )

/** The sizes for a child of some age: the height in centimetres, and EU shoe sizes. */
function sizesAtAge(years: number): readonly string[] {
  const centimetres = [92, 98, 104, 110, 116, 122, 128, 134, 140, 146, 152, 158, 164]
  const height = 80 + years * 6
  const shoe = 22 + years * 1.25
  return [
    ...centimetres.filter((size) => Math.abs(size - height) <= 6).map(String),
    ...Array.from({ length: 20 }, (_, place) => 20 + place)
      .filter((size) => Math.abs(size - shoe) <= 1)
      .map(String),
  ]
}

/** Converts UK and US shoe sizes to EU sizes; a size between two EU sizes gives both. */
function europeanSizes(system: 'uk' | 'us', size: number, isForWomen: boolean): readonly string[] {
  const british = system === 'uk' ? size : size - (isForWomen ? 2.5 : 1)
  const european = british + (isForWomen ? 33 : 34)
  return [...new Set([Math.floor(european), Math.ceil(european)])].map(String)
}

const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const TEN = `(?:${tens.join('|')})(?:[ -](?:${ones.slice(0, 9).join('|')}))?`
const BELOW = `(?:${TEN}|${ones.join('|')})`
/** Thirteen and above: smaller number words are usually quantities or pronouns. */
const LARGE = `(?:(?:a |${BELOW} )?hundred(?:(?: and)? ${BELOW})?|${TEN}|${ones.slice(12).join('|')})`
const CURRENCY = '(?:euros?|eur|dollars?|pounds?|quid|bucks)'
const NUMBERS = new RegExp(`\\b(?:${LARGE}|${BELOW}(?= ${CURRENCY}\\b))(?![\\p{L}-])`, 'giu')

/** Writes a message's larger numbers, and its amounts of money, in digits: "under seventy" becomes "under 70". */
export const withDigits = (message: string): string => message.replace(NUMBERS, digitsOf)

function digitsOf(text: string): string {
  let [total, part] = [0, 0]
  for (const word of text.toLowerCase().split(/[ -]/)) {
    if (word === 'hundred') [total, part] = [(part || 1) * 100, 0]
    else part += tens.includes(word) ? (tens.indexOf(word) + 2) * 10 : ones.indexOf(word) + 1
  }
  return String(total + part)
}
