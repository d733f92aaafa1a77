import { attributeOf } from '../browser/dom'

/** Everything that a page can say about an element, by the attribute's name without its `data-svc-`. */
export type AttributeName =
  | 'query'
  | 'page'
  | 'request-id'
  | 'total'
  | 'start'
  | 'product'
  | 'variant'
  | 'click'
  | 'ignore'
  | 'search'
  | 'search-input'
  | 'facet'
  | 'position'
  | 'value'
  | 'selected'
  | 'facets-apply'
  | 'facets-reset'
  | 'cart'
  | 'qty'
  | 'price'
  | 'order'
  | 'line'
  | 'events'

/** How the page is read. The map part replaces it on pages without attributes. */
export interface Markup {
  /** A CSS selector for the elements with one of these attributes. */
  readonly selector: (...names: readonly AttributeName[]) => string
  /** An attribute's text; `undefined` if the element does not have it. */
  readonly read: (element: Element, name: AttributeName) => string | undefined
  /** Attributes whose change makes an element worth another look. Others are read when something happens. */
  readonly observed: readonly string[]
}

const PREFIX = 'data-svc-'

/** `data-svc-` attributes. */
export const attributeMarkup: Markup = {
  selector: (...names) => names.map((name) => `[${PREFIX}${name}]`).join(),
  read(element, name) {
    const text = attributeOf(element, PREFIX + name)
    const trimmed = text?.trim()
    // React writes `true` for an attribute without a value.
    if (trimmed === 'true' && /^(cart|order)$/.test(name)) return ''
    // A page value is sent byte for byte, unless it is blank.
    return name === 'page' && trimmed ? text : trimmed
  },
  observed: 'query page request-id total start product ignore order line qty price events'
    .split(' ')
    .map((name) => PREFIX + name),
}

/** How this page is read. */
let markup = attributeMarkup

/** Replaces how the page is read. */
export const useMarkup = (replacement: Markup) => {
  markup = replacement
}

/** A template that nobody filled in, or a script's value for nothing. */
export const UNRENDERED = /^(undefined|null|NaN|%s)$|\[object |[{$#]{|[{<][%?]/

/** The text of an element's attribute, as this page is read; empty for an unrendered template. */
export const read: Markup['read'] = (element, name) => {
  const text = markup.read(element, name)
  return text && UNRENDERED.test(text) ? '' : text
}

/** A selector for elements with one of these attributes, as this page is read. */
export const selector: Markup['selector'] = (...names) => markup.selector(...names)

export const has = (element: Element, name: AttributeName): boolean =>
  read(element, name) !== undefined

/** The innermost element of a path with one of these attributes. */
export const closestWith = (
  path: readonly Element[],
  ...names: readonly AttributeName[]
): Element | undefined => path.find((element) => names.some((name) => has(element, name)))

/** The reason for what is not counted inside `data-svc-ignore`. */
export const IGNORED = 'inside data-svc-ignore'

/** Whether a path leads through a `data-svc-ignore`: nothing there counts. */
export const isIgnored = (path: readonly Element[]): boolean =>
  closestWith(path, 'ignore') !== undefined

/** Attributes whose change makes an element worth another look. */
export const observedAttributes = (): readonly string[] => markup.observed
