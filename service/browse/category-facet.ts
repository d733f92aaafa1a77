import { type CategoryNode, type CategoryTree, wayTo } from '../catalog/categories.ts'
import type { Column } from '../catalog/column.ts'
import { CATEGORY_IDS, CATEGORY_NAMES } from '../catalog/field-columns.ts'
import { countCodes, type Rows } from './selection.ts'

/** The categories one level below the current one. */
export interface MultilevelFacet {
  readonly filterField: string
  readonly level: number
  /** The field that `category-filter-id` filters by. */
  readonly id: string
  readonly displayName: string
  readonly position: number
  readonly values: readonly CategoryCount[]
  readonly breadcrumb: Crumb | Record<string, never>
}

interface CategoryCount {
  readonly id: string
  readonly name: string
  readonly count: number
}

/** One step of the path to a category. */
export interface Crumb {
  readonly filterField: string
  readonly values: readonly { readonly id: string; readonly name?: string }[]
  readonly level: number
  readonly child?: Crumb
}

/** Counts the rows in each category directly below `at`, or in each top category. */
export function multilevelFacet(
  { field, ...coded }: Column,
  tree: CategoryTree,
  rows: Rows,
  at: CategoryNode | undefined,
): MultilevelFacet {
  const counts = countCodes(coded, rows)
  const below = (at?.children ?? tree.top).filter(({ code }) => counts[code])
  return {
    filterField: field.filterField,
    level: (at?.level ?? 0) + 1,
    id: CATEGORY_IDS,
    displayName: field.displayName,
    position: field.position,
    values: below.map(({ id, name, code }) => ({ id, name, count: counts[code] ?? 0 })),
    breadcrumb: breadcrumb(at, CATEGORY_NAMES, ({ id, name }) => ({ id, name })) ?? {},
  }
}

/** The path to a category from the top; each step contains the next. */
export function breadcrumb(
  at: CategoryNode | undefined,
  filterField: string,
  crumbOf: (node: CategoryNode) => Crumb['values'][number],
): Crumb | undefined {
  return wayTo(at).reduceRight<Crumb | undefined>(
    (child, node) => ({
      filterField,
      values: [crumbOf(node)],
      level: node.level,
      ...(child && { child }),
    }),
    undefined,
  )
}
