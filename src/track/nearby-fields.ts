import { composedAncestors, matches, queryPage, queryWithin } from '../browser/dom'
import { priceText, quantityText } from '../wire/fields'
import { type AttributeName, has, read, selector } from './attributes'

/** Marks of a selected option. */
const CHOSEN =
  ':checked,[aria-pressed=true],[aria-checked=true],[aria-selected=true],[aria-current]:not([aria-current=false])'

/** Fields whose value counts. The value of a radio button may mean something else. */
const FIELD = 'select,textarea,input:not([type=radio])'

/** Whether an option is selected, by its declared state or otherwise by its own control. */
export function isChosen(option: Element): boolean {
  const declared = read(option, 'selected')
  if (declared !== undefined) return declared !== 'false'
  const isOwn = (sign: Element) =>
    composedAncestors(sign).find((part) => part === option || has(part, 'value')) === option
  return queryWithin(option, CHOSEN).some(isOwn)
}

/** How the text of an element is read. */
const NUMBERS: Partial<Record<AttributeName, (text: string) => string | undefined>> = {
  qty: quantityText,
  price: priceText,
}

/** The value of a field, or otherwise the attribute's own text, or otherwise a number that the element shows. */
function textOf(element: Element, name: AttributeName): string {
  const own = read(element, name)
  if (own && !matches(element, FIELD)) return own
  const { value, textContent } = element as { value?: unknown; textContent?: unknown }
  if (value !== undefined && value !== '') return String(value).trim()
  const text = String(textContent).trim()
  return NUMBERS[name]?.(text) ? text : ''
}

/**
 * Reads an attribute from the first element of a path that has it or contains an element that has it. `undefined` if there is none.
 *
 * @param borders - Attributes that begin another unit: the search stops at an element that contains another element with one of them.
 */
export function readNearby(
  name: AttributeName,
  path: readonly Element[],
  ...borders: readonly AttributeName[]
): string | undefined {
  const [self] = path
  const isOther = (element: Element) =>
    !path.includes(element) && !composedAncestors(element).includes(self as Element)
  for (const element of path) {
    // Searching a long list takes milliseconds, so one search of the page first checks that the attribute exists at all.
    if (element !== self && !queryPage(selector(name))[0]) break
    const candidates = queryWithin(element, selector(name)).filter((one) => has(one, name))
    // If there are several alike (swatches, radio buttons), the selected one counts.
    const found =
      candidates.find(isChosen) ?? candidates.find((one) => !matches(one, '[type=radio]'))
    if (!found) continue
    const isTooFar = queryWithin(element, selector('cart', ...borders)).some(isOther)
    return isTooFar ? undefined : textOf(found, name)
  }
  return undefined
}

/** The selected variant as the tracker's field; empty if the page names none. WooCommerce writes `0` for none. */
export function variantNear(path: readonly Element[]): { readonly variantId?: string } {
  const variantId = readNearby('variant', path, 'product')
  return variantId && variantId !== '0' ? { variantId } : {}
}
