import { html, nothing, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { repeat } from 'lit-html/directives/repeat.js'
import type { ListReply, ListSource } from '../catalog-client'
import { pagerView } from '../page-parts'
import { coloursIn, tile, tileSkeletons } from '../tile'
import { chipsView, type FilterActions, type FilterModel, filterPlace } from './filter-place'
import { isNarrowed, type ListState, type SortKey, sorts } from './list-state'
import { askButton, listName, type NoteModel, searchNote } from './search-note'

/** The state from which a list is rendered. */
export interface ListModel extends FilterModel, NoteModel {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly rows: number
  /** The URL of the same list with other choices. */
  urlFor(state: ListState): string
}

/** Actions of the shopper on a list. */
export interface ListActions extends FilterActions {
  sort(key: SortKey): void
  retry(): void
  openFilters(): void
}

/**
 * A list with its filters. The tag's markup is on their common parent, so that the filters belong to this list even if the page has others.
 */
export function listView(model: ListModel, actions: ListActions): TemplateResult {
  const { source, reply } = model
  return html`
    ${searchNote(model)}
    <div class="list" data-svc-query=${reply && 'query' in source ? listName(source, reply) : nothing}
      data-svc-page=${reply && 'page' in source ? source.page : nothing}
      data-svc-total=${reply?.total ?? nothing} data-svc-start=${reply?.start ?? nothing}
      data-svc-request-id=${reply?.requestId ?? nothing}>
      ${filterPlace(model, actions)}
      <div class="results-place">${resultsView(model, actions)}</div>
    </div>
  `
}

function resultsView(model: ListModel, actions: ListActions) {
  const { reply, status, state } = model
  return html`
    <div class="list-tools">
      <p class="list-count" role="status">${countText(model)}</p>
      <button type="button" class="button button-quiet filters-button" @click=${actions.openFilters}>
        Filters${isNarrowed(state) ? ` (${chosenCount(state)})` : ''}
      </button>
      ${sortSelect(state, actions)}
    </div>
    ${chipsView(state, reply?.facets ?? [], actions)}
    ${status === 'failed' ? failure(actions) : results(model, actions)}
  `
}

function results(model: ListModel, actions: ListActions) {
  const { reply, status, state, rows } = model
  if (!reply) return html`<div class="grid">${tileSkeletons(8)}</div>`
  const pages = Math.ceil(reply.total / rows)
  return html`
    <section class="results ${status === 'loading' ? 'is-loading' : ''}" aria-label="Products"
      aria-busy=${status === 'loading'}>
      ${reply.products.length > 0 ? grid(model.source, reply, state) : nothingFound(model, actions)}
    </section>
    ${pages > 1 ? pagerView(state, pages, model.urlFor) : nothing}
  `
}

/** The colours that the filters or the search words ask for. */
const coloursAsked = (source: ListSource, { color_uFilter }: ListState['filters']) =>
  color_uFilter ?? ('query' in source ? coloursIn(source.query) : [])

const grid = (source: ListSource, { products }: ListReply, { filters }: ListState) => html`
  <div class="grid">
    ${repeat(
      products,
      ({ id }) => id,
      (product, place) =>
        tile(product, { isEarly: place < 8, colours: coloursAsked(source, filters) }),
    )}
  </div>
`

function nothingFound({ source, state, canAsk }: ListModel, actions: ListActions) {
  if (isNarrowed(state))
    return html`
      <div class="note">
        <h2>No products match all of these filters</h2>
        <p>Remove one, or start again.</p>
        <button type="button" class="button" data-svc-facets-reset @click=${actions.clear}>
          Clear all filters
        </button>
      </div>
    `
  if ('query' in source)
    return html`
      <div class="note">
        <h2>We found nothing for “${source.query}”</h2>
        ${canAsk ? html`<p>${askButton(source)}</p>` : nothing}
        <p>Check the spelling, try a more general word, or look around:</p>
        <p class="ways-on"><a class="button" href="/c/Women">Women</a>
        <a class="button" href="/c/Men">Men</a> <a class="button" href="/c/Home">Home</a></p>
      </div>
    `
  return html`
    <div class="note">
      <h2>Nothing here yet</h2>
      <p>We are still choosing what belongs on this shelf. Come back soon.</p>
      <a class="button" href="/">See what is new</a>
    </div>
  `
}

const failure = (actions: ListActions) => html`
  <div class="note" role="alert">
    <h2>The products could not be loaded</h2>
    <p>Something went wrong on the way. Your filters are still set.</p>
    <button type="button" class="button" @click=${actions.retry}>Try again</button>
  </div>
`

function sortSelect({ sort }: ListState, actions: ListActions) {
  const change = (event: Event) =>
    actions.sort((event.currentTarget as HTMLSelectElement).value as SortKey)
  return html`
    <label class="sort">
      <span>Sort by</span>
      <select @change=${change} .value=${live(sort)}>
        ${Object.entries(sorts).map(
          ([key, { label }]) =>
            html`<option value=${key} ?selected=${key === sort}>${label}</option>`,
        )}
      </select>
    </label>
  `
}

function countText({ reply, status }: ListModel): string {
  if (status === 'failed') return ''
  if (!reply) return 'Loading…'
  return reply.total === 1 ? '1 product' : `${reply.total.toLocaleString('en')} products`
}

const chosenCount = ({ filters, price }: ListState) =>
  Object.values(filters).flat().length + (price ? 1 : 0)
