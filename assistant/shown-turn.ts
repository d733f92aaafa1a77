import { type Product, valuesOf } from 'svc-tag-service'
import { type Act, aboutOf, isAskedOfKind, type Asked as Question } from './acts.ts'
import { type Constraint, constraintsAfter, isKind, isSize, isValue } from './constraints.ts'
import { comparison, factsFor } from './facts.ts'
import { NARROWED } from './find.ts'
import { byLikeness } from './ranking.ts'
import { described, either, quoted } from './say.ts'
import { PRODUCTS_SHOWN, sorted, stepFrom } from './search-turn.ts'
import { priceOf, titleOf } from './shop-view.ts'
import type { ChatState } from './state.ts'
import { sumsOf } from './sums.ts'
import { type Asked, listed, plain, productsOf, showing, type Turn } from './turn.ts'

const COMPARED_MOST = 4

/** Answers about products already shown or named: a question, a comparison, "more like this", "add it to the cart". */
export function aboutShown(own: Asked, act: Act): Turn {
  const { said, state } = own
  const { ids, isExplicit } = said.references
  const meant = productsMeant(own)
  const [first] = meant
  if (act.kind === 'compare') return compare(own)
  const isClear =
    meant.length === 1 ||
    (isExplicit ? ids.length === meant.length || act.kind !== 'cart' : isFew(own, act, meant))
  if (!first || !isClear) return plain(whichText(state), state)
  if (act.kind === 'similar') return similar(own, first)
  const wishes = wishesOf(own)
  if (act.kind === 'cart') return toCart(meant, wishes, own)
  const asked = act.kind === 'about' ? act.asked : []
  const some = meant.slice(0, COMPARED_MOST)
  return showing(factTexts(own, some, wishes, asked).join(' '), some, { ...state, asked })
}

/** "Both", of eight, is not clear; and a sum is that of all that are named in it. */
function isFew({ said }: Asked, act: Act, { length }: readonly Product[]): boolean {
  const isBoth = /\bboth\b/i.test(said.text)
  const isTotal = isBoth || said.found.has('together')
  return act.kind !== 'cart' && !(isTotal && length > (isBoth ? 2 : COMPARED_MOST))
}

/** What is said of each product; one sentence where nothing is known of any. */
function factTexts(
  asking: Asked,
  some: readonly Product[],
  wishes: readonly Constraint[],
  asked: readonly Question[],
): readonly string[] {
  const { said, money } = asking
  const named = said.add.flatMap((one) => (one.kind === 'word' || isKind(one) ? one.said : []))
  const words = [...aboutOf(said.left, asked), ...named]
  // "Is the glass scratch proof?" does not ask for glass.
  const isOfPart = said.left.length > 0 && said.references.ids.length === 0
  const own = wishes.filter((one) => !(isOfPart && isValue(one)))
  const all = toldApart(asking, some)
  const sums = sumsOf(asking, all)
  if (sums.length > 0) return sums
  const isTotal = said.found.has('together')
  const asks: readonly Question[] = isTotal ? ['price'] : asked
  const question = { wishes: own, words, text: said.text }
  const texts = sharedTexts(all, (one) => factsFor(one, asks, question, money))
  const sum = some.reduce((total, one) => total + (priceOf(one) ?? 0), 0)
  const isSum = some.length > 1 && isTotal
  return [...texts, ...(isSum ? [`Together they cost ${money(sum)}.`] : [])]
}

