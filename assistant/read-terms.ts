import { type Constraint, type Drop, isKind, subjectOf, subjectOfField } from './constraints.ts'
import english from './english.json' with { type: 'json' }
import { requests, setRoles } from './roles.ts'
import { keyIn } from './shop-view.ts'
import type { Account, Role, Word } from './text.ts'
import type { Term, Vocabulary } from './vocabulary.ts'

/** A part of a message that the catalogue has a word for. */
export interface Found {
  readonly term: Term
  readonly from: number
  readonly to: number
  readonly said: string
  readonly isNot: boolean
  readonly role: Role
}

/** What the words of a message say in the catalogue's terms. */
export interface Terms {
  readonly found: readonly Found[]
  readonly drop: readonly Drop[]
  readonly corrected: readonly { readonly from: string; readonly to: string }[]
}

interface Reader {
  readonly account: Account
  readonly vocabulary: Vocabulary
  /** The keys of each word, with typing errors corrected. */
  readonly keysAt: readonly (readonly string[])[]
  readonly textsAt: readonly string[]
}

/** Reads the words that are left, in order, and marks those that the catalogue knows. */
export function readTerms(
  account: Account,
  vocabulary: Vocabulary,
  held: readonly Constraint[],
): Terms {
  const { words, at, mark } = account
  setRoles(account)
  const keysAt = words.map((word, index) =>
    word.use ? word.keys : repairedKeys(word, at(index + 1), vocabulary),
  )
  const textsAt = words.map(({ text, keys }, index) =>
    keysAt[index] === keys ? text : (keysAt[index]?.join(' ') ?? text),
  )
  const reader: Reader = { account, vocabulary, keysAt, textsAt }
  const drop: Drop[] = [...subjectsTakenBack(reader)]
  const negation = createNegation(account)
  const found: Found[] = []

  function take(from: number, { term, to }: TermAt): number {
    const said = textsAt.slice(from, to).join(' ')
    const isNot = negation.covers(term) || isStillUnwanted(term, from)
    if (negation.isForgetting())
      drop.push({ of: subjectOf(constraintFor(term, '')), any: term.any })
    else found.push({ term, from, to, said, isNot, role: at(from).role })
    mark(from, to)
    return to
  }

  /** "No wool, wool itches": a term stays unwanted until it is wished for. */
  function isStillUnwanted(term: Term, from: number): boolean {
    const before = found.find((one) => one.isNot && one.term === term)
    return !!before && !words.slice(before.to, from).some(({ lower }) => requests.has(lower))
  }

  /** "Remove the slim", after slim jeans or "slim" were wanted. Returns whether there was such a wish. */
  function takeBack(index: number): boolean {
    const [key = ''] = keysAt[index] ?? []
    const { text, role } = at(index)
    const dropped = held.filter((one) => one.kind === 'word' && one.any.includes(key)).map(dropOf)
    const wider = widerKinds(held, key).flatMap((name) => vocabulary.term(name) ?? [])
    drop.push(...dropped)
    const own = { from: index, to: index + 1, said: text, isNot: false, role }
    found.push(...wider.map((term) => ({ ...own, term })))
    if (dropped.length + wider.length === 0) return false
    mark(at(index - 1).lower === 'the' ? index - 1 : index, index + 1, 'other')
    return true
  }

  function readAt(index: number): number {
    const word = at(index)
    const next = word.use ? undefined : termAt(reader, index)
    negation.see(index, next?.term)
    if (next) return take(index, next)
    if (negation.isForgetting() && takeBack(index)) return index + 1
    word.isUnwanted = negation.isOpen() && !word.use && !word.isFiller
    return index + 1
  }

  for (let index = 0; index < words.length; ) index = readAt(index)
  const corrected = found.flatMap(({ from, to }) =>
    words.slice(from, to).flatMap(({ text, keys }, place) => {
      const [meant = ''] = keysAt[from + place] ?? []
      return meant === '' || keys.includes(meant) ? [] : [{ from: text, to: meant }]
    }),
  )
  return { found, drop, corrected }
}

