import { alternativesTo } from 'svc-tag-service'
import { type Constraint, isKind, isValue } from './constraints.ts'
import english from './english.json' with { type: 'json' }
import { type Finder, type Lexicon, NARROWED } from './find.ts'
import { constraintFor, type Found, type Terms } from './read-terms.ts'
import { requests } from './roles.ts'
import { kindsAmong } from './shop-view.ts'
import { type Account, isEnglish, type Word } from './text.ts'

/** Makes wishes of what was found, and sorts out what was not. */
export function compose(
  account: Account,
  { found }: Terms,
  held: readonly Constraint[],
  lexicon: Lexicon,
) {
  const isAlready = held.some(isKind)
  const isNamed = found.some(({ term, isNot }) => isThing(term.kind) && !isNot)
  const phrases = phrasesOf(account).map((places) =>
    phraseAt(account, found, isNamed, isAlready, places, lexicon.finder),
  )
  const idle = phrases.flatMap((phrase) => phrase.idle)
  const usable = found.filter((one) => !idle.includes(one))
  const { kinds, unused } = kindsOf(usable, account, held, lexicon.finder)
  const hasKind = [...kinds, ...held].some(isKind)
  const isName = ({ keys: [key = ''] }: Word) => lexicon.vocabulary.codesNamed(key) !== undefined
  const others = phrases.flatMap(({ open, head, isDescribed }) =>
    open.map((word) => ({
      word,
      wish: wordWish(
        word,
        account.words[account.words.indexOf(word) - 1] ?? word,
        word === head && !(isAlready && (isDescribed || isName(word))),
        hasKind,
        lexicon,
      ),
    })),
  )
  // A V-neck is not just any neck.
  const isTorn = (word: Word) =>
    others.some(
      ({ word: other, wish }) => !wish && /^-$/.test(account.text.slice(...between(word, other))),
    )
  const words = others.flatMap(({ word, wish }) => (wish && !isTorn(word) ? wish : []))
  const isUsed = (text: string) => words.some(({ said }) => said === text)
  const unusedWords = [...idle, ...unused].flatMap(({ from, to }) => account.words.slice(from, to))
  const leftWords = others.flatMap(({ word }) => (isUsed(word.text) ? [] : word))
  // A filler such as "weekend" says something of a weekend bag.
  const telling = usable.flatMap(({ from, term }) => {
    const before = account.at(from - 1)
    return term.kind === 'kind' && account.at(from).mark === '' && isTellingFiller(before)
      ? before
      : []
  })
  return {
    add: [...kinds, ...valuesAndPersons(usable, held, lexicon), ...words],
    left: joinedText(account.words, [...unusedWords, ...leftWords, ...telling]),
    missing: phrases.flatMap(({ head, missing }) => (head && !isUsed(head.text) ? missing : [])),
  }
}

const isTellingFiller = ({ use, isFiller, tags, lower, keys }: Word) =>
  !use &&
  isFiller &&
  tags.has('Noun') &&
  !/thing$/.test(lower) &&
  !(tags.has('Pronoun') || tags.has('Possessive') || requests.has(keys[0] ?? ''))

const between = (one: Word, other: Word): [number, number] =>
  one.start < other.start ? [one.end, other.start] : [other.end, one.start]

const joinedText = (words: readonly Word[], some: readonly Word[]): readonly string[] =>
  words.reduce<readonly string[]>((all, word, index) => {
    if (!some.includes(word)) return all
    const isNext = some.some((one) => one === words[index - 1]) && word.mark === ''
    return isNext ? all.with(-1, `${all.at(-1)} ${word.text}`) : all.concat(word.text)
  }, [])

/** A phrase is a run of words without a filler or a comma in it. */
function phrasesOf({ words }: Account): readonly (readonly number[])[] {
  const phrases: number[][] = [[]]
  // "Zip up" and "slip on" describe a hoodie and a shoe.
  const isParticle = (index: number) =>
    ['PhrasalVerb', 'Particle'].every((tag) => words[index]?.tags.has(tag)) &&
    words[index - 1]?.isFiller === false
  words.forEach(({ use, isFiller, mark }, index) => {
    const isBreak = use === 'other' || (!use && isFiller && !isParticle(index))
    if (isBreak || mark !== '') phrases.push([])
    if (!isBreak) phrases.at(-1)?.push(index)
  })
  return phrases.filter((phrase) => phrase.length > 0)
}

