import type { Catalog } from '../catalog/catalog.ts'
import { type CategoryNode, pathOf } from '../catalog/categories.ts'
import type { Column } from '../catalog/column.ts'
import { CATEGORY_NAMES } from '../catalog/field-columns.ts'
import { multilevelFacet } from './category-facet.ts'
import type { Filter } from './match-filter.ts'
import { rangeFacet, textFacet } from './range-facet.ts'
import type { FacetsWanted } from './read-query.ts'
import { allRows, type Limits, rowsWith, type Selection } from './selection.ts'

/** The facets of a reply. */
export type Facets = ReturnType<typeof facetsOf>

/** Computes every facet of a selection; fields without a value in it are omitted. */
export function facetsOf(
  catalog: Catalog,
  selection: Selection,
  { isMultilevel, isMultiselect }: FacetsWanted,
  at: CategoryNode | undefined,
) {
  const shown = catalog.columns.filter(({ field }) => field.isFacet)
  const ofType = (type: string) => shown.filter(({ field }) => field.type === type)
  const rowsFor = (column: Column) =>
    isMultiselect ? selection.rowsWithout(column) : selection.rows

  const categories = isMultilevel ? ofType('category') : []
  return {
    multilevel: {
      list: categories
        .map((column) => multilevelFacet(column, catalog.categories, rowsFor(column), at))
        .filter(({ values }) => values.length > 0),
    },
    range: {
      list: ofType('number').flatMap((column) => rangeFacet(column, rowsFor(column)) ?? []),
    },
    text: {
      list: ofType('text')
        .map((column) => textFacet(column, rowsFor(column)))
        .filter(({ values }) => values.length > 0),
    },
  }
}

/** The current category: the category filter, else the page. */
export function placeOf(
  { categories }: Catalog,
  { page, categoryFilter }: Limits,
): CategoryNode | undefined {
  const [deepest] = [categoryFilter, page].flatMap((filter) => nodeOf(filter, categories.nodes))
  return deepest
}

function nodeOf(filter: Filter | undefined, nodes: readonly CategoryNode[]): CategoryNode[] {
  if (filter?.column.field.type !== 'category') return []
  const node = nodes[filter.accepted.indexOf(1)]
  return node ? [node] : []
}

/** A facet with the values chosen in it. */
export type SelectedFacet = ReturnType<typeof selectedFacets>[number]

/**
 * The choices by facet, including the category filter. A choice by ids (`brandId`) is reported as a choice of
 * names in the visible facet (`brand`).
 */
export function selectedFacets(catalog: Catalog, { filters, categoryFilter }: Limits) {
  const all = (categoryFilter ? [categoryFilter, ...filters] : filters).map((filter) =>
    asShown(catalog, filter),
  )
  const columns = new Set(all.map(({ column }) => column))
  return [...columns].map((column) => {
    const { name, filterField, displayName, position } = column.field
    const choices = all.filter((choice) => choice.column === column)
    return {
      facetName: filterField,
      displayName,
      values: [...new Set(choices.flatMap(({ values }) => values))],
      id: name,
      position,
      filterField,
    }
  })
}

/** A filter's choices, in the terms of the visible facet for its field. */
function asShown(catalog: Catalog, filter: Filter) {
  const { column, choices } = filter
  const { name, facet, type, level } = column.field
  const shown = level === 'product' ? catalog.column(facet) : undefined
  if (!shown || facet === name) return { column, values: choices }
  const values =
    type === 'category' ? pathsOf(catalog, filter) : valuesBeside(catalog, filter, shown)
  // An id that no product has is reported as it was given, because it has no name.
  const unknown = choices.filter((one) => !RANGE.test(one) && column.codeOf(one) === undefined)
  return { column: shown, values: [...values, ...unknown] }
}

const RANGE = /^\[.+ TO .+\]$/

const pathsOf = ({ categories }: Catalog, { accepted }: Filter): readonly string[] =>
  categories.nodes.flatMap((node) => (accepted[node.code] ? [pathOf(node)] : []))

/** The values that another field has in the matching rows: the name that belongs to an id. */
function valuesBeside(
  { size }: Catalog,
  { column, accepted }: Filter,
  other: Column,
): readonly string[] {
  const beside = new Map<number, string>()
  for (const row of rowsWith(allRows(size), column, accepted)) {
    const names = codesAt(other, row)
    for (const [place, code] of codesAt(column, row).entries()) {
      const name = names[place]
      if (accepted[code] && name !== undefined) beside.set(code, String(other.values[name]))
    }
  }
  return [...new Set(beside.values())]
}

const codesAt = ({ codes, offsets }: Column, row: number) =>
  codes.subarray(offsets[row], offsets[row + 1])

/** The field used for a page's breadcrumb: ids if the request used ids. */
export function breadcrumbField({ page, categoryFilter }: Limits): string {
  const filter = [categoryFilter, page].find((own) => own?.column.field.type === 'category')
  return filter?.column.field.name ?? CATEGORY_NAMES
}
