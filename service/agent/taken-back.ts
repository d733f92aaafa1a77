import { type Token, tokensOf } from '../catalog/words.ts'
import type { Drop } from './constraints.ts'
import type { Lexicon } from './lexicon.ts'
import type { ChatState } from './state.ts'

/** A wish that some words take back, and how many words these are. */
interface TakenBack {
  readonly drop: Drop
  readonly length: number
}

const wordSet = (text: string) => new Set(text.split(' '))
const clearers = wordSet(
  'other another different any all every whatever ignore forget no regardless drop skip remove leave never without dont',
)
/** After these a value is taken back; "without leather" is a wish of its own. */
const forgetters = wordSet('ignore forget drop skip remove leave never')
const fillers = wordSet('the of a about mind matter out which care limit for other different')
const occasions = wordSet('occasion reason event')

/** "Any colour", "forget the brand", "never mind navy", "size doesn't matter": a field, or what is held now. */
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
  if (field) return { drop: dropOf(field), length }
  if (!forgetters.has(wordAt(at))) return undefined
  if (occasions.has(wordAt(object))) return { drop: { kind: 'occasion' }, length }
  return heldAt(tokens, object, state, lexicon, length)
}

/** A value, a category or a word that is asked for now. */
function heldAt(
  tokens: readonly Token[],
  object: number,
  { constraints }: ChatState,
  { vocabulary }: Lexicon,
  length: number,
): TakenBack | undefined {
  const word = tokens[object]?.word
  const held = constraints.find(
    (one) => one.kind === 'word' && tokensOf(one.word)[0]?.word === word,
  )
  if (held) return { drop: { kind: 'same', as: held }, length }
  const found = vocabulary.termAt(tokens, object) ?? vocabulary.sizeAt(tokens, object)
  return found && { drop: { kind: 'same', as: found.term }, length: length - 1 + found.length }
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
    ? { drop: dropOf(field), length: 1 + negation.split(' ').length }
    : undefined
}

const dropOf = (field: string): Drop =>
  field === 'price' || field === 'place' ? { kind: field } : { kind: 'field', field }
