import { colourFamilies } from './colour-families.ts'

/** Words with the same meaning, in lower case and the singular; the first represents the group. */
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

/** Words related to an occasion; a weaker link than a synonym. */
const related: Readonly<Record<string, readonly string[]>> = {
  winter: ['warm', 'wool', 'down', 'fleece', 'lambswool', 'merino'],
  warm: ['wool', 'down', 'fleece', 'lambswool', 'merino'],
  waterproof: ['rain', 'waxed', 'rubber'],
  summer: ['linen', 'sandal'],
  hiking: ['trail', 'outdoor'],
}

const groupOf = new Map(groups.flatMap((group) => group.map((word) => [word, group] as const)))

/** The word that represents its group of synonyms; the word itself if it has none. */
export const canonicalOf = (word: string): string => groupOf.get(word)?.[0] ?? word

/** Every word that has a synonym. */
export const synonyms: readonly string[] = [...groupOf.keys()]

/** A word and the other names that matching products may use. */
export const alternativesTo = (word: string): readonly string[] => [
  ...new Set([
    word,
    ...(groupOf.get(word) ?? []),
    ...(Object.hasOwn(related, word) ? (related[word] ?? []) : []),
    ...(Object.hasOwn(colourFamilies, word) ? (colourFamilies[word] ?? []) : []),
  ]),
]