/** The noun of a phrase is its last word, unless that only describes: "boots waterproof". */
function phraseAt(
  { at }: Account,
  found: readonly Found[],
  hasKind: boolean,
  isAlready: boolean,
  places: readonly number[],
  finder: Finder,
) {
  const [first = 0, last = 0] = [places[0], places.at(-1)]
  // "iPhone 15" is an iPhone.
  const word = at(places.findLast((place) => !/^\d/.test(at(place).text)) ?? last)
  const own = found.filter(({ from }) => places.includes(from))
  const kinds = own.filter(isKindFound)
  const isBeside = own.length > 0 || hasKind || isAlready
  // "A warmer one" is no kind of product, whatever it is beside, nor is a retirement gift.
  const isOne =
    word.tags.has('Comparative') || /^(ones?|gifts?|presents?)$/.test(at(last + 1).lower)
  // "Would you happen to have boots?"
  const isVerb = hasKind && word.tags.has('Infinitive') && /^to$/.test(at(last + 1).lower)
  const isHead = !(word.use || isOne || isVerb || (isBeside && isTrait(word, at(last - 1))))
  // "No leather straps."
  const isWanted = isHead && !word.isUnwanted && !own.some(({ isNot }) => isNot)
  const isOther = isElsewhere(word, finder)
  // After a comma, a word without an article describes what was named before: "boots, brown, lined".
  const isOneMore = !hasKind || /^(a|an|the|some|any|my|and|or)$/.test(at(first - 1).lower)
  const isAskedFor = isOneMore ? ['asked', 'added'] : ['asked']
  return {
    head: [word].find((one) => isWanted && isAskedFor.includes(one.role)),
    missing: [...kinds.map(({ said }) => said), word.text].join(' '),
    own,
    /** What only describes such a noun: kinds of product, and "grey" in "for a grey sofa". */
    idle: own.filter((one) => isHead && (isKindFound(one) || (isValued(one) && isOther))),
    open: places.map(at).filter(({ use, isFiller }) => !use && !isFiller),
    /** "A leather strap", once watches are asked for, may be a part of them. */
    isDescribed: own.length > 0 && kinds.length === 0,
  }
}

/** Whether a noun is neither what is asked for nor a part of it: a sofa that cushions go with. */
const isElsewhere = ({ role, keys: [key = ''] }: Word, { isInProse }: Finder) =>
  /aside|told/.test(role) && !isInProse(key)

const isValued = ({ term }: Found) => term.kind === 'value'
const isKindFound = ({ term }: Found) => isThing(term.kind)

const isThing = (kind: string) => kind === 'kind' || kind === 'occasion'

const isThingWord = ({ lower }: Word) => /^(some|any)thing$/.test(lower)

/** Whether an unknown word describes a thing rather than names one. */
const isTrait = ({ text, tags }: Word, before: Word): boolean =>
  isThingWord(before) ||
  ['Adjective', 'Adverb', 'Gerund', 'PastTense'].some((tag) => tags.has(tag)) ||
  /(proof|resistant|free|friendly|able|ible|ful|less|ish|ous|tight|weight)$/i.test(text)

/** Values and persons. A pronoun says who it is for only if nothing else does. */
function valuesAndPersons(found: readonly Found[], held: readonly Constraint[], lexicon: Lexicon) {
  const { vocabulary } = lexicon
  const isChild = held.some((one) => one.kind === 'persons' && one.any.includes('kids'))
  const isPronoun = ({ said }: Found) => /^(he|she|him|hers?|his)$/i.test(said)
  const hasNoun = isChild || found.some((one) => one.term.kind === 'persons' && !isPronoun(one))
  // "Olive green" is olive.
  const isFamily = ({ term, from }: Found) =>
    found.some(({ term: own, to }) => {
      const isAlike = to === from && own.kind === 'value' && term.kind === 'value'
      return isAlike && own !== term && own.any.every((value) => term.any.includes(value))
    })
  return found
    .filter((one) => !isThing(one.term.kind) && !isFamily(one))
    .filter((one) => !(one.term.kind === 'persons' && hasNoun && isPronoun(one)))
    .map(({ term, said, isNot }) => {
      const own = constraintFor(term, said, isNot)
      // Of "blue or navy", blue is no family of colours.
      const isNear = (one: Found) =>
        one.term !== term &&
        !one.isNot &&
        isValued(one) &&
        !isNot &&
        one.term.any.every((value) => term.any.includes(value))
      const others = isValue(own) && found.some(isNear) ? kindsAmong(own.any, said) : []
      if (isValue(own) && others.length > 0 && others.length < own.any.length)
        return { ...own, any: own.any.filter((value) => !others.includes(value)) }
      // Who wants no leather wants no suede either.
      return isValue(own) && isNot ? { ...own, any: vocabulary.included(own) } : own
    })
}

interface Mentioned extends Found {
  readonly name: string
  readonly isBroad: boolean
  readonly isOccasion: boolean
}

