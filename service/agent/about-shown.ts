import type { Product } from '../catalog/feed.ts'
import { wantedIn } from './chat-reply.ts'
import { type Desk, type Lexicon, plain, productsOf, type Turn } from './chat-turn.ts'
import type { Constraint, Order } from './constraints.ts'
import { listed, PRODUCTS_SHOWN } from './look.ts'
import { comparison, factsFor, titleOf } from './product-facts.ts'
import { ranked, similarTo } from './ranking.ts'
import type { ChatState } from './state.ts'
import type { Understanding } from './understand.ts'

const COMPARED_MOST = 4

/** Answers a message about products already shown: a question, a comparison, "more like this" or "add it to the cart". */
export function aboutShown(desk: Desk, said: Understanding, state: ChatState): Turn {
  const { intent } = said
  if (intent.kind === 'compare') return compare(desk, said, state)
  const meant = productsMeant(desk, said, state)
  const [first] = meant
  if (!first) return plain(whichText(state), state)
  if (intent.kind === 'similar') return similar(desk, first, said, state)
  if (intent.kind === 'cart') return intoCart(desk, meant, said, state)
  const words = said.add.flatMap((one) => (one.kind === 'word' ? [one.word] : []))
  const asked = intent.kind === 'question' ? intent.asked : []
  // "Can I iron it?" does not mean the material.
  const wishes = asked.includes('care') ? [] : said.add
  const question = { wishes, words: [...said.unknown, ...words] }
  const some = meant.slice(0, COMPARED_MOST)
  const text = some.map((product) => factsFor(product, asked, question, desk.money)).join(' ')
  return showing(desk, text, some, state)
}

/** The products the message refers to, else the ones discussed last, else all that were shown. */
function productsMeant({ lexicon }: Desk, said: Understanding, state: ChatState) {
  const { references, intent, order } = said
  // "Add the cheapest" means the cheapest of all matches, not only of those shown.
  if (order && references.ids.length === 0) {
    const [first] = inOrder(lexicon, state.constraints, order)
    return first === undefined ? [] : [lexicon.catalog.product(first)]
  }
  const { ids, isMissing, isExplicit } = references
  // With several products shown, "What is it made of?" is answered for each of them.
  const isAnswerable = intent.kind === 'question' && !isExplicit
  if (ids.length > 0 || (isMissing && !isAnswerable)) return productsOf(lexicon, ids)
  return productsOf(lexicon, state.focus.length > 0 ? state.focus : state.list)
}

const inOrder = ({ columns, match }: Lexicon, constraints: readonly Constraint[], order: Order) =>
  ranked(columns, match.find(constraints), { order, metadata: [], scoreOf: () => 0 })

function compare(desk: Desk, { references }: Understanding, state: ChatState): Turn {
  const { lexicon, money } = desk
  const shown = state.focus.length > 1 ? state.focus : state.list.slice(0, 2)
  const ids = references.ids.length > 0 ? references.ids : shown
  const products = productsOf(lexicon, ids).slice(0, COMPARED_MOST)
  if (products.length < 2)
    return plain('Tell me which two to compare: “the first and the third”.', state)
  return showing(desk, comparison(products, money), products, state)
}

function intoCart(
  desk: Desk,
  meant: readonly Product[],
  { references }: Understanding,
  state: ChatState,
): Turn {
  const isClear = meant.length === 1 || references.ids.length === meant.length
  if (!isClear) return plain(whichText(state), state)
  const names = meant.map(titleOf).join(' and ')
  const text = `Here is ${names}. Choose it there and press “Add to cart”: I cannot fill the cart for you.`
  return showing(desk, text, meant, state)
}

function similar(desk: Desk, product: Product, { add }: Understanding, state: ChatState): Turn {
  const { lexicon } = desk
  const like = similarTo(lexicon.columns, product, state.constraints)
  const { place } = like
  const fitting = new Set(lexicon.match.find(add))
  const rows = like.rows.filter((row) => fitting.has(row))
  if (rows.length === 0) return plain(`There is nothing like ${titleOf(product)}.`, state)
  const constraints: readonly Constraint[] = place ? [place, ...add] : add
  const shown = rows.slice(0, PRODUCTS_SHOWN)
  const next = { ...state, constraints, order: undefined, shown: shown.length }
  return listed(desk, `These are like ${titleOf(product)}.`, { found: rows, rows: shown }, next)
}

const whichText = ({ list }: ChatState): string =>
  list.length > 0
    ? `Which one do you mean? I showed ${list.length === 1 ? 'only one' : `${list.length}: say “the second one”`}.`
    : 'I have not shown you anything yet. What are you looking for?'

/** Replies about some products, in the variant asked for. From now on "it" means these; the list stays as it was. */
const showing = (
  { lexicon }: Desk,
  text: string,
  products: readonly Product[],
  state: ChatState,
): Turn => ({
  ...plain(text, { ...state, focus: products.map(({ uniqueId }) => uniqueId), topic: undefined }),
  products,
  wanted: wantedIn(lexicon, state.constraints),
})
