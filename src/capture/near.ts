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

export interface NearDeps {
  readonly markup: Markup
  /** Whether anything in the page carries a mark, as far as is known. */
  readonly isAnywhere: (mark: Mark) => boolean
}

/**
 * Reads a mark from the first element of a path that carries it or has something in it that does: a form field's value,
 * else the mark's own text. `undefined` when there is none.
 *
 * @param borders - Marks that begin something else: what has another one of them in it is too far.
 */
export function readNear(
  { markup, isAnywhere }: NearDeps,
  mark: Mark,
  path: readonly Element[],
  ...borders: readonly Mark[]
): string | undefined {
  const [self] = path
  const isOther = (element: Element) =>
    !path.includes(element) && !(self && lineage(element).includes(self))
  for (const element of path) {
    // To search a long list, and all that it is in, takes milliseconds; to ask the page is worth it only for that.
    if (element !== self && !isAnywhere(mark)) break
    const candidates = queryDrawn(element, markup.selector(mark)).filter(
      (candidate) => markup.read(candidate, mark) !== undefined,
    )
    // Of several that are marked alike (swatches, radios) the chosen one.
    const found =
      candidates.find((candidate) => isChosen(candidate, markup)) ??
      candidates.find((candidate) => !matches(candidate, '[type=radio]'))
    if (!found) continue
    const isTooFar = queryDrawn(element, markup.selector('cart', ...borders)).some(isOther)
    return isTooFar ? undefined : saidBy(found, mark, markup)
  }
  return undefined
}

/** The variant chosen, as the tracker's field; none where the page names none. */
export function variantOf(
  deps: NearDeps,
  path: readonly Element[],
): { readonly variantId?: string } {
  const variantId = readNear(deps, 'variant', path, 'product')
  return { ...(variantId && { variantId }) }
}
