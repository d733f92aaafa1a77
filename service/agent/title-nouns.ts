import { keyOf, type Token, tokensOf } from '../catalog/words.ts'

/** Marks a noun at the end of a category's path: `Men>Clothing>Jackets>~parka`. */
export const NOUN_SIGN = '~'

/** What a title says the thing is: its last word, and its last two. */
export interface Noun {
  readonly key: string
  /** As the title writes it. */
  readonly written: string
}

/** The nouns that a title ends with: "Alder Chelsea Boot" is a boot, and a chelsea boot. */
export function nounsOf(title: string): readonly Noun[] {
  const tokens = tokensOf(title).filter(({ word }) => !/\d/.test(word))
  return [2, 1]
    .filter((length) => length < tokens.length)
    .map((length) => tokens.slice(-length))
    .map((own) => ({ key: keyOf(own), written: writtenOf(own) }))
}

const writtenOf = (tokens: readonly Token[]) =>
  [...new Set(tokens.map(({ written }) => written))].join(' ')
