import { html, nothing, type TemplateResult } from 'lit-html'
import { askAssistant, type ListReply, type ListSource, type Search } from '../catalog-client'

/** What the shop tells the shopper about the results of a search. */
export interface NoteModel {
  readonly source: ListSource
  readonly reply: ListReply | undefined
  /** Whether the shop has an assistant that can be asked instead. */
  readonly canAsk: boolean
}

/**
 * Says what was searched for, if it is not what the shopper typed; a screen reader announces it. Words that found nothing together are
 * reported as a search without results, because the products that are shown instead belong to a list of other words.
 */
export function searchNote({ source, reply, canAsk }: NoteModel): TemplateResult | typeof nothing {
  if (!('query' in source)) return nothing
  return html`<div class="search-note" role="status">${reply && noteFor(source, reply, canAsk)}</div>`
}

function noteFor(search: Search, { reading, start }: ListReply, canAsk: boolean) {
  if (!reading) return nothing
  const { query, unused } = reading
  if (unused.length === 0)
    return html`
      <p>Showing results for <strong dir="auto">${query}</strong>.
      <a href=${exactUrl(search)}>Search instead for <bdi>${search.query}</bdi></a></p>
    `
  // Only on the first page: going on to the second is no new search.
  const failed = start === 0 ? search.query : nothing
  return html`
    <p data-svc-query=${failed} data-svc-total=${start === 0 ? 0 : nothing}>
      No product matches all words. Showing products for <strong dir="auto">${query}</strong>;
      ${list.format(unused.map((phrase) => `“${phrase}”`))} ${unused.length === 1 ? 'was' : 'were'} not
      used.
    </p>
    ${canAsk ? html`<p>${askButton(search)}</p>` : nothing}
  `
}

/** Passes the shopper's words on to the assistant. */
export const askButton = ({ query }: Search): TemplateResult => html`
  <button type="button" class="button button-quiet" @click=${() => askAssistant(query)}>
    Ask the shop about <bdi>“${query}”</bdi>
  </button>
`

/** The name under which a list is reported: the words that its products match. */
export const listName = ({ query }: Search, { reading }: ListReply): string =>
  reading && reading.unused.length > 0 ? reading.query : query

const list = new Intl.ListFormat('en')

const exactUrl = ({ query }: Search) =>
  `/search?${new URLSearchParams({ q: query, exact: 'true' })}`
