import english from './english.json' with { type: 'json' }
import { type Account, type Role, type Word, wordSet } from './text.ts'

const prepositions = wordSet(english.prepositions)
/** After these, a preposition leads to what is wanted: "looking for", "interested in", "something like". */
const leads = wordSet(english.leads)
/** Words by which something is asked for. */
export const requests = wordSet(english.requests)
const helpers = wordSet(english.helpers)
const SUBJECT = /^(i|we|he|she|they|it)$/
const POSSESSIVE = /^(my|our|his|her|their)$/

/** Says of each word of a message what part it plays. */
export function setRoles(account: Account): void {
  const { words, at } = account
  const begins = words.map((_, index) =>
    words.findLastIndex(({ mark }, i) => i <= index && mark !== ''),
  )
  words.forEach((word, index) => {
    const start = Math.max(begins[index] ?? 0, 0)
    word.role = roleAt(account, index, at(index - 1).role)
    if (isStatement(account, start, index))
      for (const own of words.slice(start, index + 1)) own.role = 'told'
  })
}

/** "My feet are wide": what came before the verb was no request. */
function isStatement({ at }: Account, start: number, index: number): boolean {
  const isVerb = /^(is|are|was|were)$/.test(at(index).lower) && index > start
  return isVerb && (POSSESSIVE.test(at(start).lower) || SUBJECT.test(at(start).lower))
}

/** "Fits a laptop", "should stay around 350". */
const isVerbOf = ({ at }: Account, index: number) =>
  index > 0 &&
  at(index).tags.has('Verb') &&
  (/^(should|must|will|can)$/.test(at(index - 1).lower) ||
    (/s$/.test(at(index).lower) && /^(a|an|my|the|your|\d+)$/.test(at(index + 1).lower)))

/** "Looking for", "I want to buy two towels." */
const isLead = ({ at }: Account, index: number) =>
  leads.has(at(index - 1).lower) || (at(index).lower === 'to' && requests.has(at(index + 1).lower))

function roleAt(account: Account, index: number, before: Role): Role {
  const { at, words } = account
  const { lower, mark, use } = at(index)
  const after = mark === ',' ? 'added' : 'asked'
  const role = mark === '' ? before : after
  // "Do your jackets have pockets?"
  const isOwning = /^(\w{4,}) ha(ve|s)$/.test(`${at(index - 1).lower} ${lower}`)
  const isAsking = requests.has(lower) && !isOwning && !/told|aside/.test(`${role} ${before}`)
  const isAside = prepositions.has(lower) && !isLead(account, index)
  // "And a belt": one more thing, whatever went before.
  const isOneMore = /^(and|or|plus) (an?|some)$/.test(`${lower} ${at(index + 1).lower}`)
  const cases: readonly (readonly [boolean, Role])[] = [
    // "A tent for 2, with poles": the poles are no more asked for than in "for us".
    [lower === 'for' && use === 'other' && isAside, 'aside'],
    [use !== undefined, before],
    [SUBJECT.test(lower), isRequest(words, index) ? 'asked' : 'told'],
    [lower === 'you' || isOneMore, 'asked'],
    [isAsking, 'asked'],
    // "A cap that folds" is asked for, folds are not; nor is a laptop in "a bag, fits a laptop".
    [isVerbOf(account, index), 'aside'],
    [isAside || isOwning || (index > 0 && /^(that|which|who)$/.test(lower)), 'aside'],
  ]
  return cases.find(([is]) => is)?.[1] ?? role
}

/** "I am looking for" and "she needs" ask; "I have wide feet" and "she likes tea" tell. */
function isRequest(words: readonly Word[], subject: number): boolean {
  const verbs = words.slice(subject + 1, subject + 5).map(({ lower }) => lower)
  const verb = verbs.find((one) => !helpers.has(one)) ?? ''
  const isOwn = /^(i|we)$/.test(words[subject]?.lower ?? '')
  // "They love plants", unlike "she would love a plant".
  if (!isOwn && /^(love|like)$/.test(verbs[0] ?? '')) return false
  // "They should be waterproof."
  if (/^(should|must)$/.test(words[subject + 1]?.lower ?? '')) return true
  if (/^(|have|got|likes|loves|has)$/.test(verb)) return false
  return requests.has(verb) && (isOwn || verb !== 'like')
}
