import { lineage, matches, queryDrawn } from '../platform/tree'
import type { Mark, Markup } from './attributes'

/** Signs by which a page shows that something is chosen. */
const CHOSEN =
  ':checked,[aria-pressed=true],[aria-checked=true],[aria-selected=true],[aria-current]:not([aria-current=false])'

/** Fields whose value says it; a radio's value need not. */
const FIELD = 'select,textarea,input:not([type=radio])'

/** Whether an option is chosen: as it declares itself, else by what it or a control in it shows. */
export function isChosen(option: Element, markup: Markup): boolean {
  const declared = markup.read(option, 'selected')
  if (declared !== undefined) return declared !== 'false'
  const isOwn = (sign: Element) =>
    lineage(sign).find((part) => markup.read(part, 'value') !== undefined || part === option) ===
    option
  return queryDrawn(option, CHOSEN).some(isOwn)
}

/** What an element says for a mark: a field its value, anything else the mark's own text. */
const saidBy = (element: Element, mark: Mark, markup: Markup): string => {
  const own = markup.read(element, mark)
  const { value } = element as { value?: unknown }
  return own && !matches(element, FIELD) ? own : String(value ?? '')
}

/** Finds, of several elements marked alike (swatches, radios), the chosen one. */
function pick(candidates: readonly Element[], markup: Markup): Element | undefined {
  return (
    candidates.find((element) => isChosen(element, markup)) ??
    candidates.find((element) => !matches(element, '[type=radio]'))
  )
}

/**
 * Reads a mark from the first element of a path that carries it or has something in it that does: a form field's value,
 * else the mark's own text. `undefined` when there is none.
 *
 * @param borders - Marks that begin something else: what has another one of them in it is too far.
 */
export function readNear(
  markup: Markup,
  mark: Mark,
  path: readonly Element[],
  ...borders: readonly Mark[]
): string | undefined {
  const [self] = path
  const isOther = (element: Element) =>
    !path.includes(element) && !(self && lineage(element).includes(self))
  const candidatesIn = (element: Element) =>
    queryDrawn(element, markup.selector(mark)).filter(
      (candidate) => markup.read(candidate, mark) !== undefined,
    )
  for (const element of path) {
    if (queryDrawn(element, markup.selector('cart', ...borders)).some(isOther)) break
    const found = pick(candidatesIn(element), markup)
    if (found) return saidBy(found, mark, markup)
  }
  return undefined
}

/** The variant chosen, as the tracker's field; none where the page names none. */
export function variantOf(
  markup: Markup,
  path: readonly Element[],
): { readonly variantId?: string } {
  const variantId = readNear(markup, 'variant', path, 'product')
  return variantId ? { variantId } : {}
}
