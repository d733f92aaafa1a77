import {
  type Constraint,
  constraintsAfter,
  isKind,
  isSize,
  isValue,
  type Of,
  type Order,
  subjectOf,
} from './constraints.ts'
import { type Lexicon, NARROWED } from './find.ts'
import { ranked } from './ranking.ts'
import { refinementsFor } from './refinements.ts'
import {
  BETWEEN_SIZES,
  described,
  either,
  foundText,
  missText,
  nameOf,
  quoted,
  relaxationsOf,
  singleText,
  sizeSaid,
} from './say.ts'
import {
  COLOUR_FIELD,
  isColour,
  keyIn,
  kindsAmong,
  numberAt,
  priceOf,
  type ShopView,
} from './shop-view.ts'
import { extremeSize, isExtreme } from './sizes.ts'
import type { ChatState } from './state.ts'
import { costTexts, namedAt, priceAt, together } from './sums.ts'
import { type Asked, listed, plain, productsOf, type Turn } from './turn.ts'

/** How many products one answer shows. */
export const PRODUCTS_SHOWN = 8

/** Looks for the products that meet all wishes so far. */
export function look(request: Asked): Turn {
  const asked = withExtremeSize(request)
  const { finder, vocabulary } = asked.lexicon
  const { wishes, dropped, order } = wishesAfter(asked)
  const noted = noteTexts(asked, wishes, dropped)
  const { said } = asked
  // "Three mugs and a bottle", then "what do they come to?"
  const counts = said.add.some(isKind) ? said.counts : asked.state.counts
  const state: ChatState = { ...asked.state, constraints: wishes, order, counts, topic: undefined }
  const found = finder.find(wishes)
  const sum = together({ ...asked, state })
  if (sum) return { ...sum, text: [...noted, sum.text].join(' '), isFree: false }
  if (found.length > 0)
    return page({ ...asked, state }, found, [...noted, ...lackingTexts(asked, wishes)])
  const relaxations = relaxationsOf(
    wishes,
    { count: finder.count, wider: vocabulary.wider },
    asked.money,
  )
  const text = [...noted, missText(described(wishes, asked.money), relaxations)].join(' ')
  const offer = relaxations[0]?.message
  return { ...plain(text, { ...state, shown: 0, offer }), relaxations }
}

/** "White bath towels, the biggest size": the one that those that are wanted have. */
function withExtremeSize(asked: Asked): Asked {
  const { said, lexicon } = asked
  const word = said.left.find(isExtreme)
  const { wishes } = wishesAfter(asked)
  const rows = word && wishes.some(isKind) ? lexicon.finder.find(wishes) : []
  const named = extremeSize(word ?? '', lexicon.view, rows)
  const left = said.left.filter((one) => one !== word)
  return named ? { ...asked, said: { ...said, left, add: [...said.add, named] } } : asked
}

/** Says what became of words that changed nothing, so that nobody takes the answer for more than it is. */
function noteTexts(asked: Asked, wishes: readonly Constraint[], dropped: readonly Constraint[]) {
  const { lexicon, money, request, said } = asked
  const { settings } = lexicon
  const { currency } = settings
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const isOwn = (sign: string) => new Intl.NumberFormat('en', style).format(0).includes(sign)
  const isForeign = currency && said.currency && !isOwn(said.currency)
  const suits = said.add
    .flatMap((one) => (/^(kind|occasion)$/.test(one.kind) && 'any' in one ? one.any : []))
    .flatMap((name) => name.split(NARROWED))
    .findLast((name) => name.startsWith('for '))
  // "Small" of a table is no size.
  const isWord = ({ kind, isLoose, said: own }: Constraint) =>
    kind === 'word' || (isLoose === true && /^\p{L}{4,}$/u.test(own))
  const named = (one: Constraint) =>
    one.kind === 'persons' ? nameOf(one, money) : `with ${quoted(nameOf(one, money))}`
  const unmet = dropped.filter((one) => !isWord(one)).map(named)
  const unsaid = [...said.left, ...dropped.filter(isWord).map((one) => one.said)]
  const corrected = request.isRewritten ? [] : said.corrected
  const isRead = (one: Constraint): one is Of<'word'> =>
    one.kind === 'word' && one.any.length > 1 && said.add.some((own) => own.said === one.said)
  const isBetween = ({ any, said: own }: Of<'value'>) =>
    /^(eu )?\d+$/i.test(sizeSaid(own)) && any.every((size) => BETWEEN_SIZES.test(size))
  const texts = [
    unsaid.length > 0 &&
      `I left out ${either(unsaid.map(quoted), 'and', 8)}: I could not match that to a product.`,
    isForeign && `Prices here are in ${currency}, and I read yours as ${currency}.`,
    ...corrected.map(({ from, to }) => `I read “${to}” for “${from}”.`),
    ...said.called.map((own) => `Nothing here is called “${own.said}”: these are ${own.name}.`),
    ...wishes
      .filter(isRead)
      .map((one) => `I took “${one.said}” to mean ${either(one.any.slice(1), 'or', 6)}.`),
    ...said.add.filter(isValue).map((one) => {
      const shades = either(beyond(one), 'and', 6).toLowerCase()
      return shades && `I took “${one.said}” to include ${shades}.`
    }),
    piecesOf(said) > 1 &&
      wishes.some(({ kind }) => kind === 'price') &&
      `I took the limit for all ${piecesOf(said)} together.`,
    suits && !settings.words && `That they are ${suits} is my reading: the shop does not say so.`,
    ...(said.add.some(isSize) ? wishes.filter(isSize).filter(isBetween) : []).map(
      (one) => `There is no size ${sizeSaid(one.said)} itself, but ${either(one.any)}.`,
    ),
    unmet.length > 0 && `There are none ${either(unmet)}, so I left that out.`,
  ].filter((text): text is string => typeof text === 'string' && text !== '')
  return [...new Set(texts)]
}

