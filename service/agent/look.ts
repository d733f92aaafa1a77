import { foundText, type Notes } from './answer-turn.ts'
import { wantedIn } from './chat-reply.ts'
import { type Desk, plain, productsOf, type Turn } from './chat-turn.ts'
import { type Constraint, constraintsAfter, type Price } from './constraints.ts'
import { described, nameOf } from './describe.ts'
import { fittingConstraints, missed, type Search, unfound } from './missed.ts'
import { isWithin } from './prices.ts'
import { priceOf } from './product-facts.ts'
import { ranked } from './ranking.ts'
import { refinementsFor } from './refinements.ts'
import type { ChatState } from './state.ts'
import type { Understanding } from './understand.ts'

/** How many products one answer shows. */
export const PRODUCTS_SHOWN = 8

/** Searches for the products that meet all wishes so far. */
export function look(desk: Desk, search: Search): Turn {
  const { request, said } = search
  const { constraints, dropped, order } = wishesAfter(desk, search)
  // With only a price left, the search would show unrelated products in place of what was not understood.
  const isBlank = said.unknown.length > 0 && constraints.every(({ kind }) => kind === 'price')
  if (said.heads.length > 0 || isBlank) return unfound(desk, search)
  const notes = {
    corrected: request.isRewritten ? [] : said.corrected,
    dropped: dropped.map((one) => nameOf(one, desk.money)),
    ownCurrency: isForeign(said.currency, desk.currency) ? desk.currency : undefined,
  }
  const state: ChatState = { ...search.state, constraints, order, topic: undefined }
  const found = desk.lexicon.match.find(constraints)
  if (found.length === 0) return missed(desk, notes, state)
  const turn = page(desk, { ...search, state }, found, notes)
  return said.isSingular && said.order ? withFocus(turn) : turn
}

function isForeign(sign: string | undefined, own: string | undefined): boolean {
  if (!sign || !own) return false
  const style = { style: 'currency', currency: own, currencyDisplay: 'narrowSymbol' } as const
  return !new Intl.NumberFormat('en', style).format(0).includes(sign)
}

function wishesAfter(desk: Desk, search: Search) {
  const { state, said, chosen } = search
  const step = said.step && stepFrom(desk, said, state)
  const change = {
    add: [...said.add, ...(step ? [step.price] : []), ...chosen.add],
    drop: [...said.drop, ...chosen.drop, ...(step?.isTurned ? [{ kind: 'price' } as const] : [])],
    isAddition: said.isAddition,
  }
  const next = isMore(search) ? state.constraints : constraintsAfter(state.constraints, change)
  const order =
    said.order ?? (said.step && !step ? stepOrders[said.step] : undefined) ?? state.order
  return { ...fittingConstraints(next, change, desk.lexicon.match.count), order }
}

const isMore = ({ said, chosen }: Search) =>
  said.intent.kind === 'more' && chosen.add.length + chosen.drop.length === 0

function page(desk: Desk, search: Search, found: readonly number[], notes: Notes): Turn {
  const { request, state } = search
  const { constraints, order } = state
  const { match, columns } = desk.lexicon
  const scoreOf = match.scoreOf(constraints)
  const sorted = ranked(columns, found, { metadata: request.metadata, order, scoreOf })
  const before = isMore(search) ? state.shown : 0
  const rows = sorted.slice(before, before + PRODUCTS_SHOWN)
  const counts = { total: found.length, shown: rows.length, before, fields: fieldsOf(desk, found) }
  const text = foundText({ constraints, order, ...counts, ...notes }, desk.money)
  if (rows.length === 0) return plain(text, state)
  return listed(desk, text, { found, rows }, { ...state, shown: before + rows.length })
}

/** After "the cheapest one", "it" means that product. */
const withFocus = (turn: Turn): Turn => ({
  ...turn,
  state: { ...turn.state, focus: turn.state.list.slice(0, 1) },
})

const fieldsOf = ({ lexicon }: Desk, found: readonly number[]) =>
  refinementsFor(lexicon.columns, found).map(
    ({ field }) => lexicon.catalog.column(field)?.field.displayName.toLowerCase() ?? field,
  )

/** An answer with a list of products; from now on "the second one" refers to this list. */
export function listed(
  { lexicon, money }: Desk,
  text: string,
  { found, rows }: { readonly found: readonly number[]; readonly rows: readonly number[] },
  state: ChatState,
): Turn {
  const products = rows.map((row) => lexicon.catalog.product(row))
  const list = products.map(({ uniqueId }) => uniqueId)
  const { constraints } = state
  return {
    ...plain(text, { ...state, list, focus: [] }),
    products,
    isFree: true,
    wishes: described(constraints, money),
    refinements: refinementsFor(lexicon.columns, found),
    wanted: wantedIn(lexicon, constraints),
  }
}

/** If nothing was shown yet, "cheaper" asks for cheap products first. */
const stepOrders = { cheaper: 'cheapest', dearer: 'dearest' } as const

/** "Cheaper" than the product referred to, or than the median of the products shown. */
function stepFrom({ lexicon }: Desk, { step, references }: Understanding, state: ChatState) {
  const pricesOf = (ids: readonly string[]) =>
    productsOf(lexicon, ids)
      .flatMap((product) => priceOf(product) ?? [])
      .sort((a, b) => a - b)
  const isOne = references.ids.length > 0 && references.ids.length < state.list.length
  const meant = isOne ? references.ids : state.focus
  const prices = pricesOf(meant.length > 0 ? meant : state.list)
  const middle = prices[Math.floor(prices.length / 2)]
  if (middle === undefined) return undefined
  const limits =
    step === 'cheaper'
      ? ({ max: middle, isMaxExcluded: true } as const)
      : ({ min: middle, isMinExcluded: true } as const)
  // If no shown product is in that direction, an earlier limit excludes it: "cheaper, cheaper, more expensive".
  const isTurned = meant.length === 0 && !prices.some((price) => isWithin(limits, price))
  const price: Price & Constraint = { kind: 'price', limits }
  return { price, isTurned }
}
