import { render } from 'lit-html'
import type { LiveNews } from '../wire.ts'
import { carryScope } from './console-page'
import { fetchEvents, openConnection, queryOf } from './live-connection'
import {
  firstState,
  type LiveActions,
  type LiveFilter,
  type LiveState,
  noFilter,
  withList,
  withNews,
  withOlder,
  withOlderHidden,
  withOpened,
} from './live-state'
import { liveView } from './live-view'
import { shoppers } from './report-scope'

/** Long enough to read two words. */
const NOTICE_MS = 4_000

const main = document.querySelector('main') as HTMLElement
main.replaceChildren()

const given = new URLSearchParams(location.search)
let state = firstState(filterOf(given), given.get('view') === 'visits' ? 'visits' : 'list')
let connection: ReturnType<typeof openConnection> | undefined
let asking = new AbortController()
/** The news since the list was requested; `undefined` while no request is under way. */
let since: LiveNews[] | undefined
let isDrawing = false
let noticeTimer: ReturnType<typeof setTimeout> | undefined

// A link to one event opens its details.
if (state.filter.event) state = withOpened(state, Number(state.filter.event), true)

function filterOf(query: URLSearchParams): LiveFilter {
  const named = Object.keys(noFilter).map((name) => [name, query.get(name) ?? ''])
  const filter: LiveFilter = Object.fromEntries(named)
  return {
    ...filter,
    state: ['good', 'note', 'bad'].includes(filter.state) ? filter.state : '',
    shoppers: Object.hasOwn(shoppers, filter.shoppers) ? filter.shoppers : '',
  }
}

/** Renders at most once per frame, however many events arrive. */
function show(next: LiveState) {
  state = next
  if (isDrawing) return
  isDrawing = true
  requestAnimationFrame(() => {
    isDrawing = false
    render(liveView(state, actions, Date.now()), main)
  })
}

/** Cancels earlier requests, because their responses are outdated. */
async function refresh() {
  asking.abort()
  asking = new AbortController()
  since = []
  const { signal } = asking
  try {
    const list = await fetchEvents(state.filter, { signal })
    if (signal.aborted) return
    show(withList({ ...state, connection: 'open' }, list, since))
    since = undefined
  } catch {
    if (signal.aborted) return
    since = undefined
    // The connection has failed too; it shows this, and refreshes once the service is back.
    show({ ...state, connection: 'lost' })
  }
}

function connect() {
  connection?.close()
  connection = openConnection(state.filter, {
    onOpen: () => {
      if (state.isPaused) show({ ...state, connection: 'open' })
      else void refresh()
    },
    onNews(news) {
      since?.push(news)
      show(withNews(state, news))
      // A new stream starts a new count for the filter.
      if (news.isReset) connect()
    },
    onLost: () => show({ ...state, connection: 'lost' }),
  })
}

/** Changes the filter or the view, and updates the address. */
function change(filter: LiveFilter, view: LiveState['view']) {
  const { totals, refused, hiddenUpTo } = state
  show({ ...firstState(filter, view), totals, refused, hiddenUpTo })
  const query = queryOf(filter)
  if (view === 'visits') query.set('view', view)
  const kept = new URLSearchParams(location.search).get('compare')
  if (kept) query.set('compare', kept)
  const text = query.toString()
  history.replaceState(null, '', text ? `?${text}` : location.pathname)
  carryScope()
  connect()
}

function notify(notice: string) {
  show({ ...state, notice })
  clearTimeout(noticeTimer)
  noticeTimer = setTimeout(() => show({ ...state, notice: '' }), NOTICE_MS)
}

const actions: LiveActions = {
  onFilter: (wanted) => change({ ...state.filter, ...wanted }, state.view),
  onFollow(whom) {
    change({ ...noFilter, ...whom }, 'visits')
    // The focused button is gone, so keyboard focus moves to the start of the page.
    main.focus()
  },
  onView: (view) => change(state.filter, view),
  onPause() {
    show({ ...state, isPaused: !state.isPaused })
    if (!state.isPaused) void refresh()
  },
  onHideOlder: () => show(withOlderHidden(state)),
  onShowAll() {
    show({ ...state, hiddenUpTo: 0 })
    void refresh()
  },
  async onOlder() {
    const { filter, nextBefore } = state
    if (nextBefore === undefined) return
    const list = await fetchEvents(filter, { before: nextBefore }).catch(() => undefined)
    if (list && filter === state.filter) show(withOlder(state, list))
  },
  onToggle: (id, isOpen) => show(withOpened(state, id, isOpen)),
  async onCopy(text) {
    try {
      await navigator.clipboard.writeText(text)
      notify('Copied.')
    } catch {
      notify('This browser does not let a page copy here. Select the text instead.')
    }
  },
  onRefresh: () => void refresh(),
  onProblem: notify,
}

show(state)
connect()
