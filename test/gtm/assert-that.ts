import { typeOf } from './apis/others.ts'

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

type Check = (actual: never, expected: never) => boolean

/** The checks that the template's scenarios make. */
const checks: Readonly<Record<string, Check>> = {
  isUndefined: (actual: unknown) => actual === undefined,
  isEqualTo: isEqual,
  hasLength: (actual: { length: number }, length: number) => actual.length === length,
  isEmpty: (actual: object) => Object.keys(actual).length === 0,
}

type Assertion = (expected?: unknown) => void

/** The result of `assertThat(actual)` and `assertThat(actual, message)`: one function for each check. */
export function assertThat(actual: unknown, message?: string): Readonly<Record<string, Assertion>> {
  const assertion =
    (name: string, check: Check): Assertion =>
    (expected) => {
      if (check(actual as never, expected as never)) return
      throw new Error(
        `${message ? `${message}: ` : ''}${shown(actual)} fails ${name} ${shown(expected)}`,
      )
    }
  return Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [name, assertion(name, check)]),
  )
}

/** A value for a message; functions by their kind only. */
export const shown = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (typeof member === 'function' ? 'a function' : member)) ??
  String(value)
