import { queryWithin } from '../../browser/dom'

/** Classes beyond this number do not help to identify an element. */
const CLASSES = 2

const quoted = (text: string) => (text === '' ? '' : `="${text.replace(/"/g, '\\"')}"`)

/** An element in one line, described so that a person can find it: its tag, id, first classes and marks. */
export function elementName(element: Element): string {
  const id = element.getAttribute('id')
  const classes = [...element.classList].slice(0, CLASSES).map((name) => `.${name}`)
  const marks = element
    .getAttributeNames()
    .filter((name) => name.startsWith('data-svc-'))
    .map((name) => `[${name}${quoted(element.getAttribute(name) ?? '')}]`)
  return [element.localName, id ? `#${id}` : '', ...classes, ...marks].join('')
}

/** The elements that match, in the document and all its open shadow roots, in the order in which they are drawn. */
export const everywhere = (selector: string): Element[] =>
  queryWithin(document.documentElement, selector)