/** "A rain jacket and rubber boots, pink": which of these there are none of. */
function lackingTexts({ lexicon: { finder }, money }: Asked, wishes: readonly Constraint[]) {
  const kinds = wishes.find(isKind)
  if (!kinds || kinds.any.length < 2 || finder.count(wishes) === 0) return []
  const ofOne = (name: string) => ({ ...kinds, any: [name] })
  const isLacking = (name: string) =>
    finder.count(wishes.map((one) => (one === kinds ? ofOne(name) : one))) === 0
  return kinds.any
    .filter(isLacking)
    .map((name) => `No ${described([ofOne(name)], money)} meet all of that.`)
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
    ...(constraints.some(isSize) && { price: (row) => priceAt(view, row, constraints) }),
  })
}

function page(asked: Asked, found: readonly number[], noted: readonly string[]): Turn {
  const { lexicon, said, state, money } = asked
  const { view, finder } = lexicon
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
      ? singleText(
          what,
          { total: found.length, ties: tiesIn(view, found) },
          order,
          namedAt(asked, rows[0] ?? 0),
        )
      : foundText(what, counts, order, fields)
  const count = (isSingle ? rows : found).filter((row) => gone.has(row)).length
  const soldOut = soldOutTexts(count)
  const sum = costTexts(asked, rows)
  const otherwise = otherwiseTexts(asked, found)
  const text = [...noted, own, ...sum, ...soldOut, ...otherwise].join(' ')
  if (rows.length === 0) return plain(text, state)
  const earlier = [...(state.earlier ?? []), constraints].slice(-LISTS_KEPT)
  const next = { ...state, earlier, shown: before + rows.length }
  const turn = listed(asked, text, { found, rows }, next)
  return { ...turn, isFree: noted.length + count + sum.length + otherwise.length === 0 }
}

/** "Not pink": those that come in pink, but in another colour, too. */
function otherwiseTexts({ lexicon: { view, finder }, state }: Asked, found: readonly number[]) {
  const { constraints } = state
  const not = constraints.filter(isColour).find((one) => one.not)
  const values = view.catalog.column(not?.field ?? '')?.values.map(String) ?? []
  const any = values.filter((value) => !not?.any.includes(value))
  const others = constraints.filter((one) => one !== not)
  const total = not
    ? finder.count([...others, { kind: 'value', field: not.field, any, said: '' }])
    : 0
  const more = total - found.length
  if (!not || more <= 0) return []
  const count = more === 1 ? 'One more comes' : `${more} more come`
  return [`${count} in another colour as well as in ${not.said}.`]
}

const soldOutTexts = (count: number) => {
  const some = count === 1 ? 'One of them is' : `${count} of them are`
  return count > 0 ? [`${some} sold out in the colour or size that you want.`] : []
}

/** How many others are rated as high as the best. */
function tiesIn({ rating }: ShopView, rows: readonly number[]): number {
  const ratings = rows.map((row) => numberAt(rating, row) ?? 0)
  return ratings.filter((one) => one === Math.max(...ratings)).length - 1
}

/** The lists that "back to the men's ones" may mean. */
const LISTS_KEPT = 6

