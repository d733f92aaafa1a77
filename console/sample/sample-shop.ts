import { type Catalog, type Column, eachCode, pathOf } from 'svc-tag-service'

/** The lists that shoppers in sample traffic see, and the facets that narrow them. */
export interface SampleShop {
  readonly lists: readonly SampleList[]
  readonly facets: readonly SampleFacet[]
}

/** A category, and a search text that finds the same products. */
export interface SampleList {
  /** The page value for Browse: `categoryPath:"Women>Shoes"`. */
  readonly page: string
  readonly query: string
  readonly products: readonly SampleProduct[]
}

/** One product of a list. */
export interface SampleProduct {
  readonly pid: string
  /** Text with a decimal point. */
  readonly price: string
}

/** A facet with some of its values. */
export interface SampleFacet {
  /** The name used in events: `color_uFilter`. */
  readonly name: string
  readonly position: number
  readonly values: readonly string[]
}

/** More lists would spread the traffic too thin for useful figures. */
const LISTS = 12
const PRODUCTS = 24
const FACETS = 2
const VALUES = 3

const ROWS = 5_000

/** Reads the lists of a catalogue, the largest first. Without categories, there is one list of all products. */
export function sampleShopOf(catalog: Catalog): SampleShop {
  const facets = catalog.columns
    .filter(({ field, values }) => field.isFacet && field.type === 'text' && values.length > 1)
    .slice(0, FACETS)
    .map(facetOf)
  return { lists: listsOf(catalog), facets }
}

function listsOf(catalog: Catalog): SampleList[] {
  const rows = Math.min(catalog.size, ROWS)
  const { categories } = catalog
  const rowsByCode = new Map<number, number[]>()
  for (let row = 0; row < rows; row += 1) {
    eachCode(categories, row, (code) => {
      const own = rowsByCode.get(code) ?? []
      rowsByCode.set(code, own.length < PRODUCTS ? [...own, row] : own)
    })
  }
  const productOf = (row: number) => sampleProduct(catalog.product(row))
  const leaves = categories.nodes.filter(
    ({ children, code }) => children.length === 0 && rowsByCode.has(code),
  )
  const lists = leaves.map((node) => ({
    page: `categoryPath:"${pathOf(node)}"`,
    query: node.name.toLowerCase(),
    products: (rowsByCode.get(node.code) ?? []).map(productOf),
  }))
  if (lists.length > 0) return lists.sort(byFullness).slice(0, LISTS)
  const all = Array.from({ length: Math.min(rows, PRODUCTS) }, (_, row) => productOf(row))
  return all.length === 0 ? [] : [{ page: 'categoryPath:"All"', query: 'all', products: all }]
}

const byFullness = (one: SampleList, other: SampleList) =>
  other.products.length - one.products.length

function sampleProduct({ uniqueId, price }: { uniqueId: string; price?: unknown }): SampleProduct {
  const amount = Number(price)
  return { pid: uniqueId, price: amount > 0 ? amount.toFixed(2) : '10.00' }
}

const facetOf = ({ field, values }: Column): SampleFacet => ({
  name: field.filterField,
  position: field.position,
  values: values.slice(0, VALUES).map(String),
})
