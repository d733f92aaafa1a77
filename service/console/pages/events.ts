import { render } from 'lit-html'
import { type Connection, fetchEvents, openConnection, queryOf } from './live-connection'
import {
  cleared,
  firstState,
  type LiveFilter,
  type LiveState,
  withList,
  withNews,
  withOlder,
  withOpened,
} from './live-state'
import { type LiveActions, liveView } from './live-view'

const main = document.querySelector('main') as HTMLElement
main.replaceChildren()

let state = firstState(filterOf(new URLSearchParams(location.search)))
let connection: Connection | undefined
let asking = new AbortController()
let isDrawing = false

function filterOf(query: URLSearchParams): LiveFilter {
  const given = query.get('state')
  return {
    action: query.get('action') ?? '',
    who: query.get('who') ?? '',
    state: given === 'good' || given === 'bad' ? given : '',
  }
}

/** Draws at most once a frame, however much arrives. */
function show(next: LiveState) {
  state = next
  if (isDrawing) return
  isDrawing = true
  requestAnimationFrame(() => {
    isDrawing = false
    render(liveView(state, actions, Date.now()), main)
  })
}

/** What was asked before is of no interest any more. */
async function refresh() {
  asking.abort()
  asking = new AbortController()
  const { signal } = asking
  try {
    const list = await fetchEvents(state.filter, { signal })
    if (!signal.aborted) show(withList({ ...state, connection: 'open' }, list))
  } catch {
    // The connection has noticed too: it says so, and refreshes when the service is back.
    if (!signal.aborted) show({ ...state, connection: 'lost' })
  }
}

function connect() {
  connection?.close()
  connection = openConnection(state.filter, {
    onOpen: () => {
      if (state.isPaused) show({ ...state, connection: 'open' })
      else void refresh()
    },
    onNews: (news) => show(withNews(state, news)),
    onLost: () => show({ ...state, connection: 'lost' }),
  })
}

const actions: LiveActions = {
  onFilter(change) {
    const filter = { ...state.filter, ...change }
    show({ ...firstState(filter), totals: state.totals, clearedUpTo: state.clearedUpTo })
    const query = queryOf(filter).toString()
    history.replaceState(null, '', query ? `?${query}` : location.pathname)
    connect()
  },
  onPause() {
    show({ ...state, isPaused: !state.isPaused })
    if (!state.isPaused) void refresh()
  },
  onClear: () => show(cleared(state)),
  onShowAll() {
    show({ ...state, clearedUpTo: 0 })
    void refresh()
  },
  async onOlder() {
    const oldest = state.events.at(-1)
    if (!oldest) return
    const { filter } = state
    const list = await fetchEvents(filter, { before: oldest.id }).catch(() => undefined)
    if (list && filter === state.filter) show(withOlder(state, list))
  },
  onToggle: (id, isOpen) => show(withOpened(state, id, isOpen)),
  onCopy: (text) => void navigator.clipboard?.writeText(text).catch(() => undefined),
}

show(state)
connect()
