import {
  type CategorySet,
  doMeet,
  isIdlePerson,
  joinedSets,
  levelOf,
  replacedSets,
} from './category-sets.ts'
import { type PriceLimits, withLimits } from './prices.ts'

/** The order in which to show the products. */
export type Order = 'cheapest' | 'dearest' | 'best'

/** One wish of a shopper. A product matches if it meets all wishes. */
export type Constraint = Place | Value | Word | Price | Flag

/** A product in any of these categories matches; the last part of a path may be a noun from titles, `~parka`. */
export interface Place {
  readonly kind: 'place'
  readonly paths: CategorySet
  /** Other categories whose titles contain the same noun: kids' jackets are in Rainwear. */
  readonly also?: CategorySet
  /** An occasion, such as "a wedding"; it narrows any kind of product. */
  readonly occasion?: string
  readonly not?: true
}

/** A product with any of these values or ranges (`[10 TO 40]`) in the field matches. */
export interface Value {
  readonly kind: 'value'
  readonly field: string
  readonly values: readonly string[]
  /** The shopper's own words for these values: "for 8 years". */
  readonly label?: string
  /** Words in titles that are excluded along with the values: "no down" also excludes a Down Jacket. */
  readonly titles?: readonly string[]
  /** "A small table": ignored if this kind of product has no such size. */
  readonly isLoose?: true
  readonly not?: true
}

/** A word of the product's texts. */
export interface Word {
  readonly kind: 'word'
  readonly word: string
  /** The product asked for, in words that the catalogue lacks; no product matches. */
  readonly isHead?: true
  readonly not?: true
}

/** Limits of the price. */
export interface Price {
  readonly kind: 'price'
  readonly limits: PriceLimits
}

/** New, or reduced. */
export interface Flag {
  readonly kind: 'new' | 'sale'
}

/** A wish that the shopper takes back: all of a kind, all of a field, or one equal to this. */
export type Drop =
  | { readonly kind: 'place' | 'price' | 'word' | 'occasion' | 'new' | 'sale' }
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'same'; readonly as: Constraint }

/** Removes persons if the products asked for are for everybody: hiking boots for women. */
export function withoutIdlePersons(constraints: readonly Constraint[]): readonly Constraint[] {
  const places = constraints.filter((one): one is Place => one.kind === 'place' && !one.not)
  return constraints.filter((one) => {
    if (one.kind !== 'place' || one.not) return true
    const others = places.filter((other) => other !== one).map(({ paths }) => paths)
    return !isIdlePerson(one.paths, others)
  })
}

/** A message's changes to the wishes. */
export interface Change {
  readonly add: readonly Constraint[]
  readonly drop: readonly Drop[]
  /** "Also in green": added to the earlier wishes instead of replacing them. */
  readonly isAddition: boolean
}

/**
 * The wishes after a message. Wishes that it does not mention stay; a new one replaces those it conflicts with:
 * blue replaces red, boots replace sneakers.
 */
export function constraintsAfter(
  before: readonly Constraint[],
  { add, drop, isAddition }: Change,
): readonly Constraint[] {
  const isReplaced = add.some((one) => isKind(one) || isHead(one))
  const kept = before
    .filter((one) => !(isReplaced && isHead(one)))
    .flatMap((one) => drop.reduce(without, [one]))
  return joinedPlaces(
    alternativesIn(add).reduce<readonly Constraint[]>(
      (held, one) => withOne(held, one, isAddition),
      kept,
    ),
    add,
    isAddition,
  )
}

/** "Pink or lilac": joins the values of one field in one message to one wish. */
function alternativesIn(add: readonly Constraint[]): readonly Constraint[] {
  const isAlike = (one: Constraint, other: Constraint) =>
    one.kind === 'value' &&
    other.kind === 'value' &&
    one.field === other.field &&
    one.not === other.not
  return add.flatMap((one, at): readonly Constraint[] => {
    if (one.kind !== 'value') return [one]
    if (add.slice(0, at).some((other) => isAlike(one, other))) return []
    const alike = add.filter((other): other is Value => isAlike(one, other))
    return alike.length === 1 ? [one] : [joinedValue(alike)]
  })
}

/** Joins values to one wish. It keeps the shopper's own words only if they describe all the values. */
function joinedValue([first, ...others]: readonly Value[]): Value {
  const { label: _, titles: __, ...rest } = first as Value
  const all = [first as Value, ...others]
  const titles = all.flatMap((own) => own.titles ?? [])
  return {
    ...rest,
    values: [...new Set(all.flatMap((own) => own.values))],
    ...(titles.length > 0 && { titles }),
  }
}

function withOne(
  held: readonly Constraint[],
  added: Constraint,
  isAddition: boolean,
): readonly Constraint[] {
  if (added.kind === 'place') return held
  if (added.kind === 'price') {
    const before = held.find((one) => one.kind === 'price')
    const limits = before ? withLimits(before.limits, added.limits) : added.limits
    return [
      ...held.filter((one) => one !== before && !isFieldOf(one, 'price')),
      { kind: 'price', limits },
    ]
  }
  if (added.kind === 'value') return withValue(held, added, isAddition)
  const others = held.filter((one) => !isSame(one, added))
  return [...others, added]
}

