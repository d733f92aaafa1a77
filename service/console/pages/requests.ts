import { render } from 'lit-html'
import type { BrowseRequests } from '../wire.ts'
import { askService } from './console-request'
import { type RequestsActions, type RequestsState, requestsView } from './requests-view'

/** Quick enough to watch a walk through the shop. */
const REFRESH_MS = 2_000

const main = document.querySelector('main') as HTMLElement
main.replaceChildren()

const given = new URLSearchParams(location.search)
let state: RequestsState = {
  status: 'asking',
  answer: undefined,
  isPaused: false,
  filter: { text: given.get('text') ?? '', isUncountedOnly: given.has('uncounted') },
}
let timer: ReturnType<typeof setTimeout> | undefined

function show(next: RequestsState) {
  state = next
  render(requestsView(state, actions, Date.now()), main)
}

async function refresh() {
  clearTimeout(timer)
  try {
    const answer = await askService<BrowseRequests>('/requests/list')
    if (!state.isPaused) show({ ...state, answer, status: 'known' })
  } catch {
    show({ ...state, status: 'lost' })
  }
  if (!state.isPaused) timer = setTimeout(refresh, REFRESH_MS)
}

const actions: RequestsActions = {
  onFilter(change) {
    const filter = { ...state.filter, ...change }
    show({ ...state, filter })
    const query = new URLSearchParams({
      ...(filter.text && { text: filter.text }),
      ...(filter.isUncountedOnly && { uncounted: '1' }),
    }).toString()
    history.replaceState(null, '', query ? `?${query}` : location.pathname)
  },
  onPause() {
    show({ ...state, isPaused: !state.isPaused })
    if (!state.isPaused) void refresh()
  },
}

show(state)
void refresh()
