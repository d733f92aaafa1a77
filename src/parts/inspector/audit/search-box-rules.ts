import { isForm, queryWithin } from '../../../browser/dom'
import { findingOf, type Rule } from './audited-page'

const wordless = findingOf('search-without-words', 'error')

const TEXT = '[type=search],[type=text],input:not([type]),textarea'

/** A search box reports what is typed in its field, a suggestion what is written into it. */
export const searchWithoutWords: Rule = ({ all, read, tag }) => {
  const fieldsOf = (form: Element) =>
    queryWithin(form, `${tag.markup.selector('search-input')},${TEXT}`)
  return all('search')
    .filter((element) => !fieldsOf(element)[0] && (isForm(element) || !read(element, 'search')))
    .map((element) =>
      wordless(element, {
        message: 'A search names no words, so it does not count.',
        fix: 'Put data-svc-search on the form around the search field; on a suggestion write its words into it.',
      }),
    )
}
