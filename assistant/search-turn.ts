import type { Product } from 'svc-tag-service'
import { chatProduct, wantedIn } from './chat-reply.ts'
import {
  type Constraint,
  constraintsAfter,
  isKind,
  isValue,
  type Of,
  subjectOf,
} from './constraints.ts'
import type { Lexicon } from './find.ts'
import { ranked } from './ranking.ts'
import { refinementsFor } from './refinements.ts'
import {
  described,
  either,
  foundText,
  missText,
  nameOf,
  quoted,
  relaxationsOf,
  singleText,
} from './say.ts'
import { COLOUR_FIELD, isColour, keyIn, kindsAmong, priceOf, type ShopView } from './shop-view.ts'
import type { ChatState } from './state.ts'
import { type Asked, listed, plain, productsOf, type Turn } from './turn.ts'

/** How many products one answer shows. */
export const PRODUCTS_SHOWN = 8

/** Looks for the products that meet all wishes so far. */
export function look(asked: Asked): Turn {
  const { finder } = asked.lexicon
  const { wishes, dropped, order } = wishesAfter(asked)
  const noted = noteTexts(asked, wishes, dropped)
  const state: ChatState = { ...asked.state, constraints: wishes, order, topic: undefined }
  const found = finder.find(wishes)
  const sum = together({ ...asked, state })
  if (sum) return { ...sum, text: [...noted, sum.text].join(' '), isFree: false }
  if (found.length > 0) return page({ ...asked, state }, found, noted)
  const relaxations = relaxationsOf(wishes, finder.count, asked.money)
  const text = [...noted, missText(described(wishes, asked.money), relaxations)].join(' ')
  const offer = relaxations[0]?.message
  return { ...plain(text, { ...state, shown: 0, offer }), relaxations }
}

/** A product as one sentence names it: with the price of the size that is wished. */
function namedAt({ lexicon: { view }, money, state }: Asked, row: number): string {
  const { title, price } = rowAt(view, row, state.constraints)
  return price === undefined ? title : `${title} at ${money(price)}`
}

const isSize = (one: Constraint) => isValue(one) && /size/i.test(one.field)

/** A product in the size that is wished. */
const shownAt = (view: ShopView, product: Product, wishes: readonly Constraint[]) =>
  chatProduct(product, 'http://shop', wantedIn(view, wishes))

const rowAt = (view: ShopView, row: number, wishes: readonly Constraint[]) =>
  shownAt(view, view.catalog.product(row), wishes)

/** "A tent and a sleeping bag, together under 300": the cheapest of each kind, and their sum. */
function together(asked: Asked): Turn | undefined {
  const { lexicon, said, state, money } = asked
  const { view, finder } = lexicon
  const kinds = state.constraints.find(isKind)
  if (!said.found.has('together') || !kinds || kinds.any.length < 2) return undefined
  const others = state.constraints.filter((one) => one !== kinds && one.kind !== 'price')
  const each = kinds.any.flatMap((name) => {
    // A tent has no letter size.
    const wishes = others.reduce<readonly Constraint[]>(
      (own, one) => (finder.count(own.concat(one)) > 0 ? own.concat(one) : own),
      [{ ...kinds, any: [name] }],
    )
    const all = finder.find(wishes).map((row) => ({ row, ...rowAt(view, row, wishes) }))
    const priced = all.flatMap(({ price, ...own }) => (price ? { ...own, price } : []))
    return priced.sort((a, b) => a.price - b.price).slice(0, 1)
  })
  if (each.length < kinds.any.length) return undefined
  const sum = each.reduce((all, { price }) => all + price, 0)
  const names = each.map(({ title, price }) => `${title} at ${money(price)}`)
  const { low, high } = state.constraints.find((one) => one.kind === 'price')?.limits ?? {}
  const most = low ? undefined : high?.at
  const limit = most ? `, ${sum <= most ? 'within' : 'more than'} ${money(most)}` : ''
  const text = `One of each, the cheapest: ${either(names, 'and', names.length)}. Together they cost ${money(sum)}${limit}.`
  const rows = each.map(({ row }) => row)
  return listed(asked, text, { found: rows, rows }, state)
}

