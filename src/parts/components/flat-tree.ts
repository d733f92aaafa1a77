import {
  composedAncestors,
  type Elements,
  isElement,
  matches,
  parentOf,
  queryAll,
  type Root,
  shadowOf,
} from '../../browser/dom'
import { observeRoot } from '../../track/dom-observer'

/** Excludes elements that cannot have a shadow root, which are most of a page. */
const MAY_HOST = ':not(a,b,button,i,img,input,label,li,option,path,svg)'

/** `DOCUMENT_POSITION_FOLLOWING`. */
const FOLLOWING = 4

/** Whether an element renders something other than its children: https://drafts.csswg.org/css-scoping/#flattening */
const isFlattened = (part: Element): boolean =>
  shadowOf(part) !== undefined || part instanceof HTMLSlotElement

const flattenedIn = (node: Element | Root) => [...queryAll(node, MAY_HOST)].filter(isFlattened)

/** All elements below a node in the order in which they are drawn, through slots and open shadow roots. */
function flatTree(node: Element | Root): Element[] {
  /** Flattened nodes and their ancestors. Other nodes need not be walked. */
  const around = new Set<Node>()
  for (const flattened of flattenedIn(node)) {
    for (let part: Node | null = flattened; part && !around.has(part); part = parentOf(part))
      around.add(part)
  }

  const drawn = (element: Element): Element[] => [
    element,
    ...(around.has(element) ? inside(element) : queryAll(element, '*')),
  ]

  function inside(part: Element | Root): Element[] {
    const children = [...(Reflect.get(Node.prototype, 'childNodes', part) as NodeList)].filter(
      isElement,
    )
    const root = shadowOf(part)
    if (root) {
      const others = children.filter((child) => parentOf(child) === part)
      return [...flatTree(root), ...others.flatMap(drawn)]
    }
    const slotted = part instanceof HTMLSlotElement ? part.assignedElements() : []
    return slotted.length
      ? slotted.flatMap((element) => [element, ...flatTree(element)])
      : children.flatMap(drawn)
  }

  return inside(node)
}

/** The matching elements among an element and those drawn inside it, in drawing order. */
export function queryFlat(element: Element, selector: string): Element[] {
  const hasShadows = shadowOf(element) !== undefined || flattenedIn(element).length > 0
  return [element, ...(hasShadows ? flatTree(element) : queryAll(element, selector))].filter(
    (part) => matches(part, selector),
  )
}

/** The observed roots, each with its cleanup function. */
let observed: Map<Root, () => void> = new Map()

function observeRootsIn(node: Element | Root) {
  for (const part of [node, ...queryAll(node, MAY_HOST)]) {
    const root = shadowOf(part)
    if (!root) continue
    observeRoot(root)
    observeRootsIn(root)
  }
}

/** Stops observing shadow roots that left the page, and observes new open ones. */
export function updateRoots(roots: Map<Root, () => void>) {
  observed = roots
  for (const [root, stop] of roots) {
    if (root.isConnected) continue
    stop()
    roots.delete(root)
  }
  observeRootsIn(document)
}

/** All elements of the page that match, in the document and its open shadow roots, in the order in which they are drawn. */
export function queryRoots(selector: string): Elements {
  const found = [...observed.keys()].map((root) => [...queryAll(root, selector)])
  const elements = found.flat()
  // All of them are in one root, where they are already in order.
  if (found.some(({ length }) => length === elements.length)) return elements
  const paths = elements.map((element) => composedAncestors(element).reverse())
  paths.sort((one, other) => {
    const fork = one.findIndex((element, index) => element !== other[index])
    const own = one[fork]
    return !own || own.compareDocumentPosition(other[fork] ?? own) & FOLLOWING ? -1 : 1
  })
  return paths.map((path) => path[path.length - 1] as Element)
}