const dropOf = (one: Constraint): Drop => ({
  of: one.kind,
  ...('any' in one && { any: one.any }),
})

/** The kinds that are wanted, without the word that makes them narrow: jeans, of slim jeans. */
const widerKinds = (held: readonly Constraint[], key: string): readonly string[] =>
  held
    .filter(isKind)
    .flatMap(({ any }) => any)
    .flatMap((name) => (keyIn(name).startsWith(`${key} `) ? name.replace(/^\S+ /, '') : []))

function repairedKeys(
  { lower, keys, role, tags }: Word,
  { text: next }: Word,
  vocabulary: Vocabulary,
) {
  const [key = '', ...others] = keys
  if (others.length > 0 || vocabulary.has(key) || vocabulary.codesNamed(key)) return keys
  const activity =
    (role === 'aside' && tags.has('Noun')) || role === 'told'
      ? vocabulary.activityOf(lower)
      : undefined
  const meant = activity ?? vocabulary.repair(lower, next) ?? vocabulary.repair(key)
  return meant ? [meant] : keys
}

interface TermAt {
  readonly term: Term
  readonly to: number
}

const MAX_WORDS = 6

/** The longest term that starts at a word, within a phrase. */
function termAt({ account, keysAt, textsAt, vocabulary }: Reader, from: number) {
  const { words, at } = account
  const past = words.findIndex(({ use, mark }, index) => index > from && (use || mark !== ''))
  const end = Math.min(past < 0 ? words.length : past, from + MAX_WORDS)
  const ends = Array.from({ length: Math.max(end - from, 0) }, (_, less) => end - less)
  const all = ends.flatMap((to) => {
    // "And" has no key: a term neither begins nor ends with it.
    if (!keysAt[from]?.length || !keysAt[to - 1]?.length) return []
    const term = vocabulary.term(textsAt.slice(from, to).join(' '))
    return term ? { term, to } : []
  })
  const { tags, lower } = at(from)
  // "Who hikes a lot" tells of a person.
  const isDoing =
    /s$/.test(lower) && [1, 2, 3, 4].some((back) => /^(he|she|who)$/.test(at(from - back).lower))
  return all.find(({ term }) => {
    // In "how does it work", "work" is no occasion, unlike in "work bag" and "she loves to cook".
    const isLiked = [1, 2].some((back) => /^(lov|lik|enjoy)/.test(at(from - back).lower))
    const isVerb =
      (tags.has('Auxiliary') && !isLiked) ||
      (tags.has('PresentTense') &&
        !(isLiked || isDoing) &&
        !tags.has('Gerund') &&
        !at(from + 1).tags.has('Noun')) ||
      /^(that|which|it)$/.test(at(from - 1).lower)
    return term.kind !== 'occasion' || !isVerb
  })
}

const NEGATOR = new RegExp(english.negations.begin)
/** These take a wish back, whereas "without leather" is a new one. */
const FORGETTER = /^(ignore|forget|drop|skip|remove|leave)$/
const CANCEL = new RegExp(english.negations.cancel)
const JOIN = /^(or|nor|and|any|the|a|an|in|of)$/
const LIST_END = /^(or|nor|and|not|no)$/
/** The subject of an unknown word that is not wanted: "no socks, heels or boots". */
const UNKNOWN = ''

/** Whether a comma stands in a list that ends in "or" or "nor": "not oak, beech" asks for beech. */
function isListed(account: Account, index: number): boolean {
  const { words, at } = account
  const next = words.findIndex(({ mark }, place) => place > index && mark !== '')
  const end = next < 0 ? words.length : next
  const isJoined = words.slice(index, end + 1).some(({ lower }) => LIST_END.test(lower))
  return isJoined || (at(end).mark === ',' && isListed(account, end))
}

