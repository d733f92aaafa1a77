import type { AttributeName } from '../../../track/attributes'
import { everywhere } from '../page-elements'
import { findingOf, type Rule } from './audited-page'

/** How many letters must be inserted, deleted or replaced ([Levenshtein](https://en.wikipedia.org/wiki/Levenshtein_distance)). */
function distance(from: string, to: string): number {
  let row = [...to, ''].map((_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [place, other] of [...to].entries()) {
      const replaced = (row[place] ?? 0) + Number(letter !== other)
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

/** A name without case and separators: `data-svc_Product` and `datasvcproduct` are equal. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The most likely intended name of a misspelt one. */
const closestName = (name: string, names: readonly string[]): string =>
  names.reduce((best, other) =>
    distance(plainName(name), plainName(other)) < distance(plainName(name), plainName(best))
      ? other
      : best,
  )

/** How many letters may differ: two, or one in a short name. */
const toleranceFor = (name: string) => (name.length < 6 ? 1 : 2)

/** Two swapped letters count as one mistake. */
const isSwapped = (name: string, other: string) =>
  [...name].sort().join() === [...other].sort().join() && distance(name, other) <= 2

/** The closest name, if it is close enough to the given one to be a likely misspelling. */
export function nearName(name: string, names: readonly string[]): string | undefined {
  const closest = closestName(name, names)
  const [given, meant] = [plainName(name), plainName(closest)]
  const isNear = distance(given, meant) <= toleranceFor(meant) || isSwapped(given, meant)
  return isNear ? closest : undefined
}

const unknown = findingOf('unknown-attribute', 'error')

const PREFIX = 'data-svc-'

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}`
  ? Word | Words<Rest>
  : Text

/** Splits a string of names. Its type makes it complete: leaving out a name fails to compile. */
export const allOf =
  <Name extends string>() =>
  <Text extends string>(text: [Name] extends [Words<Text>] ? Text : never): readonly string[] =>
    text.split(' ')

const attributes = allOf<AttributeName>()(
  'query page request-id total start product variant click ignore search search-input facet position value selected facets-apply facets-reset cart qty price order line events',
)

/** The beginning of an attribute that may be meant as one of ours: `svc-`, `data_svc_`, `data-scv-`. */
const LIKE_PREFIX = /^(data)?(svc|scv)(?=.)/

/** The attribute that another one was meant to be; `undefined` if it is correct or has nothing to do with the tag. */
export function meantAttribute(name: string): string | undefined {
  if (name.startsWith(PREFIX)) {
    const attribute = name.slice(PREFIX.length)
    return attributes.includes(attribute) ? undefined : PREFIX + closestName(attribute, attributes)
  }
  const plain = plainName(name)
  const near = LIKE_PREFIX.test(plain) && nearName(plain.replace(LIKE_PREFIX, ''), attributes)
  return near ? PREFIX + near : undefined
}

/** The tag ignores a misspelt name, and nothing else would report it. */
export const unknownAttribute: Rule = () =>
  everywhere('*').flatMap((element) =>
    element.getAttributeNames().flatMap((name) => {
      const meant = meantAttribute(name)
      return meant
        ? unknown(element, {
            message: `There is no attribute ${name}, so it has no effect.`,
            fix: `Did you mean ${meant}?`,
          })
        : []
    }),
  )
