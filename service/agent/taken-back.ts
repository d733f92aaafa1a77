import { type Token, tokensOf } from '../catalog/words.ts'
import type { Lexicon } from './chat-turn.ts'
import type { Constraint, Drop } from './constraints.ts'
import type { ChatState } from './state.ts'
import { wordSet } from './word-repair.ts'

/** A wish that the shopper takes back, and the length of the phrase in words. */
interface TakenBack {
  readonly drops: readonly Drop[]
  readonly length: number
}

const clearers = wordSet(
  'other another different any all every whatever ignore forget no regardless drop skip remove leave never without dont',
)
/** These verbs take a value back, whereas "without leather" is a new wish. */
const forgetters = wordSet('ignore forget drop skip remove leave never')
const fillers = wordSet('the of a about mind matter out which care limit for other different')
const occasions = wordSet('occasion reason event')

/** "Any colour", "forget the brand", "never mind navy", "size doesn't matter": takes back a field or a current wish. */
export function takenBackAt(
  tokens: readonly Token[],
  at: number,
  state: ChatState,
  lexicon: Lexicon,
): TakenBack | undefined {
  const wordAt = (place: number) => tokens[place]?.word ?? ''
  if (!clearers.has(wordAt(at))) return unimportantAt(wordAt, at, lexicon)
  let object = at + 1
  while (fillers.has(wordAt(object))) object += 1
  const length = object - at + 1
  const field = lexicon.vocabulary.fieldNamed(wordAt(object))
  if (field) return { drops: [dropOf(field)], length }
  if (!forgetters.has(wordAt(at))) return undefined
  if (occasions.has(wordAt(object))) return { drops: [{ kind: 'occasion' }], length }
  const held = heldFrom(tokens, object, state, lexicon)
  return held && { ...held, length: object - at + held.length }
}

/** Finds a current wish; "pink or lilac" takes back both. */
function heldFrom(
  tokens: readonly Token[],
  at: number,
  state: ChatState,
  lexicon: Lexicon,
): TakenBack | undefined {
  const held = heldAt(tokens, at, state, lexicon)
  if (!held) return undefined
  const next = at + held.length
  const others =
    tokens[next]?.word === 'or' ? heldFrom(tokens, next + 1, state, lexicon) : undefined
  return {
    drops: [{ kind: 'same', as: held.term }, ...(others?.drops ?? [])],
    length: held.length + (others ? 1 + others.length : 0),
  }
}

/** The value, category or word at a position, if it is a current wish. */
function heldAt(
  tokens: readonly Token[],
  at: number,
  { constraints }: ChatState,
  { vocabulary }: Lexicon,
): { readonly term: Constraint; readonly length: number } | undefined {
  for (const term of constraints) {
    const own = term.kind === 'word' ? tokensOf(term.word) : []
    if (own.length > 0 && own.every(({ word }, place) => word === tokens[at + place]?.word))
      return { term, length: own.length }
  }
  return vocabulary.termAt(tokens, at) ?? vocabulary.sizeAt(tokens, at)
}

function unimportantAt(
  wordAt: (place: number) => string,
  at: number,
  { vocabulary }: Lexicon,
): TakenBack | undefined {
  const field = vocabulary.fieldNamed(wordAt(at))
  const said = [1, 2, 3].map((offset) => wordAt(at + offset)).join(' ')
  const [negation] =
    /^(doesnt|dont|not|does not|do not|isnt|is not) (matter|important)/.exec(said) ?? []
  return field && negation
    ? { drops: [dropOf(field)], length: 1 + negation.split(' ').length }
    : undefined
}

const dropOf = (field: string): Drop =>
  field === 'price' || field === 'place' ? { kind: field } : { kind: 'field', field }
