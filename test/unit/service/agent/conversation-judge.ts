import type { FeedProduct as Item } from '../../../../demo-site/catalog/make-feed.ts'

export type { Item }

/** An answer, and the products that were shown before it. */
export interface Seen {
  readonly message: string
  /** Whether the answer offers wishes to drop. */
  readonly hasWays: boolean
  readonly list: readonly Item[]
  /** The lists of earlier answers, the latest last. */
  readonly lists: readonly (readonly Item[])[]
}

/** Describes the mistake in an answer; `undefined` if it is correct. */
export type Check = (seen: Seen) => string | undefined

/** What each product must be, with a name for the failure message. */
type Trait = readonly [name: string, is: (product: Item) => boolean]

const path = (re: RegExp) => (p: Item) => p.categoryPath.some((c) => re.test(c))
export const all =
  (...tests: Trait[]): Check =>
  ({ list }) => {
    if (list.length === 0) return 'no products'
    const wrong = list.flatMap((p) =>
      tests.filter(([, is]) => !is(p)).map(([name]) => `${p.uniqueId} ${p.title} is not ${name}`),
    )
    return wrong[0]
  }
export const kind = (re: RegExp): Trait => [String(re), path(re)]
export const colour = (...c: string[]): Trait => [
  c.join('/'),
  (p) => p.color.some((x) => c.includes(x)),
]
export const notColour = (...c: string[]): Trait => [
  `not ${c.join('/')}`,
  (p) => p.color.some((x) => !c.includes(x)),
]
export const under = (n: number): Trait => [`< ${n}`, (p) => p.price <= n]
export const over = (n: number): Trait => [
  `> ${n}`,
  (p) => p.price >= n || p.variants.some((v) => v.vPrice[0] >= n),
]
export const size = (re: RegExp): Trait => [`size ${re}`, (p) => p.size.some((s) => re.test(s))]
export const made = (re: RegExp): Trait => [`made of ${re}`, (p) => re.test(p.material)]
export const notMade = (re: RegExp): Trait => [`not made of ${re}`, (p) => !re.test(p.material)]
export const titled = (re: RegExp): Trait => [`named ${re}`, (p) => re.test(p.title)]
export const untitled = (re: RegExp): Trait => [`not named ${re}`, (p) => !re.test(p.title)]
export const brand = (b: string): Trait => [b, (p) => p.brand === b]
export const gender = (g: string): Trait => [
  g,
  (p) => p.gender === g || p.categoryPath.some((c) => c.startsWith(`${g}>`)),
]
export const reduced: Trait = ['reduced', (p) => p.price < p.listPrice]
export const isNew: Trait = ['new', (p) => p.newIn]
export const says =
  (re: RegExp): Check =>
  ({ message }) =>
    re.test(message) ? undefined : `does not say ${re}`
export const silent: Check = ({ list }) =>
  list.length ? `shows ${list.length} products` : undefined
const last = (s: Seen, back = 1) => s.lists[s.lists.length - back] ?? []
/** The nth product of the list `back` lists ago, or from its end if `n` is negative. */
const shown = (s: Seen, n: number, back: number) => last(s, back).at(n < 0 ? n : n - 1)
/** The product is what is shown. */
export const about =
  (n: number, back = 1): Check =>
  (s) => {
    const p = shown(s, n, back)
    if (!p) return 'nothing was shown before'
    return (s.list.length === 1 && s.list[0]?.uniqueId === p.uniqueId) ||
      (s.list.length === 0 && s.message.includes(p.title))
      ? undefined
      : `is not about ${p.title}`
  }
export const both =
  (a: number, b: number): Check =>
  (s) =>
    [a, b].every((n) => {
      const p = shown(s, n, 1)
      return p && (s.list.some((q) => q.uniqueId === p.uniqueId) || s.message.includes(p.title))
    }) && s.list.length <= 2
      ? undefined
      : 'does not compare these two'
export const fact =
  (n: number, f: (p: Item) => string | RegExp): Check =>
  (s) => {
    const p = shown(s, n, 1)
    if (!p) return 'nothing before'
    const v = f(p)
    return (typeof v === 'string' ? s.message.includes(v) : v.test(s.message))
      ? undefined
      : `does not say ${v}`
  }
export const fresh: Check = (s) =>
  s.list.some((p) => last(s).some((q) => q.uniqueId === p.uniqueId))
    ? 'shows the same again'
    : undefined
const sortedBy =
  (keyOf: (p: Item) => number, fault: string): Check =>
  ({ list }) =>
    list.every((p, i) => i === 0 || keyOf(list[i - 1] as Item) <= keyOf(p)) ? undefined : fault
export const cheapestFirst = sortedBy(({ price }) => price, 'not by price')
export const dearestFirst = sortedBy(({ price }) => -price, 'not by price')
export const bestFirst = sortedBy(({ rating }) => -rating, 'not by rating')
export const cheaperThan =
  (n: number): Check =>
  (s) => {
    const p = shown(s, n, 1)
    return p && s.list.length && s.list.every((q) => q.price < p.price)
      ? undefined
      : 'not cheaper than it'
  }
/** Nothing fits, and the reply offers something as a way on. */
export const offers: Check = (s) => (s.hasWays ? undefined : 'offers no way on')
export const orNothing =
  (...cs: Check[]): Check =>
  (s) =>
    s.list.length === 0 ? undefined : cs.map((c) => c(s)).find(Boolean)
export interface Turn {
  say: string
  checks: Check[]
}
export const t = (say: string, ...checks: Check[]): Turn => ({ say, checks })