/** "No heels, boots or sandals": what is joined to the first word that is not wanted is not wanted either. */
function createNegation(account: Account) {
  const { at, mark } = account
  let isOn = false
  let isForget = false
  let isTrait = false
  let first: string | undefined
  const subject = (term: Term) => (term.kind === 'value' ? subjectOfField(term.field) : term.kind)

  function begin(index: number) {
    const { lower } = at(index)
    // "No, boots": an answer, not a wish.
    const { mark: stop, lower: next } = at(index + 1)
    isOn = !(/^not?$/.test(lower) && (stop !== '' || /^(i|we|he|she|it|that)$/.test(next)))
    isForget = FORGETTER.test(lower) || (lower === 'never' && at(index + 1).lower === 'mind')
    isTrait = false
    first = undefined
    mark(index, index + 1, 'other')
  }

  function seeOther({ lower, isFiller, tags }: Word) {
    if (CANCEL.test(lower) || (first !== undefined && !JOIN.test(lower))) isOn = false
    if (isOn && !isFiller) first = UNKNOWN
    // "Not itchy, navy or grey": what follows the comma is wanted.
    isTrait = isOn && tags.has('Adjective')
  }

  const isEnd = (word: Word, index: number) =>
    /[.;!?]/.test(word.mark) ||
    (word.mark === ',' && (isTrait || (first !== undefined && !isListed(account, index))))

  return {
    see(index: number, term: Term | undefined) {
      const word = at(index)
      if (isEnd(word, index)) isOn = false
      if (term || word.use) return
      if (NEGATOR.test(word.lower)) begin(index)
      else seeOther(word)
    },
    isOpen: () => isOn,
    isForgetting: () => isOn && isForget,
    covers(term: Term): boolean {
      first ||= isOn ? subject(term) : first
      isOn &&= first === subject(term)
      return isOn
    },
  }
}

const CLEARER = new RegExp(english.negations.clear)
const BETWEEN = /^(the|of|a|about|mind|matter|out|which|care|limit|for|other|different|what)$/

/** The subjects of wishes that a message takes back: "any colour", "forget the brand", "size does not matter". */
const subjectsTakenBack = (reader: Reader): readonly Drop[] =>
  reader.account.words.flatMap((word, index) => {
    const of = subjectNamed(reader, word)
    const range = of && rangeTakenBack(reader, index)
    if (!range) return []
    reader.account.mark(...range, 'other')
    return { of }
  })

function rangeTakenBack(reader: Reader, index: number): [number, number] | undefined {
  const { words, text, at } = reader.account
  const first = words.findLastIndex(({ lower }, i) => i < index && !BETWEEN.test(lower))
  const [said] =
    /^\s*(does|do|is|are)? ?not (matter|important)/i.exec(text.slice(at(index).end)) ?? []
  if (said) return [index, index + 1 + said.trim().split(/\s+/).length]
  // "Without the brand Levin's" takes nothing back.
  const isCleared = CLEARER.test(at(first).lower) && !termAt(reader, index + 1)
  return isCleared ? [first, index + (at(index + 1).lower === 'limit' ? 2 : 1)] : undefined
}

/** The subject of wishes that a word names: "brand", "price", "occasion". */
function subjectNamed({ vocabulary }: Reader, { lower, keys }: Word): string | undefined {
  if (/^(prices?|budget|limit|costs?)$/.test(lower)) return 'price'
  if (/^(category|kind|type)$/.test(lower)) return 'kind'
  if (/^(occasion|event)$/.test(lower)) return 'occasion'
  const field = vocabulary.fieldNamed(keys[0] ?? '')
  return field && subjectOfField(field)
}

/** The wish that a term stands for. */
export function constraintFor(term: Term, said: string, isNot = false): Constraint {
  const own = { said, any: term.any, ...(isNot && { not: true as const }) }
  if (term.kind === 'value') return { ...own, kind: 'value', field: term.field }
  return { ...own, kind: term.kind }
}
