import { html, type TemplateResult } from 'lit-html'
import type { ListState } from './list-state'

/** Links to the other pages of a list: the first, the last, and those around this one. */
export function pagerView(
  state: ListState,
  pages: number,
  urlFor: (state: ListState) => string,
): TemplateResult {
  const link = (page: number, label: string | number, rel = '') => html`
    <a href=${urlFor({ ...state, page })} rel=${rel} aria-label=${rel ? `${label}` : `Page ${page}`}>
      ${label}
    </a>
  `
  return html`
    <nav class="pager" aria-label="Pages">
      ${state.page > 1 ? link(state.page - 1, 'Previous', 'prev') : html`<span></span>`}
      <ol>
        ${pagesAround(state.page, pages).map((page) => {
          if (page === undefined) return html`<li class="pager-gap" aria-hidden="true">…</li>`
          if (page === state.page)
            return html`<li><span aria-current="page" aria-label="Page ${page}">${page}</span></li>`
          return html`<li>${link(page, page)}</li>`
        })}
      </ol>
      ${state.page < pages ? link(state.page + 1, 'Next', 'next') : html`<span></span>`}
    </nav>
  `
}

/** Page numbers to show; `undefined` stands for those left out. */
export function pagesAround(page: number, pages: number): readonly (number | undefined)[] {
  const near = [1, page - 1, page, page + 1, pages]
  const shown = [...new Set(near)]
    .filter((number) => number >= 1 && number <= pages)
    .sort((one, other) => one - other)
  return shown.flatMap((number, place) => {
    const gap = number - (shown[place - 1] ?? 0)
    return gap > 1 ? [undefined, number] : [number]
  })
}
