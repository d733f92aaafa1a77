/*
 * The page's tree, asked in a way that the page cannot answer for the browser: a form lets a field that is named
 * `parentNode` or `getAttribute` stand in for its own member, so everything goes through the prototypes.
 */

/** A document or an open shadow root: where a selector reaches, and what mutations are observed in. */
export type Root = Document | ShadowRoot

const memberOf = <Value>(prototype: object, name: string, node: Node) =>
  Reflect.get(prototype, name, node) as Value

export const isElement = (node: unknown): node is Element => node instanceof Element

/** An attribute's text; `undefined` where the element does not carry it. */
export const attributeOf = (element: Element, name: string): string | undefined =>
  Element.prototype.getAttribute.call(element, name) ?? undefined

export const matches = (element: Element, selector: string): boolean =>
  Element.prototype.matches.call(element, selector)

export const isForm = (element: Element): boolean => matches(element, 'form')

/** The elements below a node that match, in document order; shadow roots below are not entered. */
export const queryAll = (node: Element | Root, selector: string): NodeListOf<HTMLElement> =>
  (node instanceof Element ? Element.prototype : node).querySelectorAll.call(
    node,
    selector,
  ) as NodeListOf<HTMLElement>

/** What may have a shadow root: not these, which most of a page is made of. */
const MAY_HOST = ':not(a,b,button,i,img,input,label,li,option,path,svg)'

/** Whether an element is drawn otherwise than it is written: with an open shadow root, or with what is put into a slot. */
const isMixed = (part: Element): boolean =>
  shadowOf(part) !== undefined || part instanceof HTMLSlotElement

/** Whether a node has an open shadow root, or something below it is drawn otherwise than it is written. */
export const hasShadows = (node: Element | Root): boolean =>
  shadowOf(node) !== undefined || [...queryAll(node, MAY_HOST)].some(isMixed)

/** All elements below a node in the order in which they are drawn, through slots and open shadow roots. What has none of them is not walked through. */
export function drawnIn(node: Element | Root): Element[] {
  /** What is drawn otherwise, and all that it is in. */
  const around = new Set<Node>()
  for (const mixed of [...queryAll(node, MAY_HOST)].filter(isMixed)) {
    for (let part: Node | null = mixed; part && !around.has(part); part = parentOf(part))
      around.add(part)
  }

  const drawn = (element: Element): Element[] => [
    element,
    ...(around.has(element) ? inside(element) : queryAll(element, '*')),
  ]

  function inside(part: Element | Root): Element[] {
    const children = [...memberOf<NodeList>(Node.prototype, 'childNodes', part)].filter(isElement)
    const root = shadowOf(part)
    if (root) {
      const others = children.filter((child) => parentOf(child) === part)
      return [...drawnIn(root), ...others.flatMap(drawn)]
    }
    const slotted = part instanceof HTMLSlotElement ? part.assignedElements() : []
    return slotted.length
      ? slotted.flatMap((element) => [element, ...drawnIn(element)])
      : children.flatMap(drawn)
  }

  return inside(node)
}

/** Of an element and all that is drawn in it, those that match, in the order in which they are drawn. */
export const queryDrawn = (element: Element, selector: string): Element[] =>
  [element, ...(hasShadows(element) ? drawnIn(element) : queryAll(element, selector))].filter(
    (part) => matches(part, selector),
  )

/** What a node hangs on in the tree as it is drawn: a slot before its parent, a host around its open shadow root. */
export const parentOf = (node: Node): Node | null =>
  node instanceof ShadowRoot
    ? node.host
    : (node instanceof Element && memberOf<Node | null>(Element.prototype, 'assignedSlot', node)) ||
      memberOf<Node | null>(Node.prototype, 'parentNode', node)

/** An element and all that it is in, from the inside out, through slots and open shadow roots. */
export function lineage(start: unknown): Element[] {
  const path: Element[] = []
  for (let node = start instanceof Node ? start : null; node; node = parentOf(node)) {
    if (node instanceof Element) path.push(node)
  }
  return path
}

/**
 * The elements that an event happens to, from the inside out, through slots and open shadow roots; also of one that does not leave its
 * shadow root, as `submit` and `change` do not.
 */
export function pathOf(event: Event): Element[] {
  const nodes = event.composedPath()
  return [...nodes.filter(isElement), ...lineage(nodes[nodes.length - 1])]
}

/** The open shadow root of an element that has one. */
export const shadowOf = (node: Node): ShadowRoot | undefined => {
  const root: unknown = (node as Element).shadowRoot
  return root instanceof ShadowRoot ? root : undefined
}

/** `DOCUMENT_POSITION_FOLLOWING`. */
const FOLLOWING = 4

/** The elements of several roots that match, in the order in which they are drawn. */
export function queryRoots(roots: Iterable<Root>, selector: string): Element[] {
  const found = [...roots].map((root) => [...queryAll(root, selector)])
  const elements = found.flat()
  // Most pages have one root, and those of one root are in order.
  if (found.some(({ length }) => length === elements.length)) return elements
  const paths = elements.map((element) => lineage(element).reverse())
  paths.sort((one, other) => {
    const fork = one.findIndex((element, index) => element !== other[index])
    const own = one[fork]
    return !own || own.compareDocumentPosition(other[fork] ?? own) & FOLLOWING ? -1 : 1
  })
  return paths.map((path) => path[path.length - 1] as Element)
}
