import type { Token } from '../catalog/words.ts'
import type { Value } from './constraints.ts'

const ends: Readonly<Record<string, 1 | -1>> = {
  ...{ more: 1, bigger: 1, larger: 1, longer: 1, up: 1, above: 1, over: 1 },
  ...{ less: -1, smaller: -1, shorter: -1, below: -1, under: -1 },
}

/**
 * "25 l or more": the sizes from one on, in its unit.
 *
 * @param at - The place after the size.
 * @param all - Every size of the catalogue.
 * @returns The wish, and how many words "or more" is: 0 when it is not there.
 */
export function sizeRangeAt(
  tokens: readonly Token[],
  at: number,
  size: Value,
  all: readonly string[],
): { readonly term: Value; readonly length: number } {
  const direction = tokens[at]?.word === 'or' ? ends[tokens[at + 1]?.word ?? ''] : undefined
  if (!direction) return { term: size, length: 0 }
  const own = size.values.map(partsOf)
  const values = all.filter((value) =>
    own.some(({ unit, number }) => {
      const other = partsOf(value)
      return other.unit === unit && (other.number - number) * direction >= 0
    }),
  )
  return { term: { ...size, values: values.length > 0 ? values : size.values }, length: 2 }
}

/** `EU 42 ⅔` is 42 of `EU `; `2 persons` is 2 of ` person`. */
function partsOf(size: string) {
  const [written = ''] = /\d+(?:[.,]\d+)?/.exec(size) ?? []
  const unit = size
    .replace(/[\d.,⅓⅔½]+/g, '')
    .replace(/s$/, '')
    .trim()
  return { number: Number(written.replace(',', '.')), unit }
}
