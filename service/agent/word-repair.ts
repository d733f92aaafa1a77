import dictionary from 'dictionary-en'
import { canonicalOf } from '../catalog/synonyms.ts'
import { singular, slipsBetween, tokensOf } from '../catalog/words.ts'

/** Shorter words resemble too many others. */
const LEAST_CHARACTERS = 4
/** From this length on, two typos are allowed. */
const LONG_CHARACTERS = 7

let english: ReadonlySet<string> | undefined

/** Whether English has a word, in any of its usual forms. */
export function isEnglish(word: string): boolean {
  english ??= new Set(
    new TextDecoder()
      .decode(dictionary.dic)
      .split('\n')
      .map((line) => (line.split('/')[0] ?? '').toLowerCase()),
  )
  const stems = [word, singular(word)]
  for (const ending of ['ing', 'ed', 'er', 'est', 'ly', 'y'])
    if (word.endsWith(ending))
      stems.push(word.slice(0, -ending.length), `${word.slice(0, -ending.length)}e`)
  const known = english
  return stems.some((stem) => known.has(stem))
}

/**
 * The only word that a misspelt one resembles; `undefined` if the word is English, or if it resembles several.
 *
 * @param word - Lower case, singular.
 */
export function repaired(word: string, vocabulary: Iterable<string>): string | undefined {
  if (word.length < LEAST_CHARACTERS || /\d/.test(word) || isEnglish(word)) return undefined
  const most = word.length < LONG_CHARACTERS ? 1 : 2
  const near = [...vocabulary]
    .filter((other) => Math.abs(other.length - word.length) <= most)
    // Words of under four letters are no candidates: "habt" does not mean hat.
    .filter((other) => other.length >= LEAST_CHARACTERS)
    .map((other) => ({ other, distance: slipsBetween(word, other) }))
    .filter(({ distance }) => distance <= most)
  const least = Math.min(...near.map(({ distance }) => distance))
  const nearest = near.filter(({ distance }) => distance === least).map(({ other }) => other)
  // Typos rarely affect the first letter.
  const likely = nearest.filter((other) => other[0] === word[0])
  const alike = likely.filter((other) => other.length === word.length)
  return [nearest, likely, alike].find((all) => new Set(all.map(canonicalOf)).size === 1)?.[0]
}

/** Words that say nothing about a product: courtesies, questions, conjunctions, praise. */
const text = `
  a an the this that these those it its one ones some something someone anything any thing stuff gear equipment
  product item article option choice selection range collection
  i me my mine we us our you your yours he him his she her hers they them their who which what whose
  am is are was were be been being do does did done have has had having can could will would shall
  should may might must let lets
  in on at of for from to into by with within about as than then so if or but also too well else
  only just even very really quite rather pretty more less most least much many few lot lots bit
  please thanks thank hello hi hey ok okay yes no not sure great cool perfect
  find show see look looking search searching need want wanted like love prefer get give buy purchase
  order recommend suggest suggestion tell help take try pick choose offer sell carry stock available
  interested wear use wish hope think guess know make made wondering
  good nice beautiful pretty lovely fine elegant stylish fashionable fancy trendy decent quality
  cute comfortable comfy gift present birthday anniversary friend mother mom
  mum father dad wife husband sister brother girlfriend boyfriend daughter son him
  today tomorrow now soon here there where when how why again
  instead rather other another others different same similar else maybe perhaps
  price priced cost costs costing cheap expensive budget money euro dollar pound
  color size sizes brand material category kind type sort style fit model version
  shop store catalog catalogue there im ive id youre dont doesnt isnt lets whats
  without except excluding exclude nothing never color coloured colored
  day everyday daily new preference prefer prefers matter matters important care cares
  go goes going gone plan planning trying browse browsing use using keep bring
  needs wants likes loves feel feels mean means meant ill come comes up
  two three four five six seven eight nine ten eleven twelve dozen
  max maximum min minimum hes shes theyre thats theres wheres
  haha hahaha lol hmm hm um uh wow omg oops oh ah yay sorry got gotta
  matching suitable possible after asap yo back say pls plz tho though whatever english
  pair set hate dislike avoid actually really ideally possibly
`

/** Splits a text into a set of words. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** The words that a search ignores. */
export const stopWords: ReadonlySet<string> = new Set(tokensOf(text).map(({ word }) => word))