/** The wishes after a message, less those that only stood in the way: earlier ones, and loose ones. */
function wishesAfter(asked: Asked) {
  const { said, chosen, state, lexicon } = asked
  const same = isMore(asked) ? state.constraints : earlierWishes(asked)
  if (same) return { wishes: same, dropped: [], order: isMore(asked) ? state.order : said.order }
  const step = stepFrom(asked)
  // "How many jeans do you have altogether?" keeps the kind alone; "cheaper" was no limit for another kind.
  const isAnew = said.found.has('count') && ALL.test(said.text)
  const held = isAnew
    ? state.constraints.filter(isKind)
    : state.constraints.filter((one) => !isStep(one) || !said.add.some(isKind))
  const add = [...perPiece(said), ...(step ? [step] : []), ...chosen.add]
  // An earlier limit may exclude all that is cheaper: "cheaper, cheaper, more expensive".
  const drop = [...said.drop, ...chosen.drop, ...(step ? [{ of: 'price' }] : [])]
  const after = constraintsAfter(held, { add, drop, isAddition: said.isAddition })
  return { ...fitting(lexicon, after, add), order: orderAfter(asked, step) }
}

/** "6 chairs for less than 1,000 in total": how many the limit is for. */
const piecesOf = ({ add, count, found }: Asked['said']): number =>
  found.has('together') && (add.find(isKind)?.any.length ?? 1) < 2 ? count : 1

/** The wishes of a message, with the limit of one piece. */
const perPiece = (said: Asked['said']): readonly Constraint[] =>
  said.add.map((one) => {
    const { low, high } = one.kind === 'price' ? one.limits : {}
    return one.kind === 'price' && high
      ? { ...one, limits: { low, high: { ...high, at: high.at / piecesOf(said) } } }
      : one
  })

const ALL = /\b(altogether|in total|overall|in all)\b/i
const isStep = ({ kind, said }: Constraint) => kind === 'price' && /^(cheaper|dearer)$/.test(said)

/** If nothing was shown yet, "cheaper" asks for cheap products first. Another kind of product has no order yet. */
function orderAfter({ said, state }: Asked, step: Of<'price'> | undefined): Order | undefined {
  const first = said.step === 'dearer' ? 'dearest' : 'cheapest'
  const isOther = said.add.some(isKind) && !said.isAddition
  const before = isOther ? undefined : state.order
  return said.order ?? (said.step && !step ? first : before)
}

/** "Back to the men's ones": the wishes of the last list that had all of what is said. */
const earlierWishes = ({ said, state }: Asked) =>
  state.earlier?.findLast(
    (list) =>
      said.found.has('back') &&
      JSON.stringify(list) !== JSON.stringify(state.constraints) &&
      said.add.every((one) => list.some((own) => isWithinWish(one, own))),
  )

const isWithinWish = (one: Constraint, own: Constraint) =>
  subjectOf(one) === subjectOf(own) &&
  one.not === own.not &&
  (!('any' in one && 'any' in own) || one.any.every((value) => own.any.includes(value)))

/**
 * Gives up what no product of the kind can meet: loose wishes, and earlier ones such as a letter size for sneakers.
 * Wishes of the message itself stay, and so do prices and what is not wanted.
 */
function fitting(lexicon: Lexicon, wishes: readonly Constraint[], add: readonly Constraint[]) {
  const { finder, vocabulary } = lexicon
  const { count } = finder
  const isNew = (one: Constraint) => add.some((own) => subjectOf(own) === subjectOf(one))
  const isEarlier = (one: Constraint) =>
    !isNew(one) && !isKind(one) && !one.not && one.kind !== 'price'
  const base = wishes.filter((one) => isKind(one) || (one.kind === 'persons' && isNew(one)))
  const isMet = (one: Constraint) =>
    !isEarlier(one) || count([...base.filter((other) => other !== one), one]) > 0
  // "Linen or silk", after "summer" was taken to mean linen: what is said outright counts.
  const isOfField = (field: string) => (word: string) => {
    const term = vocabulary.term(word)
    return term?.kind === 'value' && term.field === field
  }
  const isOverruled = (one: Constraint) =>
    one.kind === 'word' &&
    wishes.some((own) => isValue(own) && !own.not && one.any.slice(1).some(isOfField(own.field))) &&
    count(wishes) < count(wishes.filter((own) => own !== one))
  const kept = wishes.filter((one) => !isOverruled(one) && (!add.some(isKind) || isMet(one)))
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
  /** Of all sizes called 42, those that the kind has. */
  const inSizes = (one: Constraint): Constraint => {
    if (!isSize(one) || one.not) return one
    const any = one.any.filter(
      (value) => count([...base.filter(isKind), { ...one, any: [value] }]) > 0,
    )
    return any.length > 0 ? { ...one, any } : one
  }
  return {
    wishes: result.map(inSizes),
    dropped: wishes.filter((one) => !isKept(one) && (add.includes(one) || !isOverruled(one))),
  }
}

/** "Cheaper" than the product referred to, or than the median of the products shown. */
export function stepFrom({ lexicon, said, state }: Asked): Of<'price'> | undefined {
  const { step, references } = said
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
