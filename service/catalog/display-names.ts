import type { Catalog } from './catalog.ts'
import type { Column } from './column.ts'

/**
 * The catalogue with other names for people, by the name of the field in the feed: `{ color: 'Colour' }`. Facets, reports and the
 * assistant take them. Fields without one keep theirs; names of no field are ignored.
 */
export function withDisplayNames(
  catalog: Catalog,
  names: Readonly<Record<string, string>>,
): Catalog {
  // Each column stays one object: the ranks of its values are kept by it.
  const renamed = new Map<Column, Column>()
  const rename = (column: Column): Column => {
    const known = renamed.get(column)
    if (known) return known
    const { name } = column.field
    const displayName = Object.hasOwn(names, name) ? names[name] : undefined
    const own = displayName ? { ...column, field: { ...column.field, displayName } } : column
    renamed.set(column, own)
    return own
  }
  return {
    ...catalog,
    columns: catalog.columns.map(rename),
    variants: { ...catalog.variants, columns: catalog.variants.columns.map(rename) },
    column(name) {
      const column = catalog.column(name)
      return column && rename(column)
    },
  }
}
