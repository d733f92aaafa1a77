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

/** An element's open shadow root. */
export const shadowOf = (element: Element): ShadowRoot | undefined => {
  const root: unknown = element.shadowRoot
  return root instanceof ShadowRoot ? root : undefined
}
