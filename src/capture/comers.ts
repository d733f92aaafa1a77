import { isElement, parentOf } from '../platform/tree'

/** What came into the page, or changed its meaning, since somebody last asked. */
export interface Comers {
  readonly note: (record: MutationRecord) => void
  readonly add: (element: Element) => void
  /** All that is in an element may be new. */
  readonly addWithin: (parent: Element) => void
  readonly isEmpty: () => boolean
  /** Hands over what is still in the page, nothing twice, and forgets it. */
  readonly take: () => {
    /** To be looked at with all that is in them. */
    readonly elements: readonly Element[]
    /** To be looked at for what is in them: a list that was drawn again is asked once, not tile by tile. */
    readonly parents: readonly Element[]
  }
}

/** A script changes by the text that is put into it. */
const isOfItself = ({ type, target }: MutationRecord) =>
  type === 'attributes' || target instanceof HTMLScriptElement

const isRefill = ({ target, addedNodes }: MutationRecord) =>
  addedNodes.length > 1 && addedNodes.length === target.childNodes.length

/** Starts with nothing. */
export function createComers(): Comers {
  let elements = new Set<Element>()
  let parents = new Set<Element>()

  const add = (element: Element) => {
    elements.add(element)
  }

  /** Whether a node, or something that it is in, is already to be looked at. */
  function isInside(start: Node | null): boolean {
    let node = start as Element | null
    while (node && !elements.has(node) && !parents.has(node)) node = parentOf(node) as Element
    return node !== null
  }

  const isTop = (element: Element) => element.isConnected && !isInside(parentOf(element))

  return {
    note(record) {
      const target = record.target as Element
      if (isOfItself(record)) add(target)
      else if (isRefill(record)) parents.add(target)
      else [...record.addedNodes].filter(isElement).forEach(add)
    },
    add,
    addWithin: (parent) => parents.add(parent),
    isEmpty: () => elements.size + parents.size === 0,
    take() {
      // What came first can be inside what came later.
      const taken = {
        elements: [...elements].filter(isTop),
        parents: [...parents].filter((parent) => isTop(parent) && !elements.has(parent)),
      }
      elements = new Set()
      parents = new Set()
      return taken
    },
  }
}
