import { render, type TemplateResult } from 'lit-html'
import type { ReportFrame } from '../analytics/report-type.ts'
import { askService, carryScope, timeZone } from './console-page'
import { type ReportActions, type ReportHead, type ReportState, reportPage } from './report-page'
import { addressOf, dayIn, type ReportScope, requestOf, scopeFrom } from './report-scope'

const given = new URLSearchParams(location.search)

/** The parameters of the address that select a list, product or facet value; none for the whole report. */
export const itemParameters = Object.fromEntries(
  [...given].filter(([name]) => ['kind', 'name', 'value'].includes(name)),
)

type Parameters = Readonly<Record<string, string>>

/** Requests numbers for the page's scope. @throws Error with a message for the user. */
export type Ask = <Answer>(path: string, more?: Parameters) => Promise<Answer>

/** What a page's sections are made with. */
export interface SectionTools {
  /** The URL of a table as CSV. */
  csvOf(table: string): string
  /** Shows the sections again, after something in them was pressed. */
  redraw(): void
}

/** How a page loads its report and shows it. */
export interface ReportLoader<Report> extends Omit<ReportHead, 'title'> {
  /** The path of the report's tables as CSV. */
  readonly tables: string
  load(ask: Ask): Promise<Report>
  title(report?: Report): string
  sections(report: Report, tools: SectionTools): TemplateResult
  onShown?(report: Report): void
}

/** Runs a report page: requests the report at once, and again when the scope changes. */
export function startReport<Report extends ReportFrame>(loader: ReportLoader<Report>): void {
  const main = document.querySelector('main') as HTMLElement
  main.replaceChildren()
  let asking = new AbortController()
  let counted = scopeFrom(given, dayIn(timeZone, Date.now()))
  let state: ReportState<Report> = {
    ...{ scope: counted, report: undefined, at: 0, status: 'asking', problem: '' },
  }

  const tools: SectionTools = {
    csvOf: (table) => urlOf(loader.tables, counted, { table }),
    redraw: () => show(state),
  }

  function show(next: ReportState<Report>) {
    state = next
    const { report } = state
    const head = { ...loader, title: loader.title(report) }
    render(
      reportPage(head, state, actions, (shown) => loader.sections(shown, tools)),
      main,
    )
    document.title = `${head.title} · Analytics`
    if (report) loader.onShown?.(report)
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
      counted = scope
      show({ ...state, report, at: Date.now(), status: 'known' })
    } catch (error) {
      // The page shows the problem and keeps the numbers it has.
      if (!signal.aborted) show({ ...state, status: 'failed', problem: problemOf(error) })
    }
  }

  const actions: ReportActions = {
    onScope(change) {
      const scope = { ...state.scope, ...change }
      const address = { ...itemParameters, ...addressOf(scope) }
      history.replaceState(null, '', `?${new URLSearchParams(address)}`)
      carryScope()
      show({ ...state, scope })
      void load()
    },
    onRefresh: () => void load(),
    onProblem: (problem) => show({ ...state, status: 'failed', problem }),
  }

  void load()
}

const urlOf = (path: string, scope: ReportScope, more: Parameters = {}) => {
  const query = new URLSearchParams({ ...more, ...itemParameters, ...requestOf(scope) })
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}

/** `fetch` rejects with a TypeError if the service is unreachable. */
const problemOf = (error: unknown): string =>
  error instanceof TypeError ? 'The service does not respond.' : (error as Error).message
