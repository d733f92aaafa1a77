import { render } from 'lit-html'
import {
  hasAssistant,
  type ListQuery,
  type ListReply,
  type ListSource,
  listProducts,
} from '../catalog-client'
import { closeSheet, openSheet } from './filter-place'
import {
  isNarrowed,
  type ListState,
  listStateQuery,
  readListState,
  type SortKey,
  sorts,
  untouched,
  withSizesInOrder,
  withToggled,
} from './list-state'
import { type ListModel, listView } from './list-view'

/** Twenty-four tiles fill two, three or four columns. */
const ROWS = 24

/**
 * Fills an element with a list and its filters, and updates them with the shopper's choices, sorting and history navigation. A late
 * response to an earlier choice never replaces the response to a later one.
 */
export function startListing(source: ListSource, place: HTMLElement): void {
  let state = readListState(location.search)
  let reply: ListReply | undefined
  let status: ListModel['status'] = 'loading'

  const isWide = matchMedia('(min-width: 60rem)')
  const search = 'query' in source ? source : undefined
  let canAsk = false
  const urlFor = (next: ListState) => location.pathname + listStateQuery(next, search)

  function draw() {
    const wide = isWide.matches
    const model = { source, state, reply, status, urlFor, rows: ROWS, isWide: wide, canAsk }
    render(listView(model, actions), place)
  }

  async function load() {
    status = 'loading'
    draw()
    try {
      const answer = await listProducts(queryFor(source, state), { latest: 'list' })
      reply = { ...answer, facets: withSizesInOrder(answer.facets) }
      status = 'ready'
      if (search && !isNarrowed(state) && isUnanswered(reply)) void offerAssistant()
    } catch (error) {
      // A newer choice has replaced this one, and will render.
      if (error instanceof Error && 'fault' in error && error.fault === 'aborted') return
      status = 'failed'
    }
    draw()
  }

  async function offerAssistant() {
    canAsk = await hasAssistant()
    draw()
  }

  function choose(next: ListState) {
    state = next
    history.pushState(null, '', urlFor(state))
    void load()
  }

  const actions = {
    toggle: (field: string, value: string) => choose(withToggled(state, field, value)),
    setPrice: (price: ListState['price']) => choose({ ...state, price, page: 1 }),
    sort: (sort: SortKey) => choose({ ...state, sort, page: 1 }),
    clear: () => choose({ ...untouched, sort: state.sort }),
    retry: () => void load(),
    openFilters: () => openSheet(place),
  }

  addEventListener('popstate', () => {
    state = readListState(location.search)
    void load()
  })
  isWide.addEventListener('change', () => {
    closeSheet(place)
    draw()
  })
  place.replaceChildren()
  void load()
}

/** No product has all the words, which the assistant may understand. */
const isUnanswered = ({ total, reading }: ListReply) =>
  total === 0 || (reading?.unused.length ?? 0) > 0

function queryFor(source: ListSource, { filters, price, sort, page }: ListState): ListQuery {
  const filter = price ? { ...filters, price } : filters
  return { source, filter, sort: sorts[sort].wire, pageIndex: page - 1, rows: ROWS }
}
