import type { Catalog } from './catalog.ts'
import type { Column } from './column.ts'

/**
 * Returns the catalogue with other display names, by field name in the feed: `{ color: 'Colour' }`. Facets,
 * reports and the assistant use them. Other fields keep their names; unknown fields are ignored.
 */
export function withDisplayNames(
  catalog: Catalog,
  names: Readonly<Record<string, string>>,
): Catalog {
  // Each column must remain a single object, because its ranks are cached by object.
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