/** Says what became of words that changed nothing, so that nobody takes the answer for more than it is. */
function noteTexts(
  { lexicon: { settings }, money, request, said }: Asked,
  wishes: readonly Constraint[],
  dropped: readonly Constraint[],
): readonly string[] {
  const { currency } = settings
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const isOwn = (sign: string) => new Intl.NumberFormat('en', style).format(0).includes(sign)
  const isForeign = currency && said.currency && !isOwn(said.currency)
  // "Small" of a table is no size.
  const isWord = ({ kind, isLoose, said: own }: Constraint) =>
    kind === 'word' || (isLoose === true && /^\p{L}{4,}$/u.test(own))
  const unmet = dropped
    .filter((one) => !isWord(one))
    .map((one) =>
      one.kind === 'persons' ? nameOf(one, money) : `with ${quoted(nameOf(one, money))}`,
    )
  const unsaid = [...said.left, ...dropped.filter(isWord).map((one) => one.said)]
  return [
    unsaid.length > 0 &&
      `I left out ${either(unsaid.map(quoted), 'and', 8)}: the shop says nothing of the kind.`,
    isForeign && `Prices here are in ${currency}, and I read yours as ${currency}.`,
    ...said.corrected.map(
      ({ from, to }) => !request.isRewritten && `I read “${to}” for “${from}”.`,
    ),
    ...said.called.map(
      ({ said: own, name }) => `Nothing here is called ${quoted(own)}: these are ${name}.`,
    ),
    ...wishes.map(
      (one) =>
        one.kind === 'word' &&
        one.any.length > 1 &&
        said.add.some((own) => own.said === one.said) &&
        `I took ${quoted(one.said)} to mean ${either(one.any.slice(1), 'or', 6)}.`,
    ),
    ...said.add.filter(isValue).map((one) => {
      const shades = beyond(one)
      return (
        shades.length > 0 &&
        `I took ${quoted(one.said)} to include ${either(shades, 'and', 6).toLowerCase()}.`
      )
    }),
    unmet.length > 0 && `There are none ${either(unmet)}, so I left that out.`,
  ].filter((text) => typeof text === 'string')
}

/** The values that a wish stands for and does not name: navy for "blue", suede for "leather". */
function beyond(one: Of<'value'>): readonly string[] {
  if (COLOUR_FIELD.test(one.field)) return kindsAmong(one.any, one.said)
  if (/size/i.test(one.field)) return []
  const said = one.said.split(' or ').map(keyIn)
  return one.any.filter((value) => !said.some((own) => keyIn(value).includes(own)))
}

/** Whether a message only asks to see more of the same. */
const isMore = ({ said, chosen }: Asked) =>
  said.act.kind === 'more' &&
  said.add.length + said.drop.length + chosen.add.length + chosen.drop.length === 0

/** Some of the rows that meet the wishes, in the order that was asked for. */
export function sorted(
  { lexicon, state, request }: Pick<Asked, 'lexicon' | 'state' | 'request'>,
  rows: readonly number[],
): readonly number[] {
  const { constraints, order } = state
  const { view, finder } = lexicon
  return ranked(view, rows, order, {
    ...{ metadata: request.metadata, first: finder.first(constraints) },
    gone: finder.soldOut(constraints),
    colours: constraints.filter(isColour),
    ...(constraints.some(isSize) && { price: (row) => rowAt(view, row, constraints).price }),
  })
}

function page(asked: Asked, found: readonly number[], noted: readonly string[]): Turn {
  const {
    lexicon: { view, finder },
    said,
    state,
    money,
  } = asked
  const { constraints, order } = state
  const before = isMore(asked) ? state.shown : 0
  const isSingle =
    said.isSingular && said.order !== undefined && !said.found.has('browse') && found.length > 1
  const gone = finder.soldOut(constraints)
  const rows = sorted(asked, found).slice(before, before + (isSingle ? 1 : PRODUCTS_SHOWN))
  const what = described(constraints, money)
  const fields = refinementsFor(view, found).map(
    ({ field }) => view.catalog.column(field)?.field.displayName.toLowerCase() ?? field,
  )
  const counts = { total: found.length, shown: rows.length, before }
  const own =
    isSingle && order
      ? singleText(what, found.length, order, namedAt(asked, rows[0] ?? 0))
      : foundText(what, counts, order, fields)
  const count = (isSingle ? rows : found).filter((row) => gone.has(row)).length
  const soldOut = soldOutTexts(count)
  const sum = costTexts(asked, rows)
  const text = [...noted, own, ...sum, ...soldOut].join(' ')
  if (rows.length === 0) return plain(text, state)
  const turn = listed(asked, text, { found, rows }, { ...state, shown: before + rows.length })
  return { ...turn, isFree: noted.length + count + sum.length === 0 }
}

