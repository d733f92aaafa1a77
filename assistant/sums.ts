import { type Product, valuesOf } from 'svc-tag-service'
import { chatProduct, wantedIn } from './chat-reply.ts'
import { type Constraint, isKind, isSize } from './constraints.ts'
import { NARROWED } from './find.ts'
import { either } from './say.ts'
import { fieldNamed, type ShopView, titleOf } from './shop-view.ts'
import { type Asked, listed, type Turn } from './turn.ts'

/** A product as one sentence names it: with its price, and the size that this is the price of. */
export function namedAt({ lexicon: { view }, money, state }: Asked, row: number): string {
  const product = view.catalog.product(row)
  const { price, size } = offerOf(view, product, state.constraints)
  return `${titleOf(product)}${size}${price === undefined ? '' : ` at ${money(price)}`}`
}

/** A product's price in the size that is wished, and the size, if prices differ by size. */
function offerOf(view: ShopView, product: Product, wishes: readonly Constraint[]) {
  const { price } = chatProduct(product, 'http://shop', wantedIn(view, wishes))
  const offers = (product.variants ?? []).map((own) => ({
    price: Number(valuesOf(fieldNamed(own, /price/i))[0]),
    size: String(fieldNamed(own, /size/i)),
  }))
  const isVaried = offers.some((own) => own.price !== price)
  const own = isVaried && offers.find((one) => one.price === price)
  return { price, size: own ? ` in ${own.size}` : '' }
}

/** What a product costs, in the size that is wished. */
export const priceAt = (view: ShopView, row: number, wishes: readonly Constraint[]) =>
  offerOf(view, view.catalog.product(row), wishes).price

/** "A tent and two sleeping bags, together under 300": the cheapest of each kind, and their sum. */
export function together(asked: Asked): Turn | undefined {
  const { lexicon, said, state, money } = asked
  const { view, finder } = lexicon
  const kinds = state.constraints.find(isKind)
  const { counts = {} } = state
  const isCounted = said.add.some(isKind) && Object.keys(counts).length > 1
  const isSum = said.found.has('together') || said.asked.includes('price') || isCounted
  if (!isSum || !kinds || kinds.any.length < 2) return undefined
  const others = state.constraints.filter((one) => one !== kinds && one.kind !== 'price')
  const each = kinds.any.flatMap((name) => {
    const [count = 1] = name.split(NARROWED).flatMap((own) => counts[own] ?? [])
    // A tent has no letter size, and "these bags" keep theirs.
    const isOwn = (list: readonly Constraint[]) =>
      list.some((one) => isKind(one) && one.any.includes(name))
    const size = state.earlier?.findLast(isOwn)?.find(isSize)
    const wishes = [...others, ...(size ? [size] : [])].reduce<readonly Constraint[]>(
      (own, one) => (finder.count(own.concat(one)) > 0 ? own.concat(one) : own),
      [{ ...kinds, any: [name] }],
    )
    const all = finder.find(wishes).flatMap((row) => {
      const price = priceAt(view, row, wishes)
      return price === undefined ? [] : { row, wishes, count, price }
    })
    return all.sort((a, b) => a.price - b.price).slice(0, 1)
  })
  if (each.length < kinds.any.length) return undefined
  const sum = each.reduce((all, { price, count }) => all + count * price, 0)
  const names = each.map(({ row, wishes, count, price }) => {
    const named = namedAt({ ...asked, state: { ...state, constraints: wishes } }, row)
    return count > 1 ? `${count} × ${named} (${money(count * price)})` : named
  })
  const { low, high } = state.constraints.find((one) => one.kind === 'price')?.limits ?? {}
  const most = low ? undefined : high?.at
  const limit = most ? `, ${sum <= most ? 'within' : 'more than'} ${money(most)}` : ''
  const text = `The cheapest of each: ${either(names, 'and', names.length)}. Together they cost ${money(sum)}${limit}.`
  const rows = each.map(({ row }) => row)
  return listed(asked, text, { found: rows, rows }, state)
}

/** What "6 of the cheapest" cost, and what one does in each of the sizes that are asked for. */
export function costTexts(asked: Asked, rows: readonly number[]): readonly string[] {
  const { said, state, lexicon, money } = asked
  const isClear = state.order !== undefined || rows.length === 1
  const isOfCost = said.asked.includes('price') || said.found.has('together')
  const priced = isOfCost && isClear ? rows.slice(0, 1).map(lexicon.view.catalog.product) : []
  const size = said.add.find(isSize)
  if (!size || size.any.length < 2 || said.count > 1) return sumsOf(asked, priced)
  return priced.map((product) => {
    const offers = size.any.flatMap((value) => {
      const isOffered = valuesOf(product[size.field]).map(String).includes(value)
      const { price } = offerOf(lexicon.view, product, [{ ...size, any: [value] }])
      return isOffered && price !== undefined ? `${money(price)} in ${value}` : []
    })
    return `It costs ${either(offers, 'and')}.`
  })
}

/** "3 of those": what as many of each of some products cost. */
export const sumsOf = (
  { said: { count }, lexicon: { view }, state, money }: Asked,
  products: readonly Product[],
): readonly string[] =>
  (count > 1 ? products : []).flatMap((product) => {
    const { price, size } = offerOf(view, product, state.constraints)
    if (price === undefined) return []
    return `${count} × ${titleOf(product)}${size} at ${money(price)}: ${money(count * price)}.`
  })
