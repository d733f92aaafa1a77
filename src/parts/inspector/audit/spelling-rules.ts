import type { AttributeName } from '../../../track/attributes'
import { closestName, nearName, plainName } from '../../calls/near-name'
import { everywhere } from '../page-elements'
import { findingOf, type Rule } from './audited-page'

const unknown = findingOf('unknown-attribute', 'error')

const PREFIX = 'data-svc-'

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}`
  ? Word | Words<Rest>
  : Text

/** Splits a string of names. Its type makes it complete: leaving out a name fails to compile. */
const allOf =
  <Name extends string>() =>
  <Text extends string>(text: [Name] extends [Words<Text>] ? Text : never): readonly string[] =>
    text.split(' ')

const attributes = [
  ...allOf<AttributeName>()(
    'query page request-id total start product variant click ignore search search-input facet position value selected facets-apply facets-reset cart cart-done qty price order line events',
  ),
  // Only beside data-svc-events, so that a map has no rule for it.
  'event-id',
]

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
