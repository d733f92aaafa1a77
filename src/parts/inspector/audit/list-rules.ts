import { findingOf, type Rule } from './audited-page'

const unnamed = findingOf('list-without-name', 'error')
const both = findingOf('query-and-page', 'warning')
const encoded = findingOf('page-encoded', 'error')

/** An empty name is no name. */
export const listWithoutName: Rule = ({ all, emptyOnPurpose, isMapped, read }) => {
  const isMeant = emptyOnPurpose('query', 'page')
  return all('query', 'page')
    .filter((list) => !read(list, 'query') && !read(list, 'page') && !isMeant(list))
    .map((list) => {
      const isOfMap = isMapped(list, 'query', 'page')
      return unnamed(list, {
        message: `${isOfMap ? 'The map gives a list no query or page' : 'A list has an empty data-svc-query or data-svc-page'}, so nothing in it counts.`,
        fix: isOfMap
          ? 'Correct "from" and "match", or add another rule for these elements. If the list has no name on purpose, let the last rule read "from": "@no-name".'
          : 'Write the text searched, or the p or p-id value passed to Browse, into it.',
      })
    })
}

/** A list is a search or a browse page. */
export const queryAndPage: Rule = ({ all, read }) =>
  all('query')
    .filter((list) => read(list, 'query') && read(list, 'page'))
    .map((list) =>
      both(list, {
        message: 'A list says that it is a search and a browse page; the search wins.',
        fix: 'Keep only one of data-svc-query and data-svc-page.',
      }),
    )

/** Percent-encoded, or HTML-escaped once too often. */
function isEncoded(text: string): boolean {
  if (/&(quot|gt|lt|amp|#\d+);/.test(text)) return true
  try {
    return /%[\da-f]{2}/i.test(text) && decodeURIComponent(text) !== text
  } catch {
    // A percent sign that encodes nothing.
    return false
  }
}

/** The tracker is told exactly what was passed to Browse, and the tag encodes it itself. */
export const pageEncoded: Rule = ({ all, read }) =>
  all('page')
    .filter((list) => isEncoded(read(list, 'page') ?? ''))
    .map((list) =>
      encoded(list, {
        message: `The page value ${read(list, 'page')} was encoded already, so reports will not know the page.`,
        fix: 'Write the plain value of p or p-id into data-svc-page, for example categoryPath:"Men>Shoes".',
      }),
    )
