import { isQuestion } from './acts.ts'
import { constraintsAfter, isKind } from './constraints.ts'
import { described, either, quoted } from './say.ts'
import { look } from './search-turn.ts'
import { keyIn, numberAt, textsAt } from './shop-view.ts'
import { bySize, extremeSize } from './sizes.ts'
import { type Asked, plain, type Turn } from './turn.ts'

const VALUES_MOST = 30

/** "Which brands do you have?", "how much are your tents?": the values of a field, of the products that meet the wishes. */
export function values(asked: Asked): Turn {
  const { lexicon, request, said, money } = asked
  const { view, vocabulary, finder } = lexicon
  const constraints = constraintsAfter(asked.state.constraints, said)
  const rows = finder.find(constraints)
  if (rows.length === 0) return look(asked)
  const state = { ...asked.state, constraints }
  const what = `the ${rows.length} ${described(constraints, money)}`
  const names = keyIn(request.message)
    .split(' ')
    .flatMap((word) => vocabulary.fieldNamed(word) ?? [])
  if (said.asked.includes('price') && names.length === 0)
    return plain(costText(asked, rows, what), state)
  const column = view.catalog.columns.find(({ field }) => names.includes(field.name)) ?? view.size
  const found = [...new Set(rows.flatMap((row) => textsAt(column, row)))]
  const sorted = found.sort(bySize)
  if (found.length === 0) return plain(`The shop does not say that of ${what}.`, state)
  const all = either(sorted, 'and', VALUES_MOST)
  const named = extremeSize(request.message, view, constraints.some(isKind) ? rows : [])
  if (!named || column !== view.size)
    return plain(`${unknownText(said.left)}Among ${what}, there is ${all}.`, state)
  // "The biggest size, please."
  if (!isQuestion(said.text)) return look(asked)
  const text = `The ${named.said} of ${what} is ${named.any}. There is ${all}.`
  return plain(text, { ...state, named })
}

const unknownText = (words: readonly string[]) =>
  words.length > 0 ? `I know nothing called ${either(words.map(quoted))}. ` : ''

function costText({ lexicon: { view }, money }: Asked, rows: readonly number[], what: string) {
  const prices = rows.flatMap((row) => numberAt(view.price, row) ?? [])
  const [low, high] = [Math.min(...prices), Math.max(...prices)].map(money)
  return `Of ${what}, the cheapest costs ${low}, the most expensive ${high}.`
}
