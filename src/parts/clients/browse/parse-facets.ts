import { listOf, numberOf, type Raw, rawOf, textOf } from './raw'
import type { Crumb, Facet, FacetValue, SelectedFacet } from './reply-types'

/** The contract's flat form: value, count, value, count. */
function counted(flat: unknown): FacetValue[] {
  const all: unknown[] = Array.isArray(flat) ? flat : []
  return all.flatMap((value, index) =>
    index % 2 === 0 ? [{ value: textOf(value) ?? '', count: numberOf(all[index + 1]) }] : [],
  )
}

/** The steps of a path; in the contract each level holds the next. */
export function crumbsOf(breadcrumb: unknown): Crumb[] {
  const { filterField, level, values, child } = rawOf(breadcrumb)
  const steps = listOf(values).map(({ id, name }) => ({
    field: textOf(filterField) ?? '',
    level: numberOf(level),
    id: textOf(id) ?? '',
    name: textOf(name ?? id) ?? '',
  }))
  return child ? [...steps, ...crumbsOf(child)] : steps
}

/** Fields of every facet. Some go only by a name in reports, some only by a field in filters. */
function commonOf({ facetName, filterField, displayName, position, id }: Raw, index: number) {
  const name = textOf(facetName ?? filterField) ?? ''
  return {
    name,
    field: textOf(filterField) ?? name,
    displayName: textOf(displayName) ?? name,
    position: numberOf(position ?? index + 1),
    id: textOf(id),
  }
}

/** Fields of each kind of facet. */
const ownOf = {
  text: ({ values }: Raw) => ({ values: counted(values) }),
  range({ values }: Raw) {
    const range = rawOf(values)
    const gap = numberOf(range.gap)
    return {
      start: numberOf(range.start),
      end: numberOf(range.end),
      gap,
      values: counted(range.counts).map((bound) => ({
        ...bound,
        from: numberOf(bound.value),
        to: numberOf(bound.value) + gap,
      })),
    }
  },
  multilevel: ({ values, level, breadcrumb }: Raw) => ({
    level: numberOf(level),
    breadcrumb: crumbsOf(breadcrumb),
    values: listOf(values).map(({ id, name, count }) => ({
      id: textOf(id) ?? '',
      value: textOf(name) ?? '',
      count: numberOf(count),
    })),
  }),
}

/** Every facet of every kind, by position. */
export const facetsOf = (facets: Raw): Facet[] =>
  Object.entries(ownOf)
    .flatMap(([kind, own]) =>
      listOf(facets[kind]).map(
        (item, index) => ({ kind, ...commonOf(item, index), ...own(item) }) as Facet,
      ),
    )
    .sort((one, other) => one.position - other.position)

/** The selected values, wherever in the answer they are nested: services differ. Lists, so products too, are not looked into. */
export function selectedIn(part: Raw): SelectedFacet[] {
  const here = listOf(part.selected).map((item, index) => ({
    ...commonOf(item, index),
    values: [item.values].flat().flatMap((value) => textOf(value) ?? []),
  }))
  const inner = Object.values(part).filter((member) => !Array.isArray(member))
  return here.length > 0 ? here : inner.flatMap((member) => selectedIn(rawOf(member)))
}
