import { html, nothing, type TemplateResult } from 'lit-html'
import type { ListReply } from './catalog-client'
import { tile, tileSkeletons } from './tile'

/** A short row of products from a longer list. */
export interface ProductRow {
  readonly title: string
  /** The page value that Browse knows the list by. */
  readonly page: string
  /** Where the whole list is; absent when there is nothing more to see. */
  readonly moreUrl?: string
}

/** Draws a row of products; grey tiles until they are here. */
export function productRowView(row: ProductRow, rows: number, reply?: ListReply): TemplateResult {
  const { title, page, moreUrl } = row
  return html`
    <div class="product-row-head">
      <h2>${title}</h2>
      ${moreUrl ? html`<a href=${moreUrl}>See all<span class="unseen"> ${title}</span></a>` : nothing}
    </div>
    <div
      class="grid"
      data-svc-page=${reply ? page : nothing}
      data-svc-total=${reply?.total ?? nothing}
      data-svc-start=${reply?.start ?? nothing}
      data-svc-request-id=${reply?.requestId ?? nothing}
    >
      ${reply ? reply.products.map((product) => tile(product)) : tileSkeletons(rows)}
    </div>
  `
}
