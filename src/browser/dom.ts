import { getOwn } from '../wire/fields'
import { hooks } from './hooks'

/** `document` read through its prototype, because an image named `referrer` hides `document.referrer`. */
export const documentValue = <Name extends keyof Document>(name: Name): Document[Name] =>
  Reflect.get(Document.prototype, name, document)

/**
 * An own property of `window`, or `undefined`. Elements that the window exposes by id or name do not count ([named
 * access](https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object)).
 */
export const readGlobal = (name: string): unknown => getOwn(window, name)

/** Sets a property of `window`. Returns whether it was set, because the page may have made the name read-only. */
export function writeGlobal(name: string, value: unknown): boolean {
  try {
    ;(window as unknown as Record<string, unknown>)[name] = value
  } catch {
    // The property is read-only, so the comparison returns false.
  }
  return readGlobal(name) === value
}

/*
 * Access to the page's tree. Every member is read from the prototype, because form fields named `parentNode` or `getAttribute` hide those
 * members of their form, and images hide those of the document (DOM clobbering).
 */

/** A document or an open shadow root, which are the roots that selectors search and mutation observers observe. */
export type Root = Document | ShadowRoot

/** Elements in document order. The browser's own lists create the object of an element only when it is accessed. */
export type Elements = ArrayLike<Element> & Iterable<Element>

const memberOf = <Value>(prototype: object, name: string, node: Node) =>
  Reflect.get(prototype, name, node) as Value

export const isElement = (node: unknown): node is Element => node instanceof Element

/** An attribute's text; `undefined` if the element does not have it. */
export const attributeOf = (element: Element, name: string): string | undefined =>
  Element.prototype.getAttribute.call(element, name) ?? undefined

export const matches = (element: Element, selector: string): boolean =>
  Element.prototype.matches.call(element, selector)

export const isForm = (element: Element): boolean => matches(element, 'form')

function prototypeOf(node: Element | Root): ParentNode {
  if (isElement(node)) return Element.prototype
  return node instanceof ShadowRoot ? ShadowRoot.prototype : Document.prototype
}

/** The descendants of a node that match, in document order. Does not enter shadow roots. */
export const queryAll = (node: Element | Root, selector: string): NodeListOf<HTMLElement> =>
  prototypeOf(node).querySelectorAll.call(node, selector) as NodeListOf<HTMLElement>

/** The open shadow root of an element. */
export const shadowOf = (node: Node): ShadowRoot | undefined => {
  const root: unknown = (node as Element).shadowRoot
  return root instanceof ShadowRoot ? root : undefined
}

/**
 * The parent in the [flat tree](https://drafts.csswg.org/css-scoping/#flattening): an assigned slot
 * comes before the parent node, and a host is the parent of its open shadow root.
 */
export const parentOf = (node: Node): Node | null =>
  node instanceof ShadowRoot
    ? node.host
    : (isElement(node) && memberOf<Node | null>(Element.prototype, 'assignedSlot', node)) ||
      memberOf<Node | null>(Node.prototype, 'parentNode', node)

/** An element and its ancestors in the flat tree, innermost first. Empty if the value is not a node. */
export function composedAncestors(start: unknown): Element[] {
  const path: Element[] = []
  // A page may have replaced `parentNode` with anything.
  for (let node = start; node instanceof Node; node = parentOf(node))
    if (isElement(node)) path.push(node)
  return path
}

/**
 * The elements that an event passes, innermost first, through slots and open shadow roots. `submit`
 * and `change` do not leave their shadow root, but this path continues above it.
 */
export function composedPath(event: Event): Element[] {
  const nodes = event.composedPath()
  return [...nodes.filter(isElement), ...composedAncestors(nodes[nodes.length - 1])]
}

/** The element and its descendants that match, in the order in which they are drawn. The components part also enters shadow roots and slots. */
export const queryWithin = (element: Element, selector: string): Element[] =>
  hooks.queryWithin?.(element, selector) ??
  [element, ...queryAll(element, selector)].filter((part) => matches(part, selector))

/** All elements of the page that match, in the order in which they are drawn. The components part also enters shadow roots and slots. */
export const queryPage = (selector: string): Elements =>
  hooks.queryPage?.(selector) ?? queryAll(document, selector)
