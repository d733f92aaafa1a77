import { render, type TemplateResult } from 'lit-html'
import { askService, timeZone } from './console-page'
import { type ReportActions, type ReportState, reportPage, type WithTotals } from './report-page'
import { addressOf, dayIn, type ReportScope, requestOf, scopeFrom } from './report-scope'

const given = new URLSearchParams(location.search)

/** The parameters of the address that select a list, product or facet value; none for the whole report. */
export const itemParameters = Object.fromEntries(
  [...given].filter(([name]) => ['kind', 'name', 'value'].includes(name)),
)

type Parameters = Readonly<Record<string, string>>

/** Requests numbers for the page's scope. @throws Error with a message for the user. */
export type Ask = <Answer>(path: string, more?: Parameters) => Promise<Answer>

/** How a page loads its report and shows it. */
export interface ReportLoader<Report> {
  /** The path of the report's tables as CSV. */
  readonly tables: string
  load(ask: Ask): Promise<Report>
  /** Requests the parts that take too long for the first screen. */
  complete?(report: Report, ask: Ask): Promise<Report>
  title(report?: Report): string
  sections(report: Report, csvOf: (table: string) => string): TemplateResult
  onShown?(report: Report): void
}

/** Runs a report page: requests the report at once, and again when the scope changes. */
export function startReport<Report extends WithTotals>(loader: ReportLoader<Report>): void {
  const main = document.querySelector('main') as HTMLElement
  main.replaceChildren()
  let asking = new AbortController()
  let state: ReportState<Report> = {
    scope: scopeFrom(given, dayIn(timeZone, Date.now())),
    report: undefined,
    at: 0,
    status: 'asking',
    problem: '',
  }
  let csvOf = (_table: string) => ''

  function show(next: ReportState<Report>) {
    state = next
    const sections = (report: Report) => loader.sections(report, csvOf)
    render(reportPage(loader.title(state.report), state, actions, sections), main)
  }

  function showReport(report: Report, scope: ReportScope, isComplete: boolean) {
    csvOf = (table) => urlOf(loader.tables, scope, { table })
    show({ ...state, report, ...(isComplete && { at: Date.now(), status: 'known' }) })
    loader.onShown?.(report)
  }

  /** Cancels earlier requests, because their responses are outdated. */
  async function load() {
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    const { scope } = state
    const ask: Ask = (path, more) => askService(urlOf(path, scope, more), signal)
    show({ ...state, status: 'asking' })
    try {
      const report = await loader.load(ask)
      showReport(report, scope, !loader.complete)
      if (loader.complete) showReport(await loader.complete(report, ask), scope, true)
    } catch (error) {
      // The page shows the problem and keeps the numbers it has.
      if (!signal.aborted) show({ ...state, status: 'failed', problem: problemOf(error) })
    }
  }

  const actions: ReportActions = {
    onScope(change) {
      const scope = { ...state.scope, ...change }
      show({ ...state, scope })
      const address = { ...itemParameters, ...addressOf(scope) }
      history.replaceState(null, '', `?${new URLSearchParams(address)}`)
      void load()
    },
    onRefresh: () => void load(),
    onProblem: (problem) => show({ ...state, status: 'failed', problem }),
  }

  void load()
}

const urlOf = (path: string, scope: ReportScope, more: Parameters = {}) =>
  `${path}?${new URLSearchParams({ ...more, ...itemParameters, ...requestOf(scope) })}`

/** `fetch` rejects with a TypeError if the service is unreachable. */
const problemOf = (error: unknown): string =>
  error instanceof TypeError ? 'The service does not respond.' : (error as Error).message
