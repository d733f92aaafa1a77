import { html, nothing, type TemplateResult } from 'lit-html'
import { timeOfDay } from './format-time'
import { count } from './numbers'
import { dayIn, type ReportScope } from './report-scope'
import { addSampleButton, sampleNote } from './sample-note'
import { scopeForm } from './scope-form'
import { timeZone } from './time-zone'

/** The state of a page with a report. */
export interface ReportState<Report> {
  readonly scope: ReportScope
  /** The last report that came; it stays while the next is on its way. */
  readonly report: Report | undefined
  /** Epoch milliseconds of that report. */
  readonly at: number
  readonly status: 'asking' | 'known' | 'failed'
  /** Why it failed. */
  readonly problem: string
}

/** Actions of a person on it. */
export interface ReportActions {
  onScope(change: Partial<ReportScope>): void
  onRefresh(): void
  onProblem(message: string): void
}

/** Fields of every report. */
interface WithTotals {
  readonly totals: { readonly events: number; readonly bad?: number; readonly sampleUsers: number }
}

/** A page with a report: its title, its scope, and the sections, or why there are none. */
export function reportPage<Report extends WithTotals>(
  title: string,
  state: ReportState<Report>,
  actions: ReportActions,
  sections: (report: Report) => TemplateResult,
): TemplateResult {
  const { report, scope, status } = state
  const onChanged = actions.onRefresh
  return html`
    <div class="head">
      <h1>${title}</h1>
      <p class="status-line">
        <span role="status">${statusText(state)}</span>
        <button class="small" type="button" @click=${actions.onRefresh}>Refresh</button>
      </p>
    </div>
    ${scopeForm(scope, actions.onScope, dayIn(timeZone, Date.now()))}
    ${report ? sampleNote(sampleText(report.totals.sampleUsers), { ...actions, onChanged }) : nothing}
    ${report ? content(report, scope, actions, sections) : nothing}
    ${!report && status === 'failed' ? failed(state, actions) : nothing}
  `
}

const sampleText = (shoppers: number) =>
  shoppers === 0
    ? ''
    : `With sample traffic of ${count(shoppers)} shoppers, invented by this service.`

function statusText({ status, at, problem }: ReportState<unknown>): string {
  if (status === 'failed') return problem
  return status === 'asking' ? 'Counting…' : `As of ${timeOfDay(at)}`
}

function content<Report extends WithTotals>(
  report: Report,
  scope: ReportScope,
  actions: ReportActions,
  sections: (report: Report) => TemplateResult,
) {
  const { events, bad = 0 } = report.totals
  return events + bad > 0 ? sections(report) : nothingYet(scope, actions)
}

const failed = ({ problem }: ReportState<unknown>, { onRefresh }: ReportActions) => html`
  <div class="empty">
    <h2>${problem}</h2>
    <p>It may be stopped, or starting.</p>
    <button type="button" @click=${onRefresh}>Try again</button>
  </div>
`

function nothingYet({ from, to, visit, who }: ReportScope, actions: ReportActions) {
  const { onScope, onRefresh } = actions
  const isAllTime = from === '' && to === ''
  return html`
    <div class="empty">
      <h2>${isAllTime ? 'Nothing to count yet.' : 'Nothing to count in this time.'}</h2>
      <p>${reasonOf(visit, who)}</p>
      <p class="empty-steps">
        ${visit === '' ? html`<a class="button" href="/">Open the shop</a>` : nothing}
        ${
          isAllTime && visit === '' && who !== 'agents'
            ? nothing
            : html`<button type="button" @click=${() => onScope({ from: '', to: '', visit: '', who: 'both' })}>
                Show everything
              </button>`
        }
        ${addSampleButton({ ...actions, onChanged: onRefresh })}
      </p>
    </div>
  `
}

function reasonOf(visit: string, who: ReportScope['who']): string {
  if (visit !== '') return 'No event of this visit was found. The id must be whole.'
  if (who === 'agents') return 'No browser agent has shopped in this time.'
  return 'Walk through the shop; the numbers come from its events.'
}
