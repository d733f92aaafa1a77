import { html, nothing, render, type TemplateResult } from 'lit-html'
import { categoryPage, categoryUrl, findCategory, newInPage, pageListOf } from '../category-address'
import { startListing } from '../listing/listing'
import { breadcrumb, type ProductRow, pageTitle, part, showProductRow } from '../page-parts'

/** A category, a brand or the new products: all are lists that Browse identifies by a page value. */
export function openCategory(main: HTMLElement): void {
  const { title, path, page } = pageListOf(location.pathname)
  document.title = pageTitle(title)
  const head = part(main, '.list-head')
  head.replaceChildren()
  render(html`${breadcrumb(path)}<h1 dir="auto">${title}</h1>${subcategories(path)}`, head)
  startListing({ page }, part(main, '.list-place'))
}

function subcategories(path: string): TemplateResult | typeof nothing {
  const children = findCategory(path)?.children ?? []
  if (children.length === 0) return nothing
  return html`
    <ul class="subcategories" aria-label="In ${path.replaceAll('>', ', ')}">
      ${children.map(
        ({ name, path: childPath }) => html`
          <li><a href=${categoryUrl(childPath)}>${name}</a></li>
        `,
      )}
    </ul>
  `
}

/** The results of a search. */
export function openSearch(main: HTMLElement): void {
  const parameters = new URLSearchParams(location.search)
  const query = parameters.get('q')?.trim() ?? ''
  const head = part(main, '.list-head')
  head.replaceChildren()
  if (query === '') {
    render(html`<h1>What are you looking for?</h1><p>Type it in the box above.</p>`, head)
    part(main, '.list-place').replaceChildren()
    return
  }
  document.title = pageTitle(query)
  const all = html`<h1>All products</h1>`
  const results = html`<p class="eyebrow">Results for</p><h1 dir="auto">“${query}”</h1>`
  render(query === '*' ? all : results, head)
  const box = document.querySelector<HTMLInputElement>('.search input')
  if (box) box.value = query
  startListing({ query, isExact: parameters.has('exact') }, part(main, '.list-place'))
}

const productRows: readonly ProductRow[] = [
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

const departmentRow = (path: string): ProductRow => ({
  title: path,
  page: categoryPage(path),
  moreUrl: categoryUrl(path),
})

/** The home page; its rows of products are ordinary lists. */
export function openHome(main: HTMLElement): void {
  const places = main.querySelectorAll<HTMLElement>('.product-row')
  for (const [index, place] of places.entries()) {
    const { path } = place.dataset
    const row = path === undefined ? productRows[index] : departmentRow(path)
    if (row) void showProductRow(place, row)
  }
}