/** What "6 of the cheapest" cost. */
function costTexts(asked: Asked, rows: readonly number[]): readonly string[] {
  const { said, state, lexicon } = asked
  const isClear = state.order !== undefined || rows.length === 1
  const isOfCost = said.asked.includes('price') || said.found.has('together')
  const priced = isOfCost && isClear ? rows.slice(0, 1) : []
  return sumsOf(asked, priced.map(lexicon.view.catalog.product))
}

/** "3 of those": what as many of each of some products cost. */
export const sumsOf = (
  { said: { count }, lexicon: { view }, state, money }: Asked,
  products: readonly Product[],
): readonly string[] =>
  (count > 1 ? products : []).flatMap((product) => {
    const { title, price } = shownAt(view, product, state.constraints)
    return price !== undefined ? `${count} × ${title}: ${money(count * price)}.` : []
  })

const soldOutTexts = (count: number): readonly string[] => {
  const some = count === 1 ? 'One of them is' : `${count} of them are`
  return count > 0 ? [`${some} sold out in the colour or size that you want.`] : []
}

/** The wishes after a message, less those that only stood in the way: earlier ones, and loose ones. */
function wishesAfter(asked: Asked) {
  const { said, chosen, state, lexicon } = asked
  if (isMore(asked)) return { wishes: state.constraints, dropped: [], order: state.order }
  const step = stepFrom(asked)
  const add = [...said.add, ...(step ? [step] : []), ...chosen.add]
  // An earlier limit may exclude all that is cheaper: "cheaper, cheaper, more expensive".
  const drop = [...said.drop, ...chosen.drop, ...(step ? [{ of: 'price' }] : [])]
  const after = constraintsAfter(state.constraints, { add, drop, isAddition: said.isAddition })
  // If nothing was shown yet, "cheaper" asks for cheap products first. Another kind of product has no order yet.
  const first = said.step === 'dearer' ? 'dearest' : 'cheapest'
  const isOther = said.add.some(isKind) && !said.isAddition
  const order = isOther ? undefined : state.order
  const own = said.order ?? (said.step && !step ? first : order)
  return { ...fitting(lexicon, after, add), order: own }
}

/**
 * Gives up what no product of the kind can meet: loose wishes, and earlier ones such as a letter size for sneakers.
 * Wishes of the message itself stay, and so do prices and what is not wanted.
 */
function fitting(lexicon: Lexicon, wishes: readonly Constraint[], add: readonly Constraint[]) {
  const { count } = lexicon.finder
  const isNew = (one: Constraint) => add.some((own) => subjectOf(own) === subjectOf(one))
  const isEarlier = (one: Constraint) =>
    !isNew(one) && !isKind(one) && !one.not && one.kind !== 'price'
  const base = wishes.filter((one) => isKind(one) || (one.kind === 'persons' && isNew(one)))
  const isMet = (one: Constraint) =>
    !isEarlier(one) || count([...base.filter((other) => other !== one), one]) > 0
  const kept = add.some(isKind) ? wishes.filter(isMet) : wishes
  const firm = kept.filter(({ isLoose }) => !isLoose)
  const met = kept
    .filter(({ isLoose }) => isLoose)
    .reduce((own, one) => {
      // A word that no title of the kind has may be in a description: watches with a strap.
      const ways = one.kind === 'word' ? [one, { ...one, isInProse: true } as const] : [one]
      return own.concat(ways.find((way) => count(own.concat(way)) > 0) ?? [])
    }, firm)
  const result = count(firm) > 0 ? met : kept
  const isKept = (one: Constraint) =>
    result.some(({ kind, said }) => kind === one.kind && said === one.said)
  return { wishes: result, dropped: wishes.filter((one) => !isKept(one)) }
}

/** "Cheaper" than the product referred to, or than the median of the products shown. */
export function stepFrom({
  lexicon,
  said: { step, references },
  state,
}: Asked): Of<'price'> | undefined {
  const { ids } = references
  const meant = ids.length > 0 && ids.length !== state.list.length ? ids : state.focus
  const prices = productsOf(lexicon, meant.length > 0 ? meant : state.list)
    .flatMap((product) => priceOf(product) ?? [])
    .sort((a, b) => a - b)
  const at = prices[Math.floor(prices.length / 2)]
  if (!step || at === undefined) return undefined
  const limits = { [step === 'cheaper' ? 'high' : 'low']: { at, isIn: false } }
  return { kind: 'price', limits, said: step }
}
