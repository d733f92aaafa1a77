/** The form of Playwright's `expect.any(…)`, `expect.stringContaining(…)` and their like. */
interface Asymmetric {
  asymmetricMatch(value: unknown): boolean
}

const isAsymmetric = (value: unknown): value is Asymmetric =>
  typeof (value as Partial<Asymmetric> | null)?.asymmetricMatch === 'function'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const shown = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value))

/**
 * Compares a value with what it has to contain: members that are not expected do not matter, lists have to be complete.
 *
 * @returns One sentence for each difference, such as `qty is "2", not "1"`; none when it fits.
 */
export function differencesFrom(expected: unknown, actual: unknown, name = 'it'): string[] {
  if (isAsymmetric(expected))
    return expected.asymmetricMatch(actual)
      ? []
      : [`${name} is ${shown(actual)}, which does not fit`]
  if (!isObject(expected) || !isObject(actual))
    return Object.is(expected, actual)
      ? []
      : [`${name} is ${shown(actual)}, not ${shown(expected)}`]
  const isLonger = Array.isArray(expected) && expected.length !== Object(actual).length
  if (isLonger) return [`${name} is ${shown(actual)}, not ${shown(expected)}`]
  return Object.entries(expected).flatMap(([member, value]) =>
    differencesFrom(value, actual[member], name === 'it' ? member : `${name}.${member}`),
  )
}
