import { everywhere } from '../everywhere'
import type { InspectedMark } from '../inspector-api'
import { findingOf, type Rule } from './audited-page'

const unknown = findingOf('unknown-attribute', 'error')

const PREFIX = 'data-svc-'

/** Complete by its type: a mark that is left out fails to compile. */
const known: Readonly<Record<InspectedMark, true>> = {
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

/** How many letters have to be added, taken out or replaced ([Levenshtein](https://en.wikipedia.org/wiki/Levenshtein_distance)). */
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

/** The mark that a misspelt one was most likely meant to be. */
export const closestMark = (name: string): string =>
  Object.keys(known).reduce((best, other) =>
    distance(name, other) < distance(name, best) ? other : best,
  )

/** A name that is misspelt is not read at all, and nothing else would say so. */
export const unknownAttribute: Rule = ({ document }) =>
  everywhere(document, '*').flatMap((element) =>
    element
      .getAttributeNames()
      .filter((name) => name.startsWith(PREFIX) && !(name.slice(PREFIX.length) in known))
      .map((name) =>
        unknown(element, {
          message: `There is no attribute ${name}, so it means nothing.`,
          fix: `Did you mean ${PREFIX}${closestMark(name.slice(PREFIX.length))}?`,
        }),
      ),
  )
