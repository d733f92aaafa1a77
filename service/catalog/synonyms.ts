import { colourFamilies } from './colour-families.ts'

/** Words of one meaning, in lower case and the singular; the first stands for all. */
const groups: readonly (readonly string[])[] = [
  ['grey', 'gray'],
  ['color', 'colour'],
  ['t shirt', 'tshirt', 'tee'],
  ['sneaker', 'trainer'],
  ['jumper', 'pullover', 'sweater', 'knitwear'],
  ['hoodie', 'hoody', 'sweatshirt'],
  ['trouser', 'pant', 'slack', 'chino'],
  ['couch', 'sofa'],
  ['backpack', 'rucksack', 'knapsack'],
  ['bag', 'handbag', 'purse'],
  ['cushion', 'pillow'],
  ['mug', 'cup'],
  ['lantern', 'torch'],
  ['watch', 'wristwatch'],
  ['women', 'woman', 'lady', 'female'],
  ['men', 'man', 'male', 'gent'],
  ['kids', 'kid', 'child', 'children', 'boy', 'girl', 'toddler'],
  ['wool', 'woolen', 'woollen', 'woolly', 'wooly'],
  ['silk', 'silken', 'silky'],
  ['rain', 'rainy'],
  ['rain jacket', 'raincoat', 'cagoule'],
  ['rain boot', 'welly', 'wellington', 'gumboot'],
  ['dress', 'gown', 'frock'],
  ['jacket', 'anorak', 'windbreaker'],
  ['sandal', 'flipflop'],
  ['heel', 'stiletto'],
  ['scarf', 'shawl'],
  ['bottle', 'thermos'],
  ['pan', 'skillet'],
  ['chair', 'armchair'],
  ['size', 'sz'],
]

/** Words for things of an occasion; less than a synonym. */
const related: Readonly<Record<string, readonly string[]>> = {
  winter: ['warm', 'wool', 'down', 'fleece', 'lambswool', 'merino'],
  warm: ['wool', 'down', 'fleece', 'lambswool', 'merino'],
  waterproof: ['rain', 'waxed', 'rubber'],
  summer: ['linen', 'sandal'],
  hiking: ['trail', 'outdoor'],
}

const groupOf = new Map(groups.flatMap((group) => group.map((word) => [word, group] as const)))

/** The word that stands for all of one meaning; the word itself when it has no synonym. */
export const canonicalOf = (word: string): string => groupOf.get(word)?.[0] ?? word

/** Every word that stands for another. */
export const synonyms: readonly string[] = [...groupOf.keys()]

/** A word and what else products with it are called. */
export const alternativesTo = (word: string): readonly string[] => [
  ...new Set([
    word,
    ...(groupOf.get(word) ?? []),
    ...(Object.hasOwn(related, word) ? (related[word] ?? []) : []),
    ...(Object.hasOwn(colourFamilies, word) ? (colourFamilies[word] ?? []) : []),
  ]),
]