/** The kinds asked for, each narrowed by those that only say where it belongs. */
function kindsOf(
  found: readonly Found[],
  account: Account,
  held: readonly Constraint[],
  finder: Finder,
) {
  const own = found.filter(({ term }) => isThing(term.kind))
  const not = own.flatMap(({ term, said, isNot }) => (isNot ? constraintFor(term, said, true) : []))
  const wanted = own.flatMap((one) => {
    const { term, isNot } = one
    if (isNot || !('isBroad' in term)) return []
    const [name] = term.any
    return { ...one, name, isBroad: term.isBroad, isOccasion: term.kind === 'occasion' }
  })
  // "With heels", once boots are asked for, is a part of them.
  const isPart = ({ from }: Mentioned) =>
    held.some(isKind) &&
    /^(?!start|begin)\S* with$|^with an?$/.test(
      `${account.at(from - 2).lower} ${account.at(from - 1).lower}`,
    )
  const { main, asides } = sortedKinds(
    wanted.filter((one) => !isPart(one)),
    account,
    finder,
  )
  const used: Mentioned[] = []
  const narrowed = (kind: string, aside: Mentioned) => {
    // "Tote bags" are totes.
    const names = aside.isBroad ? [kind, aside.name] : [aside.name, kind]
    const both = names.join(NARROWED)
    const isBeside = main.some(({ from }) => from === aside.to)
    if (!(aside.isBroad || isBeside) || !finder.hasKind(both)) return kind
    used.push(aside)
    return both
  }
  const any = main.map(({ name, isBroad, isOccasion }) => {
    const [before] = held.find(isKind)?.any ?? []
    const both = `${before}${NARROWED}${name}`
    // "Shoes", then "hiking": hiking shoes.
    const isNarrower = isBroad && !isOccasion && finder.isNarrower(both, before)
    return isNarrower ? both : asides.reduce(narrowed, name)
  })
  const kind = main.every(({ isOccasion }) => isOccasion) ? 'occasion' : 'kind'
  const said = main.map((one) => one.said).join(' or ')
  return {
    kinds: any.length > 0 ? [{ kind, any, said } as const, ...not] : not,
    unused: [...asides.filter((one) => !used.includes(one)), ...wanted.filter(isPart)],
  }
}

/** Tells the kinds that are asked for from those that are only mentioned: "a cushion for my chair". */
function sortedKinds(
  wanted: readonly Mentioned[],
  { at }: Account,
  { isNarrower, isPartOf }: Finder,
) {
  // "A jeans jacket" is a jacket.
  const isBeside = ({ to }: Mentioned) =>
    wanted.some(({ from, isOccasion }) => from === to && !isOccasion) && at(to).mark === ''
  const isMain = (one: Mentioned) =>
    !one.isOccasion && !isBeside(one) && /asked|added/.test(one.role)
  const isOccasion = wanted.every((one) => one.isOccasion)
  const mains = [isMain, (one: Mentioned) => !(one.isOccasion || isBeside(one))].map((is) =>
    wanted.filter(is),
  )
  // "To wear to a wedding", "a black tie outfit": the narrowest occasion says most.
  const narrower = (one: Mentioned, other: Mentioned) =>
    isNarrower(one.name, other.name) ? one : other
  const all =
    mains.find(({ length }) => length > 0) ??
    (wanted.length > 0 ? [wanted.reduce(narrower)] : wanted)
  // "My bathroom needs towels": of all bath products, the towels.
  const main = all.filter(
    (one) => !(one.isBroad && all.some((own) => !own.isBroad && isPartOf(own.name, one.name))),
  )
  return {
    main,
    asides: wanted.filter((one) => !main.includes(one) && !(isOccasion && one.isOccasion)),
  }
}

const tellingTags = english.tellingTags.split(' ')

/** Whether a word found only in descriptions says something there: no "first", but "folds" in "a cap that folds". */
const isTelling = ({ tags, isFiller }: Word, { lower }: Word): boolean =>
  !(isFiller || tags.has('Comparative') || tags.has('Date')) &&
  (tellingTags.some((tag) => tags.has(tag)) || /^(that|which|to)$/.test(lower))

/** A word of the products' own texts; `undefined` if they do not have it. */
function wordWish(word: Word, before: Word, isHead: boolean, hasKind: boolean, lexicon: Lexicon) {
  const { vocabulary, finder } = lexicon
  const { text, lower, keys, role, isUnwanted } = word
  const [key = '', ...others] = keys
  if (others.length > 0 || /^\d*$/.test(key)) return undefined
  const isName = (word: string) => vocabulary.codesNamed(word) !== undefined
  const own = { kind: 'word', said: text } as const
  const named = isName(key) ? { ...own, any: [key] } : undefined
  // "Hoodies without a zip" are not those called so.
  if (isUnwanted) return named && { ...named, not: true }
  // The name of a product may be asked for by itself; an English noun asks for the thing, not for its name.
  if (isHead) return isEnglish(lower) ? undefined : named
  const related = alternativesTo(key).filter((one) => one !== key && isName(one))
  const isMeant = () =>
    named ?? (hasKind && (related.length > 0 || (isTelling(word, before) && finder.isInProse(key))))
  return role !== 'told' && isMeant()
    ? { ...own, any: [key, ...related], isLoose: true }
    : undefined
}
