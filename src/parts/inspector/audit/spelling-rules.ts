import type { AttributeName } from '../../../track/attributes'
import { everywhere } from '../in-all-roots'
import { findingOf, type Rule } from './audited-page'
import { closestName, nearName, plainName } from './near-name'

const unknown = findingOf('unknown-attribute', 'error')

const PREFIX = 'data-svc-'

/** Complete by its type: a mark that is left out fails to compile. */
const known: Readonly<Record<AttributeName, true>> = {
  query: true,
  page: true,
  'request-id': true,
  total: true,
  start: true,
  product: true,
  variant: true,
  click: true,
  ignore: true,
  search: true,
  'search-input': true,
  facet: true,
  position: true,
  value: true,
  selected: true,
  'facets-apply': true,
  'facets-reset': true,
  cart: true,
  qty: true,
  price: true,
  order: true,
  line: true,
  events: true,
}

const attributes = Object.keys(known)

/** The beginning of an attribute that may be meant as one of ours: `svc-`, `data_svc_`, `data-scv-`. */
const LIKE_PREFIX = /^(data)?(svc|scv)(?=.)/

/** The attribute that another one was meant to be; `undefined` for one that is right, or not about the tag. */
export function meantAttribute(name: string): string | undefined {
  if (name.startsWith(PREFIX)) {
    const attribute = name.slice(PREFIX.length)
    return attribute in known ? undefined : PREFIX + closestName(attribute, attributes)
  }
  const plain = plainName(name)
  const near = LIKE_PREFIX.test(plain) && nearName(plain.replace(LIKE_PREFIX, ''), attributes)
  return near ? PREFIX + near : undefined
}

/** A name that is misspelt is not read at all, and nothing else would say so. */
export const unknownAttribute: Rule = ({ document }) =>
  everywhere(document, '*').flatMap((element) =>
    element.getAttributeNames().flatMap((name) => {
      const meant = meantAttribute(name)
      return meant
        ? unknown(element, {
            message: `There is no attribute ${name}, so it means nothing.`,
            fix: `Did you mean ${meant}?`,
          })
        : []
    }),
  )
