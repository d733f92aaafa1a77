import { render } from 'lit-html'
import type { Sort } from '../../../src/parts/clients/browse/query'
import { listProducts } from '../catalog-client'
import { categoryPage, categoryUrl } from '../categories'
import { newInPage } from '../page-lists'
import { type Shelf, shelfView } from '../shelf-view'

const ROWS = 4

const shelves: readonly (Shelf & { readonly sort?: Sort })[] = [
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

/** The home page: its shelves are lists like any other. */
export function openHome(main: HTMLElement): void {
  const places = main.querySelectorAll<HTMLElement>('.shelf')
  for (const [index, place] of places.entries()) {
    const shelf = shelves[index]
    if (shelf) void fill(place, shelf)
  }
}

async function fill(place: HTMLElement, shelf: (typeof shelves)[number]) {
  place.replaceChildren()
  render(shelfView(shelf, ROWS), place)
  try {
    const { page, sort } = shelf
    render(
      shelfView(
        shelf,
        ROWS,
        await listProducts({ source: { page }, sort, rows: ROWS }, { context: false }),
      ),
      place,
    )
  } catch {
    // A home page without one of its shelves is still a home page.
    place.hidden = true
  }
}
