import { queryAll, type Root, shadowOf } from '../platform/tree'

function* rootsIn(root: Root): Iterable<Root> {
  yield root
  for (const element of queryAll(root, '*')) {
    const inner = shadowOf(element)
    if (inner) yield* rootsIn(inner)
  }
}

/** The elements that match, in the document and in every open shadow root in it. */
export const everywhere = (document: Document, selector: string): Element[] =>
  [...rootsIn(document)].flatMap((root) => [...queryAll(root, selector)])
