import { attributeOf, composedAncestors, queryWithin } from '../browser/dom'
import { isIgnored, read, selector } from './attributes'
import { defaultList, type List, listContaining } from './known-lists'
import { isChosen } from './nearby-fields'

/* Reads what a facet shows: its name, its values and which are selected, or its range. */

/** The fields that make a range. */
const RANGE = '[type=range],[type=number]'

/** A field or thumb of a range, with the texts of its bounds. */
export interface RangeField {
  readonly type: string
  readonly min: string
  readonly max: string
  readonly value: string
}

/** One value that a facet offers: its text, its position, whether it is selected, and its element. */
export type ShownOption = readonly [
  value: string,
  position: string | undefined,
  isChosen: boolean,
  element: Element,
]

/** What a facet group shows at one moment. The page may redraw or remove the group afterwards. */
export interface ShownFacet {
  readonly group: Element
  readonly list: List | undefined
  readonly facet: string
  readonly position: string | undefined
  readonly options: readonly ShownOption[]
  readonly range: readonly RangeField[]
}

/**
 * The list around a facet, or else the page's only list. This also applies inside a list without a
 * name, because a map may treat the whole page as a list.
 */
export const listOfFacet = (group: Element): List | undefined =>
  listContaining(group) ?? (isIgnored(composedAncestors(group)) ? undefined : defaultList())

const fieldOf = ({ type, min, max, value }: HTMLInputElement): RangeField => ({
  type,
  min,
  max,
  value,
})

/** A thumb that is no field, by its [ARIA values](https://www.w3.org/WAI/ARIA/apg/patterns/slider-multithumb/). */
const thumbOf = (thumb: Element): RangeField => {
  const [value = '', min = '', max = ''] = ['now', 'min', 'max'].map((name) => {
    const text = attributeOf(thumb, `aria-value${name}`)
    return text && String(Number(text))
  })
  return { type: 'range', min, max, value }
}

/** Reads what a facet group shows. */
export function readFacet(group: Element): ShownFacet {
  const fields = queryWithin(group, RANGE).map((field) => fieldOf(field as HTMLInputElement))
  return {
    group,
    list: listOfFacet(group),
    facet: read(group, 'facet') ?? '',
    position: read(group, 'position'),
    options: queryWithin(group, `${selector('value')},option`).flatMap((element) => {
      // A plain `<option>` needs no attribute.
      const own = element instanceof HTMLOptionElement && element.value
      const value = read(element, 'value') || own
      const position = element === group ? undefined : read(element, 'position')
      return value ? [[value, position, isChosen(element), element] as const] : []
    }),
    range: fields.length ? fields : queryWithin(group, '[role=slider]').map(thumbOf),
  }
}

/** The values that are selected. */
export const chosenIn = (options: readonly ShownOption[]): readonly string[] =>
  options.flatMap(([value, , isOn]) => (isOn ? value : []))
