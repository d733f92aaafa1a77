import { render } from 'lit-html'
import type { Sort } from '../../../src/parts/clients/browse/query-types'
import { listProducts } from '../catalog-client'
import { categoryPage, categoryUrl, newInPage } from '../category-address'
import { type ProductRow, productRowView } from '../page-parts'

const ROWS = 4

const productRows: readonly (ProductRow & { readonly sort?: Sort })[] = [
  { title: 'New this week', page: newInPage, moreUrl: '/new' },
  {
    title: 'Best rated outdoors',
    page: categoryPage('Outdoor'),
    sort: 'rating desc',
    moreUrl: categoryUrl('Outdoor'),
  },
  {
    title: 'For the house',
    page: categoryPage('Home>Living'),
    moreUrl: categoryUrl('Home>Living'),
  },
]

/** The home page: its rows of products are lists like any other. */
export function openHome(main: HTMLElement): void {
  const places = main.querySelectorAll<HTMLElement>('.product-row')
  for (const [index, place] of places.entries()) {
    const row = productRows[index]
    if (row) void fill(place, row)
  }
}

async function fill(place: HTMLElement, row: (typeof productRows)[number]) {
  place.replaceChildren()
  render(productRowView(row, ROWS), place)
  try {
    const { page, sort } = row
    render(
      productRowView(
        row,
        ROWS,
        await listProducts({ source: { page }, sort, rows: ROWS }, { context: false }),
      ),
      place,
    )
  } catch {
    // A home page without one of its rows is still a home page.
    place.hidden = true
  }
}
