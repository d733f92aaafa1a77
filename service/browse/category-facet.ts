import { type CategoryNode, type CategoryTree, wayTo } from '../catalog/categories.ts'
import type { Column } from '../catalog/column.ts'
import { CATEGORY_IDS, CATEGORY_NAMES } from '../catalog/field-columns.ts'
import { countCodes, type Rows } from './selection.ts'

/** One step of the path to a category. */
export interface Crumb {
  readonly filterField: string
  readonly values: readonly { readonly id: string; readonly name?: string }[]
  readonly level: number
  readonly child?: Crumb
}

/** Counts the rows in each category directly below `at`, or in each top category, whose level is 1. */
export function multilevelFacet(
  { field, ...coded }: Column,
  tree: CategoryTree,
  rows: Rows,
  at: CategoryNode | undefined,
) {
  const counts = countCodes(coded, rows)
  const below = (at?.children ?? tree.top).filter(({ code }) => counts[code])
  return {
    filterField: field.filterField,
    level: (at?.level ?? 0) + 1,
    id: CATEGORY_IDS,
    displayName: field.displayName,
    position: field.position,
    values: below.map(({ id, name, code }) => ({ id, name, count: counts[code] ?? 0 })),
    /** The path to the current category; empty at the top. */
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
