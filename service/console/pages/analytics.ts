import { render } from 'lit-html'
import type { AnalyticsReport } from '../analytics/report-type.ts'
import { chartsOf, createChartPainter } from './report-charts'
import { addressOf, requestOf, scopeFrom } from './report-scope'
import { type ReportActions, type ReportState, reportView } from './report-view'

const main = document.querySelector('main') as HTMLElement
main.replaceChildren()

const painter = createChartPainter()
let asking = new AbortController()
let state: ReportState = {
  scope: scopeFrom(new URLSearchParams(location.search)),
  report: undefined,
  at: 0,
  status: 'asking',
}

function show(next: ReportState) {
  state = next
  render(reportView(state, actions, Date.now()), main)
}

function paint() {
  const charts = state.report ? chartsOf(state.report) : {}
  painter.paint(main.querySelectorAll('canvas'), charts)
}

/** What was asked before is of no interest any more. */
async function ask() {
  asking.abort()
  asking = new AbortController()
  const { signal } = asking
  show({ ...state, status: 'asking' })
  try {
    const reply = await fetch(`/analytics/data?${requestOf(state.scope)}`, { signal })
    if (!reply.ok) throw new Error(`/analytics/data: ${reply.status}`)
    const report = (await reply.json()) as AnalyticsReport
    show({ ...state, report, at: Date.now(), status: 'known' })
    paint()
  } catch {
    // The page says so, and keeps the numbers it has.
    if (!signal.aborted) show({ ...state, status: 'lost' })
  }
}

const actions: ReportActions = {
  onScope(change) {
    const scope = { ...state.scope, ...change }
    show({ ...state, scope })
    const query = addressOf(scope).toString()
    history.replaceState(null, '', query ? `?${query}` : location.pathname)
    void ask()
  },
  onRefresh: () => void ask(),
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint)
void ask()