/** Says once what is said of several products alike, or of none. */
function sharedTexts(some: readonly Product[], textOf: (one: Product) => string) {
  const texts = some.map(textOf)
  const bare = texts.map((text, at) =>
    // What else the shop says of each is no answer.
    text
      .replace(titleOf(some[at] as Product), '\u0001')
      .replace(/(?<=^I don't know.*?\.) It says.*/, ''),
  )
  const [first = ''] = bare
  const isShared = some.length > 1 && /^(I don't know|The shop says)/.test(first)
  const word = first.startsWith('I') ? 'or' : 'and'
  return isShared && bare.every((text) => text === first)
    ? [first.replace('\u0001', either(some.map(titleOf), word))]
    : texts
}

/** What a message asks of a product. Suede is leather. */
const wishesOf = ({ said, lexicon: { vocabulary } }: Asked) =>
  said.add
    .filter((one) => /value|persons|price|sale/.test(one.kind))
    .map((one) => (isValue(one) ? { ...one, any: vocabulary.included(one) } : one))

/** Says first how the products meet what was asked; one that does not goes into no cart. */
function toCart(meant: readonly Product[], wishes: readonly Constraint[], { money, state }: Asked) {
  const own = wishes.length > 0 ? meant : []
  const facts = own.map((one) => factsFor(one, [], { wishes, words: [], text: '' }, money))
  if (facts.some((text) => /^No,|sold out/.test(text)))
    return showing(facts.join(' '), meant, state)
  const here = `Here is ${meant.map(titleOf).join(' and ')}.`
  const text = `${here} Choose it there and press “Add to cart”: I cannot fill the cart for you.`
  return showing([...facts, text].join(' '), meant, state)
}

/** Products with the same title are told apart by their department. */
const toldApart = ({ lexicon: { view } }: Asked, products: readonly Product[]) =>
  products.map((product) => {
    const title = titleOf(product)
    const isAlone = products.filter((other) => titleOf(other) === title).length === 1
    const paths = valuesOf(product[view.categories?.field.name ?? ''])
    const tops = [...new Set(paths.map((path) => String(path).split('>')[0] ?? ''))]
    return isAlone || tops.length === 0
      ? product
      : { ...product, title: `${title} (${either(tops, 'and')})` }
  })

/** The products the message refers to, else the ones discussed last, else all that were shown. */
function productsMeant(own: Asked): readonly Product[] {
  const { lexicon, said, state } = own
  const { references, act, order } = said
  const { finder, view } = lexicon
  const { ids, isMissing, isExplicit } = references
  if (isAskedOfKind(said)) {
    const add = said.add.filter(({ isLoose }) => !isLoose)
    const rows = finder.find(constraintsAfter(state.constraints, { ...said, add }))
    return sorted(own, rows).slice(0, COMPARED_MOST).map(view.catalog.product)
  }
  // "Add the cheapest" means the cheapest of all matches, not only of those shown.
  if (order && !isExplicit) {
    const rows = sorted({ ...own, state: { ...state, order } }, finder.find(state.constraints))
    return rows.slice(0, act.kind === 'compare' ? 2 : 1).map(view.catalog.product)
  }
  // With several products shown, "What is it made of?" is answered for each of them.
  const isAnswerable = act.kind === 'about' && !isExplicit
  if (ids.length > 0 || (isMissing && !isAnswerable)) return productsOf(lexicon, ids)
  return productsOf(lexicon, state.focus.length > 0 ? state.focus : state.list)
}

function compare(own: Asked): Turn {
  const { lexicon, money, said, state } = own
  const { ids } = said.references
  // "Is it the same price as the first one?"
  const some = [...new Set(ids.length > 1 ? ids : [...state.focus, ...ids])]
  const isOne = some.length === 1 && said.asked.length > 0
  const shown = some.length > 1 || isOne ? some : state.list.slice(0, 2)
  // "Compare the two cheapest."
  const isSorted = said.order !== undefined && !said.references.isExplicit
  const meant = isSorted ? productsMeant(own) : productsOf(lexicon, shown)
  const text = 'Tell me which two to compare: “the first and the third”, or by their names.'
  if (meant.length < 2 && !isOne) return plain(text, state)
  const told = toldApart(own, meant.slice(0, COMPARED_MOST))
  return showing(comparison(told, said, money), meant, state)
}

function similar(own: Asked, product: Product): Turn {
  const { lexicon, said, state } = own
  const { view, finder } = lexicon
  const { add, left } = said
  const isOther = (row: number) => view.catalog.product(row).uniqueId !== product.uniqueId
  const kept = state.constraints.filter(isKept)
  const held = kept.filter(isKind)
  const isHeld = held.length > 0 && finder.find(held).some((row) => !isOther(row))
  const any = kindsOf(own, product)
  const base: readonly Constraint[] =
    any.length > 0 ? [{ kind: 'kind', any, said: titleOf(product) }] : []
  const step = stepFrom(own)
  const change = { add: step ? [...add, step] : add, drop: step ? [{ of: 'price' }] : [] }
  const constraints = constraintsAfter(isHeld ? kept : base, { ...change, isAddition: false })
  const found = byLikeness(view, finder.find(constraints), product).filter(isOther)
  if (found.length === 0) return plain(`There is nothing like ${titleOf(product)}.`, state)
  const rows = found.slice(0, PRODUCTS_SHOWN)
  const what = described(constraints, own.money)
  const next = { ...state, constraints, order: undefined, shown: rows.length }
  const unused = left.length > 0 ? `I left out ${either(left.map(quoted), 'and')}. ` : ''
  const text = `${unused}These ${what} are like ${titleOf(product)}.`
  return listed(own, text, { found, rows }, next)
}

/** The kinds of a product: its categories within their departments. */
const kindsOf = ({ lexicon: { view } }: Asked, product: Product) =>
  valuesOf(product[view.categories?.field.name ?? '']).map((path) => {
    const names = String(path).toLowerCase().split('>')
    return names.length > 1 ? `${names.at(-1)}${NARROWED}${names[0]}` : String(names[0])
  })

/** Wishes that hold for similar products, too. */
const isKept = (one: Constraint) =>
  isKind(one) || one.kind === 'price' || one.kind === 'persons' || isSize(one)

function whichText({ list }: ChatState): string {
  if (list.length === 0) return 'I have not shown you anything yet. What are you looking for?'
  const shown = list.length === 1 ? 'only one' : `${list.length}: say “the second one”`
  return `Which one do you mean? I showed ${shown}.`
}
