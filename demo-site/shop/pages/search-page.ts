import { html, render } from 'lit-html'
import { startListing } from '../listing/listing'
import { pageTitle, part } from '../page-parts'

/** The results of a search. */
export function openSearch(main: HTMLElement): void {
  const query = new URLSearchParams(location.search).get('q')?.trim() ?? ''
  const head = part(main, '.list-head')
  head.replaceChildren()
  if (query === '') {
    render(html`<h1>What are you looking for?</h1><p>Type it in the box above.</p>`, head)
    part(main, '.list-place').replaceChildren()
    return
  }
  document.title = pageTitle(query)
  render(html`<p class="eyebrow">Results for</p><h1 dir="auto">“${query}”</h1>`, head)
  const box = document.querySelector<HTMLInputElement>('.search input')
  if (box) box.value = query
  startListing({
    source: { query },
    place: part(main, '.list-place'),
  })
}
