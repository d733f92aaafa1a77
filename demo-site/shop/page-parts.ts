import { html, nothing, render, type TemplateResult } from 'lit-html'
import type { Sort } from '../../dist/module'
import { type ListReply, listProducts } from './catalog-client'
import { categoryUrl } from './category-address'
import type { ListState } from './listing/list-state'
import { tile, tileSkeletons } from './tile'

/** An element that the page's HTML must contain. Throws an error with the selector if it is missing. */
export function part(root: ParentNode, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}

/** The window's title for a page of the shop. */
export const pageTitle = (title: string): string => `${title} · Alder & Tide`

/** The path from the home page to a category; its last step is a link if the page shows one of its products. */
export function breadcrumb(path: string, isPassedBy = false): TemplateResult {
  const names = path === '' ? [] : path.split('>')
  return html`
    <nav class="breadcrumb" aria-label="Breadcrumb">
      <ol>
        <li><a href="/">Home</a></li>
        ${names.map((name, place) =>
          place === names.length - 1 && !isPassedBy
            ? html`<li aria-current="page">${name}</li>`
            : html`<li><a href=${categoryUrl(names.slice(0, place + 1).join('>'))}>${name}</a></li>`,
        )}
      </ol>
    </nav>
  `
}

/** A short row of products from a longer list. */
export interface ProductRow {
  readonly title: string
  /** The page value that identifies the list for Browse. */
  readonly page: string
  /** The URL of the whole list; absent if it has nothing more to show. */
  readonly moreUrl?: string
  readonly sort?: Sort
}

const ROW_TILES = 4

/** Shows a row of products, grey until they arrive. The page also works without it, so a failure hides it. */
export async function showProductRow(place: HTMLElement, row: ProductRow): Promise<void> {
  const draw = (reply?: ListReply) => render(productRow(row, reply), place)
  place.replaceChildren()
  draw()
  const { page, sort } = row
  await listProducts({ source: { page }, sort, rows: ROW_TILES }, { context: false }).then(
    draw,
    () => {
      place.hidden = true
    },
  )
}

function productRow({ title, page, moreUrl }: ProductRow, reply?: ListReply) {
  return html`
    <div class="product-row-head">
      <h2>${title}</h2>
      ${moreUrl ? html`<a href=${moreUrl}>See all<span class="unseen"> ${title}</span></a>` : nothing}
    </div>
    <div class="grid" data-svc-page=${reply ? page : nothing}
      data-svc-total=${reply?.total ?? nothing} data-svc-start=${reply?.start ?? nothing}
      data-svc-request-id=${reply?.requestId ?? nothing}>
      ${reply ? reply.products.map((product) => tile(product)) : tileSkeletons(ROW_TILES)}
    </div>
  `
}

/** Links to the previous and next pages of a list. */
export function pagerView(
  state: ListState,
  pages: number,
  urlFor: (state: ListState) => string,
): TemplateResult {
  const link = (page: number, label: string, rel: string) =>
    page < 1 || page > pages
      ? html`<span></span>`
      : html`<a href=${urlFor({ ...state, page })} rel=${rel}>${label}</a>`
  return html`
    <nav class="pager" aria-label="Pages">
      ${link(state.page - 1, 'Previous', 'prev')}
      <span>Page ${state.page} of ${pages}</span>
      ${link(state.page + 1, 'Next', 'next')}
    </nav>
  `
}