/** A value replaces others of its field; wanting a value cancels excluding it, and the reverse. */
function withValue(held: readonly Constraint[], added: Value, isAddition: boolean): Constraint[] {
  const isOwn = (one: Constraint): one is Value => one.kind === 'value' && one.field === added.field
  const alike = held.filter(isOwn).filter((one) => one.not === added.not)
  const opposed = held
    .filter(isOwn)
    .filter((one) => one.not !== added.not)
    // When leather is wanted again, "without leather" goes as a whole, with everything else it excluded.
    .filter(({ label, values }) => !label || !values.some((value) => added.values.includes(value)))
    .map((one) => ({ ...one, values: one.values.filter((value) => !added.values.includes(value)) }))
    .filter(({ values }) => values.length > 0)
  const isJoined = (isAddition || added.not) && alike.length > 0
  const value = isJoined ? joinedValue([...alike, added]) : added
  return [...held.filter((one) => !isOwn(one)), ...opposed, value]
}

function joinedPlaces(
  held: readonly Constraint[],
  add: readonly Constraint[],
  isAddition: boolean,
): readonly Constraint[] {
  const isPlace = (one: Constraint): one is Place => one.kind === 'place'
  const isPlainPlace = ({ not, occasion }: Place) => !not && occasion === undefined
  const special = add.filter(isPlace).filter((one) => !isPlainPlace(one))
  const own = add.filter(isPlace).filter(isPlainPlace)
  const before = held
    .filter(isPlace)
    .filter(isPlainPlace)
    .map(({ paths }) => paths)
  const named = joinedSets(
    own.map((place) => pathsAmong(place, [...own.map(({ paths }) => paths), ...before])),
  )
  const sets = isAddition ? joinedSets([...before, ...named]) : replacedSets(before, named)
  const isReplaced = (one: Constraint) =>
    isPlace(one) && (isPlainPlace(one) || special.some(({ not }) => one.not === not))
  const others = held.filter((one) => !isReplaced(one))
  return [...sets.map((paths): Place => ({ kind: 'place', paths })), ...special, ...others]
}

/** The paths of a kind, or its paths elsewhere if only those are in the requested department. */
function pathsAmong({ paths, also = [] }: Place, others: readonly CategorySet[]): CategorySet {
  const departments = others.filter((set) => levelOf(set) === 1)
  const isMissed = departments.some((set) => !doMeet(paths, set))
  return isMissed && departments.every((set) => doMeet(also, set)) ? also : paths
}

const isFieldOf = (one: Constraint, field: string) => one.kind === 'value' && one.field === field

/** Whether a wish names the kind of product: a category that is neither a department nor an occasion. */
export const isKind = (one: Constraint): boolean =>
  one.kind === 'place' && !one.not && one.occasion === undefined && levelOf(one.paths) > 1

/** Whether a wish names the kind of product in words that the catalogue lacks. */
export const isHead = (one: Constraint): boolean => one.kind === 'word' && one.isHead === true

/** Whether two wishes ask for the same thing. */
export const isSame = (one: Constraint, other: Constraint): boolean => bare(one) === bare(other)

const bare = (one: Constraint) =>
  JSON.stringify({ ...one, not: 0, also: 0, label: 0, titles: undefined })

const without = (held: readonly Constraint[], taken: Drop): readonly Constraint[] =>
  held.flatMap((one) => {
    if (taken.kind === 'same') return remainderOf(one, taken.as)
    return isDropped(one, taken) ? [] : [one]
  })

function isDropped(one: Constraint, taken: Exclude<Drop, { kind: 'same' }>): boolean {
  if (taken.kind === 'field') return isFieldOf(one, taken.field)
  if (taken.kind === 'occasion') return one.kind === 'place' && one.occasion !== undefined
  return one.kind === taken.kind
}

/** Removes the named part of a wish: "cushions or throws" without "cushions" leaves throws. */
function remainderOf(one: Constraint, named: Constraint): readonly Constraint[] {
  const isAlike = one.kind === named.kind && (named.kind !== 'value' || isFieldOf(one, named.field))
  const names = namesIn(one)
  if (!isAlike || names.length === 0) return isSame(named, one) ? [] : [one]
  const taken = namesIn(named)
  const rest = names.filter((name) => !taken.includes(name))
  if (rest.length === names.length) return [one]
  return rest.length === 0 ? [] : ofNames(one, rest)
}

function namesIn(one: Constraint): readonly string[] {
  if (one.kind === 'place') return one.paths
  return one.kind === 'value' ? one.values : []
}

/** A wish reduced to fewer categories or values; empty if one label describes all of them. */
function ofNames(one: Constraint, names: readonly string[]): readonly Constraint[] {
  if (one.kind === 'place') return one.occasion === undefined ? [{ ...one, paths: names }] : []
  return one.kind === 'value' && one.label === undefined ? [{ ...one, values: names }] : []
}
