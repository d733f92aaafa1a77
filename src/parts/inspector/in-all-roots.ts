import { queryWithin } from '../../browser/dom'

/** The elements that match, in the document and in every open shadow root in it, in the order in which they are drawn. */
export const everywhere = ({ documentElement }: Document, selector: string): Element[] =>
  queryWithin(documentElement, selector)
