import type { Token } from '../catalog/words.ts'
import type { Lexicon } from './chat-turn.ts'
import type { Constraint } from './constraints.ts'

const ends: Readonly<Record<string, 1 | -1>> = {
  ...{ more: 1, bigger: 1, larger: 1, longer: 1, up: 1, above: 1, over: 1 },
  ...{ less: -1, smaller: -1, shorter: -1, below: -1, under: -1 },
}

const UNIT = /^(l|cm|mm|person)$/
/** "At least", "up to" and the like, by the word before the number. */
const before: Readonly<Record<string, 1 | -1>> = {
  ...{ least: 1, over: 1, above: 1, minimum: 1, min: 1 },
  ...{ most: -1, under: -1, below: -1, to: -1, maximum: -1, max: -1 },
}

/** A letter size; a single lower-case letter is too ambiguous. */
const LETTER_SIZE = /^([SML]|[Xx]{1,3}[SsLl])$/
const NUMBER = /^\d{2,}$/

/** Reads a size where one is expected: after "size", in capitals, or as a number with a unit or two digits. */
export function sizeAt(tokens: readonly Token[], at: number, lexicon: Lexicon) {
  const [word = '', next = ''] = [0, 1].map((step) => tokens[at + step]?.word)
  const isMeasure = /^\d/.test(word) && UNIT.test(next)
  return isMeasure ? measureAt(tokens, at, lexicon) : bareSizeAt(tokens, at, lexicon)
}

function bareSizeAt(tokens: readonly Token[], at: number, { vocabulary }: Lexicon) {
  const { word, written } = tokens[at] as Token
  if (word === 'size') {
    const found = vocabulary.sizeAt(tokens, at + 1)
    return found && { ...found, length: found.length + 1 }
  }
  const isShouted = tokens.length > 1 && tokens.every((token) => /^\P{Ll}+$/u.test(token.written))
  // "Do you have it in m?"
  const isExpected = tokens.length === 1 || tokens[at - 1]?.word === 'in'
  if (isExpected && /^[sml]$/.test(word)) return vocabulary.sizeAt(tokens, at)
  const looksLikeSize = NUMBER.test(word) || (LETTER_SIZE.test(written) && !isShouted)
  return looksLikeSize ? vocabulary.sizeAt(tokens, at) : undefined
}

/** "25 l", "at least 30 l"; a number with a unit never matches a size in another unit. */
function measureAt(tokens: readonly Token[], at: number, { vocabulary, sizeColumn }: Lexicon) {
  const [last = '', number, unit] = [-1, 0, 1].map((step) => tokens[at + step]?.word)
  const direction = before[last]
  if (!direction) {
    const found = vocabulary.sizeAt(tokens, at)
    return found && found.length > 1 ? found : undefined
  }
  const values = (sizeColumn?.values ?? []).map(String).filter((value) => {
    const own = partsOf(value)
    return own.unit === unit && (own.number - Number(number)) * direction >= 0
  })
  if (!sizeColumn || values.length === 0) return undefined
  return { term: { kind: 'value', field: sizeColumn.field.name, values } as const, length: 2 }
}

/**
 * Extends a term by a following "or more" to all larger sizes in its unit.
 *
 * @param at - The position after the term.
 * @returns The wish, and how many words "or more" takes: 0 if it is absent.
 */
export function rangeAt(
  tokens: readonly Token[],
  at: number,
  term: Constraint,
  { sizeColumn }: Lexicon,
): { readonly term: Constraint; readonly length: number } {
  const direction = tokens[at]?.word === 'or' ? ends[tokens[at + 1]?.word ?? ''] : undefined
  const isSize = term.kind === 'value' && term.field === sizeColumn?.field.name
  if (!direction || !isSize) return { term, length: 0 }
  const own = term.values.map(partsOf)
  const values = sizeColumn.values.map(String).filter((value) =>
    own.some(({ unit, number }) => {
      const other = partsOf(value)
      return other.unit === unit && (other.number - number) * direction >= 0
    }),
  )
  return { term: { ...term, values: values.length > 0 ? values : term.values }, length: 2 }
}

/** Splits a size: `EU 42 ⅔` into 42 and `EU `; `2 persons` into 2 and ` person`. */
function partsOf(size: string) {
  const [written = ''] = /\d+(?:[.,]\d+)?/.exec(size) ?? []
  const unit = size
    .replace(/[\d.,⅓⅔½]+/g, '')
    .replace(/s$/, '')
    .trim()
  return { number: Number(written.replace(',', '.')), unit }
}
