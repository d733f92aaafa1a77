import { typeOf } from './apis/pure.ts'

/** Deep; a member that is `undefined` is as good as absent. Functions are equal to themselves only. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || one === other) return true
  if (typeOf(one) !== typeOf(other)) return false
  return typeof one === 'object' && haveEqualMembers(one as Members, other as Members)
}

type Members = Readonly<Record<string, unknown>>

function haveEqualMembers(one: Members, other: Members): boolean {
  if (Array.isArray(one) && one.length !== other.length) return false
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isEqual(one[name], other[name]))
}

type Check = (actual: never, ...expected: never[]) => boolean

const isIn = (list: unknown, item: unknown) =>
  typeof list === 'string'
    ? list.includes(String(item))
    : (list as readonly unknown[]).some((other) => isEqual(other, item))

const containsAll = (actual: unknown, ...items: readonly unknown[]) =>
  items.every((item) => isIn(actual, item))

const containsExactly = (actual: readonly unknown[], ...items: readonly unknown[]) =>
  actual.length === items.length && containsAll(actual, ...items)

const isEmpty = (actual: object | string) =>
  (typeof actual === 'string' ? actual : Object.keys(actual)).length === 0

const isOf =
  (type: string) =>
  (actual: unknown): boolean =>
    typeOf(actual) === type

const isEither = (actual: unknown, ...items: readonly unknown[]) => isIn(items, actual)

/** Checks of a value. Those with an opposite have it by its name. */
const checks: Readonly<Record<string, readonly [check: Check, opposite?: string]>> = {
  isUndefined: [(actual: unknown) => actual === undefined, 'isDefined'],
  isNull: [(actual: unknown) => actual === null, 'isNotNull'],
  isTrue: [(actual: unknown) => actual === true],
  isFalse: [(actual: unknown) => actual === false],
  isTruthy: [(actual: unknown) => Boolean(actual), 'isFalsy'],
  isNaN: [Number.isNaN, 'isNotNaN'],
  isInfinity: [(actual: number) => Math.abs(actual) === Number.POSITIVE_INFINITY, 'isNotInfinity'],
  isEqualTo: [isEqual, 'isNotEqualTo'],
  isStrictlyEqualTo: [
    (actual: unknown, expected: unknown) => actual === expected,
    'isNotStrictlyEqualTo',
  ],
  isAnyOf: [isEither, 'isNoneOf'],
  isGreaterThan: [(actual: number, limit: number) => actual > limit, 'isLessThanOrEqualTo'],
  isLessThan: [(actual: number, limit: number) => actual < limit, 'isGreaterThanOrEqualTo'],
  contains: [containsAll, 'doesNotContain'],
  containsExactly: [containsExactly, 'doesNotContainExactly'],
  hasLength: [(actual: { length: number }, length: number) => actual.length === length],
  isEmpty: [isEmpty, 'isNotEmpty'],
  isArray: [isOf('array')],
  isBoolean: [isOf('boolean')],
  isFunction: [isOf('function')],
  isNumber: [isOf('number')],
  isObject: [isOf('object')],
  isString: [isOf('string')],
}

type Assertion = (...expected: readonly unknown[]) => void

/** The result of `assertThat(actual)` and `assertThat(actual, message)`: one function for each check. */
export function assertThat(actual: unknown, message?: string): Readonly<Record<string, Assertion>> {
  const assertion =
    (name: string, check: Check, wanted: boolean): Assertion =>
    (...expected) => {
      if (check(actual as never, ...(expected as never[])) === wanted) return
      const said = [name, ...expected.map(shown)].join(' ')
      throw new Error(`${message ? `${message}: ` : ''}${shown(actual)} fails ${said}`)
    }

  const assertions = Object.entries(checks).flatMap(([name, [check, opposite]]) => [
    [name, assertion(name, check, true)],
    ...(opposite ? [[opposite, assertion(opposite, check, false)]] : []),
  ])
  return Object.fromEntries(assertions)
}

/** A value for a message; functions by their kind only. */
export const shown = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (typeof member === 'function' ? 'a function' : member)) ??
  String(value)
