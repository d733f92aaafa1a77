import {
  CATEGORY_IDS,
  CATEGORY_NAMES,
  type Catalog,
  type CategoryNode,
  displayName,
  wayTo,
} from 'svc-tag-service'

/** Readable names for the identifiers in events. */
export type Labels = ReturnType<typeof createLabels>

/** `field:"value"` or `field:value`. */
const PAGE = /^([\w.-]+):"?(.*?)"?$/s

/** `[10 TO 50]`, the range syntax of filters. */
const RANGE = /^\[(.+) TO (.+)\]$/

/** Takes names from the catalogue; other identifiers are only spelled out. */
export function createLabels(catalog: Catalog) {
  const fieldName = (name: string) => {
    const field = catalog.column(name)?.field
    const facet = field && catalog.column(field.facet)?.field
    return facet?.displayName ?? spelled(name)
  }

  function categoryName(path: string, find: (path: string) => CategoryNode | undefined): string {
    const node = find(path)
    const names = node ? wayTo(node).map(({ name }) => name) : path.split('>')
    return names.map((name) => name.trim()).join(' › ')
  }

  function pageLabel(page: string): string {
    const [, field = CATEGORY_NAMES, value = page] = PAGE.exec(page) ?? []
    if (field === CATEGORY_NAMES) return categoryName(value, catalog.categories.byNames)
    if (field === CATEGORY_IDS) return categoryName(value, catalog.categories.byIds)
    return value === 'true' ? fieldName(field) : `${fieldName(field)}: ${value}`
  }

  function valueLabel(facet: string, value: string): string {
    const [, low, high] = RANGE.exec(value) ?? []
    if (low !== undefined) return `${low} to ${high}`
    const isPath = catalog.column(facet)?.field.type === 'category'
    return isPath ? value.split('>').join(' › ') : value
  }

  return {
    /** `page:categoryPath:"Women>Shoes"` becomes `Women › Shoes`; a search text is quoted. */
    list(list: string): string {
      const name = list.slice(list.indexOf(':') + 1)
      if (list === '') return 'No list'
      return list.startsWith('page:') ? pageLabel(name) : `“${name}”`
    },
    /** `color_uFilter` and `Red` become `Color: Red`. */
    facet: (facet: string, value: string): string =>
      `${fieldName(facet)}: ${valueLabel(facet, value)}`,
    /** A product's title; empty if the catalogue lacks the product. */
    product(pid: string): string {
      const title = catalog.find(pid)?.title
      return typeof title === 'string' ? title : ''
    },
  }
}

/** Text that is not an identifier stays as it is. */
const spelled = (name: string): string => (/^[\w.-]+$/.test(name) ? displayName(name) : name)
