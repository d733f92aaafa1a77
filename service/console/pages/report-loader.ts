import { render, type TemplateResult } from 'lit-html'
import { timeZone } from './console-page'
import type { ReportActions, ReportState } from './report-page'
import { addressOf, dayIn, type ReportScope, scopeFrom } from './report-scope'

/** The part of the address that selects a list, product or facet value; empty for the whole report. */
export const itemParameters = (): URLSearchParams => {
  const given = new URLSearchParams(location.search)
  return new URLSearchParams(
    [...given].filter(([name]) => ['kind', 'name', 'value'].includes(name)),
  )
}

/** How a page loads its report and shows it. */
export interface ReportLoader<Report> {
  /** Requests the report. @throws Error with a message for the user. */
  load(scope: ReportScope, signal: AbortSignal): Promise<Report>
  /** Requests the parts that take too long for the first screen. */
  complete?(report: Report, signal: AbortSignal): Promise<Report>
  view(state: ReportState<Report>, actions: ReportActions): TemplateResult
  onShown?(report: Report): void
}

/** Runs a report page: requests the report at once, and again when the scope changes. */
export function startReport<Report>({ load, complete, view, onShown }: ReportLoader<Report>): void {
  const main = document.querySelector('main') as HTMLElement
  main.replaceChildren()
  let asking = new AbortController()
  let state: ReportState<Report> = {
    scope: scopeFrom(new URLSearchParams(location.search), dayIn(timeZone, Date.now())),
    report: undefined,
    at: 0,
    status: 'asking',
    problem: '',
  }

  function show(next: ReportState<Report>) {
    state = next
    render(view(state, actions), main)
  }

  /** Cancels earlier requests, because their responses are outdated. */
  async function ask() {
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    show({ ...state, status: 'asking' })
    try {
      let report = await load(state.scope, signal)
      if (complete) {
        show({ ...state, report })
        onShown?.(report)
        report = await complete(report, signal)
      }
      show({ ...state, report, at: Date.now(), status: 'known' })
      onShown?.(report)
    } catch (error) {
      // The page shows the problem and keeps the numbers it has.
      if (!signal.aborted) show({ ...state, status: 'failed', problem: problemOf(error) })
    }
  }

  const actions: ReportActions = {
    onScope(change) {
      const scope = { ...state.scope, ...change }
      show({ ...state, scope })
      history.replaceState(
        null,
        '',
        `?${new URLSearchParams([...itemParameters(), ...addressOf(scope)])}`,
      )
      void ask()
    },
    onRefresh: () => void ask(),
    onProblem: (problem) => show({ ...state, status: 'failed', problem }),
  }

  void ask()
}

/** `fetch` rejects with a TypeError if the service is unreachable. */
const problemOf = (error: unknown): string =>
  error instanceof TypeError ? 'The service does not respond.' : (error as Error).message
