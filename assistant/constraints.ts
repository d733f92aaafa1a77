/** The order in which to show the products. */
export type Order = 'cheapest' | 'dearest' | 'best'

interface Bound {
  readonly at: number
  /** "Over 20" excludes 20. */
  readonly isIn: boolean
}

/** Price limits; either end may be open. */
export interface PriceLimits {
  readonly low?: Bound | undefined
  readonly high?: Bound | undefined
}

/** What a wish accepts any of: names of kinds of products, persons, words of the products' texts, values of a field. */
type Choice =
  | { readonly kind: 'kind' | 'occasion' | 'persons'; readonly any: readonly string[] }
  | { readonly kind: 'word'; readonly any: readonly string[]; readonly isInProse?: true }
  | { readonly kind: 'value'; readonly field: string; readonly any: readonly string[] }

/**
 * One wish of a shopper, with the words in which it was said. `not` is what must not be, `isLoose` what is wished
 * but given up before an answer is empty; anything else must be.
 */
export type Constraint = { readonly said: string; readonly not?: true; readonly isLoose?: true } & (
  | Choice
  | { readonly kind: 'price'; readonly limits: PriceLimits }
  | { readonly kind: 'sale'; readonly percent?: number }
  | { readonly kind: 'new' }
)

/** The constraint of one kind. */
export type Of<Name extends Constraint['kind']> = Constraint & { readonly kind: Name }

/** What a shopper takes back: all wishes about a subject, or some of the things that they accept. */
export interface Drop {
  readonly of: string
  readonly any?: readonly string[]
}

/** A message's changes to the wishes. */
export interface Change {
  readonly add: readonly Constraint[]
  readonly drop: readonly Drop[]
  /** "Also in green": added to the earlier wishes instead of replacing them. */
  readonly isAddition: boolean
}

/** What a wish is about: its kind, or the field of its values. */
export const subjectOf = (one: Constraint): string =>
  one.kind === 'value' ? subjectOfField(one.field) : one.kind

/** The subject of the wishes about a field. */
export const subjectOfField = (field: string): string => `field ${field}`

/** Whether a wish says what kind of product it is. */
export const isKind = (one: Constraint): one is Of<'kind'> => one.kind === 'kind' && !one.not

/** Whether a wish asks for values of a field. */
export const isValue = (one: Constraint): one is Of<'value'> => one.kind === 'value'

/** Whether a wish asks for sizes. */
export const isSize = (one: Constraint): one is Of<'value'> =>
  isValue(one) && /size/i.test(one.field)

/** The wishes after a message: one that it does not mention stays, a new one replaces those it contradicts. */
export function constraintsAfter(
  before: readonly Constraint[],
  { add, drop, isAddition }: Change,
): readonly Constraint[] {
  const kept = drop.reduce<readonly Constraint[]>(
    (held, { of, any }) => held.flatMap((one) => (subjectOf(one) === of ? less(one, any) : [one])),
    before,
  )
  // "Pink or lilac": one wish for all values of a field in a message, and one for all kinds.
  const own = add.reduce<readonly Constraint[]>((all, one) => {
    const at = all.findIndex((other) => isAlike(one, other))
    return at < 0 ? all.concat(one) : all.with(at, joined(all[at] as Constraint, one))
  }, [])
  // "Also a rain jacket, 116": the size of the shoes is not wanted of it.
  const isMore = isAddition && !add.some(isKind)
  return own.reduce((held, one) => withOne(held, one, isMore), kept)
}

/** "Cushions or throws" without "cushions" leaves throws; a word goes as a whole. */
function less(one: Constraint, taken?: readonly string[]): readonly Constraint[] {
  if (!('any' in one) || !taken) return []
  const any = one.any.filter((name) => !taken.includes(name))
  if (any.length === one.any.length) return [one]
  if (any.length === 0 || one.kind === 'word') return []
  return [{ ...one, any, said: one.kind === 'value' ? any.join(' or ') : one.said }]
}

const isAlike = (one: Constraint, other: Constraint) =>
  'any' in one &&
  one.kind !== 'word' &&
  subjectOf(one) === subjectOf(other) &&
  one.not === other.not

const joined = (one: Constraint, other: Constraint): Constraint =>
  'any' in one && 'any' in other
    ? {
        ...one,
        said: [...new Set(`${one.said} or ${other.said}`.split(' or '))].join(' or '),
        any: [...new Set([...one.any, ...other.any])],
      }
    : other

function withOne(held: readonly Constraint[], added: Constraint, isAddition: boolean) {
  if (added.kind === 'price') {
    const limits = limitsAfter(held, added.limits)
    return [...held.filter(({ kind }) => kind !== 'price'), { ...added, limits }]
  }
  const alike = held.find((one) => isAlike(one, added))
  const next = alike && (isAddition || added.not) ? joined(alike, added) : added
  return [...held.filter((one) => one !== alike).flatMap((one) => besides(one, added)), next]
}

/** A thing is asked for, and no longer just any for the occasion. */
const isReplaced = (one: Constraint, added: Constraint) => isKind(added) && one.kind === 'occasion'

/** What is left of an earlier wish beside a new one. */
function besides(one: Constraint, added: Constraint): readonly Constraint[] {
  if (isReplaced(one, added)) return []
  if (subjectOf(one) !== subjectOf(added)) return [one]
  if (one.not !== added.not) return less(one, 'any' in added ? added.any : undefined)
  const isOther = one.kind === 'word' && added.kind === 'word' && `${one.any}` !== `${added.any}`
  return isOther ? [one] : []
}

/** A limit that the new price does not mention stays, unless no price could meet both. */
function limitsAfter(held: readonly Constraint[], { low, high }: PriceLimits): PriceLimits {
  const before = held.find((one): one is Of<'price'> => one.kind === 'price')?.limits
  const isBelow = (before?.low?.at ?? 0) < (high?.at ?? 0)
  const isAbove = (before?.high?.at ?? 0) > (low?.at ?? 0)
  return {
    low: low ?? (isBelow ? before?.low : undefined),
    high: high ?? (isAbove ? before?.high : undefined),
  }
}

/** Whether a price is within limits. */
export const isWithin = ({ low, high }: PriceLimits, price: number): boolean =>
  (!low || price > low.at || (low.isIn && price === low.at)) &&
  (!high || price < high.at || (high.isIn && price === high.at))
