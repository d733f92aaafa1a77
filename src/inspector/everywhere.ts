import { queryDrawn } from '../platform/tree'

/** The elements that match, in the document and in every open shadow root in it, in the order in which they are drawn. */
export const everywhere = ({ documentElement }: Document, selector: string): Element[] =>
  queryDrawn(documentElement, selector)
