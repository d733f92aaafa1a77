import { matches, queryWithin } from '../../../browser/dom'
import { everywhere } from '../in-all-roots'
import { findingOf, type Rule } from './audited-page'

const moved = findingOf('ignored-content-moved', 'error')

/** Parts of a table in which the parser leaves no text and no other element. */
const TABLE_PARTS = 'table,thead,tbody,tfoot,tr'

const CELLS = 'td,th,caption'

const isEmptyParagraph = (element: Element | null): boolean =>
  element?.localName === 'p' && !element.attributes.length && !element.childNodes.length

/** Elements that follow an empty paragraph up to the one that the parser makes of its end tag. */
function movedAfter(paragraph: Element): readonly Element[] {
  const between: Element[] = []
  let next = paragraph.nextElementSibling
  while (next && !isEmptyParagraph(next)) {
    between.push(next)
    next = next.nextElementSibling
  }
  return next ? between : []
}

/** The elements directly before the table, without a space between: those that the parser moved there stand so. */
function movedBefore(part: Element): readonly Element[] {
  const before: Element[] = []
  let previous = part.closest('table')?.previousSibling
  while (previous?.nodeType === 1) {
    before.push(previous as Element)
    previous = previous.previousSibling
  }
  return before
}

/** Elements that stood in an empty ignored one, and that the parser put beside it. */
function movedOutOf(ignored: Element): readonly Element[] {
  if (ignored.localName === 'p' && !ignored.childNodes.length) return movedAfter(ignored)
  const isTablePart = matches(ignored, TABLE_PARTS)
  return isTablePart && !queryWithin(ignored, CELLS).length ? movedBefore(ignored) : []
}

/**
 * The HTML parser puts what stands in a table outside of cells [before the table](https://html.spec.whatwg.org/multipage/parsing.html#foster-parent),
 * and ends a paragraph where a block begins. `data-svc-ignore` on those does not hold.
 */
export const ignoredContentMoved: Rule = ({ document, tag }) => {
  const { markup } = tag
  const hasAttribute = (element: Element) =>
    [element, ...queryWithin(element, '*')].some((part) =>
      part.getAttributeNames().some((name) => /^data-svc-(?!ignore)/.test(name)),
    )
  return everywhere(document, markup.selector('ignore'))
    .filter((ignored) => movedOutOf(ignored).some(hasAttribute))
    .map((ignored) =>
      moved(ignored, {
        message: `data-svc-ignore is on a <${ignored.localName}> whose content the HTML parser moved out of it, so marks in it count.`,
        fix: 'Put data-svc-ignore on a <div> or a <td> around the content.',
      }),
    )
}
