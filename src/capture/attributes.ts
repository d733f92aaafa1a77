import { attributeOf } from '../platform/tree'

/** Everything that a page can mark, by the attribute's name without its `data-svc-`. */
export type Mark =
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

/** How the page is read. The only place that knows where a mark comes from. */
export interface Markup {
  /** A CSS selector for the elements that carry one of the marks. */
  readonly selector: (...marks: readonly Mark[]) => string
  /** What an element carries for a mark; `undefined` when it does not carry it. */
  readonly read: (element: Element, mark: Mark) => string | undefined
  /** Attributes that, when set late or changed, make an element worth another look. */
  readonly attributes: readonly string[]
}

const attributeFor = (mark: string) => `data-svc-${mark}`

/** The rest is read at the moment it is needed, so nobody has to hear of its changes. */
const LASTING = 'query page request-id total start product ignore order line qty price events'

/** Marks as `data-svc-` attributes. */
export const attributeMarkup: Markup = {
  selector: (...marks) => marks.map((mark) => `[${attributeFor(mark)}]`).join(),
  read(element, mark) {
    const text = attributeOf(element, attributeFor(mark))
    const trimmed = text?.trim()
    // What React writes for an attribute without a value.
    if (trimmed === 'true' && /^(cart|order)$/.test(mark)) return ''
    // A page value is sent byte for byte, unless it is blank.
    return mark === 'page' && trimmed ? text : trimmed
  },
  attributes: LASTING.split(' ').map(attributeFor),
}

/**
 * Looks at what the shopper does.
 *
 * @param type - The event's, but `click` also for a key that presses something.
 * @param path - The elements it happened to, from the inside out; none of them inert.
 */
export type Watch = (type: string, path: readonly Element[], event: Event) => void

/** The innermost element of a path that carries one of the marks. */
export const carrier = (
  markup: Markup,
  path: readonly Element[],
  ...marks: readonly Mark[]
): Element | undefined =>
  path.find((element) => marks.some((mark) => markup.read(element, mark) !== undefined))

/** Why what is inert does not count. */
export const INERT = 'inside data-svc-ignore'

/** Whether something stands below a `data-svc-ignore`: then nothing it says is believed. */
export const isInert = (markup: Markup, path: readonly Element[]): boolean =>
  carrier(markup, path, 'ignore') !== undefined
