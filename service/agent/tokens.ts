/** One word of a text: as it is looked up, and as it was written. */
export interface Token {
  /** Lower case, without accents, singular. */
  readonly word: string
  readonly written: string
}

/** Spellings of one and the same word. */
const spellings: Readonly<Record<string, string>> = {
  gray: 'grey',
  colour: 'color',
  tshirt: 't shirt',
  tee: 't shirt',
  trainer: 'sneaker',
  pullover: 'jumper',
  sweater: 'jumper',
  pant: 'trouser',
  sofa: 'couch',
  lady: 'women',
  woman: 'women',
  female: 'women',
  man: 'men',
  male: 'men',
  kid: 'kids',
  child: 'kids',
  children: 'kids',
  boy: 'kids',
  girl: 'kids',
}

/** The words of a text in order; "and" and "&" are between words and none themselves. */
export function tokensOf(text: string): readonly Token[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[’'](?=\p{L})/gu, '')
  return [...plain.matchAll(/\p{Number}+(?:\.\p{Number}+)?|\p{L}+/gu)].flatMap(([written]) =>
    written.toLowerCase() === 'and' ? [] : tokensFor(written),
  )
}

/** The words of a text as one key to look it up by. */
export const keyOf = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(' ')

function tokensFor(written: string): readonly Token[] {
  const word = singular(written.toLowerCase())
  const spelling = Object.hasOwn(spellings, word) ? spellings[word] : undefined
  return (spelling ?? word).split(' ').map((part) => ({ word: part, written }))
}

/** Takes an English plural's ending off. Not a dictionary: both sides of a comparison pass here. */
function singular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y')
  if (/(ar|al|el)ves$/.test(word)) return word.replace(/ves$/, 'f')
  if (/(ss|sh|ch|x|z)es$/.test(word)) return word.replace(/es$/, '')
  return word.replace(/s$/, '')
}
