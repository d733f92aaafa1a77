import { attributeOf } from '../browser/dom'
import { hooks } from '../browser/hooks'
import { UNRENDERED } from '../wire/fields'

/** The attributes that describe an element, by name without the `data-svc-` prefix. */
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
  | 'cart-done'
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
  /** The attributes that an element has. */
  readonly namesOf: (element: Element) => readonly string[]
  /** Attributes whose change causes the element to be read again. Others are read when an event happens. */
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
  namesOf: (element) =>
    Element.prototype.getAttributeNames
      .call(element)
      .flatMap((name) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : [])),
  observed: 'query page request-id total start product ignore order line qty price events'
    .split(' ')
    .map((name) => PREFIX + name),
}

const markup = (): Markup => hooks.markup ?? attributeMarkup

/** The text of an element's attribute, as this page is read; empty for an unrendered template. */
export const read: Markup['read'] = (element, name) => {
  const text = markup().read(element, name)
  return text && UNRENDERED.test(text) ? '' : text
}

/** A selector for elements with one of these attributes, as this page is read. */
export const selector: Markup['selector'] = (...names) => markup().selector(...names)

export const has = (element: Element, name: AttributeName): boolean =>
  read(element, name) !== undefined

/** For each attribute name, the innermost element on the path that has it. */
type Places = Readonly<Record<string, number>>

/** Cached attributes of an event's path, because one press reads them many times. */
const placesOn = new WeakMap<readonly Element[], Places>()

function readPath(path: readonly Element[]): Places {
  const places: Record<string, number> = { __proto__: null as never }
  path.forEach((element, index) => {
    for (const name of markup().namesOf(element)) places[name] ??= index
  })
  placesOn.set(path, places)
  return places
}

/** The innermost element of a path with one of these attributes. The attributes of a path are read once. */
export function closestWith(
  path: readonly Element[],
  ...names: readonly AttributeName[]
): Element | undefined {
  const places = placesOn.get(path) ?? readPath(path)
  let closest = Number.POSITIVE_INFINITY
  for (const name of names) closest = Math.min(closest, places[name] ?? closest)
  return path[closest]
}

/** The reason logged for an event inside `data-svc-ignore`. */
export const IGNORED = 'inside data-svc-ignore'

/** Whether an element on the path has `data-svc-ignore`; nothing inside it counts. */
export const isIgnored = (path: readonly Element[]): boolean =>
  closestWith(path, 'ignore') !== undefined

/** Attributes whose change causes the element to be read again. */
export const observedAttributes = (): readonly string[] => markup().observed
