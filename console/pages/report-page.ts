import { html, nothing, type TemplateResult } from 'lit-html'
import type { ReportFrame } from '../analytics/report-type.ts'
import { type Section, sections } from '../sections.ts'
import { addSampleButton, emptyNote, type SampleDeps, sampleNote, shopLink } from './console-page'
import { count, timeOfDay } from './format'
import { type ReportScope, withScope } from './report-scope'
import { scopeBar } from './scope-bar'

/** The state of a page with a report. */
export interface ReportState<Report> {
  readonly scope: ReportScope
  /** The last report received; it stays while the next one is loading. */
  readonly report: Report | undefined
  /** When that report arrived, in epoch milliseconds. */
  readonly at: number
  readonly status: 'asking' | 'known' | 'failed'
  readonly problem: string
}

/** What the user can do on a report page. */
export interface ReportActions extends SampleDeps {
  onScope(change: Partial<ReportScope>): void
}

/** What stands above a report. */
export interface ReportHead extends Pick<Section, 'title' | 'help' | 'doc'> {
  /** The section that the page belongs to. */
  readonly section: string
}

/** A report page: its scope, its title, and the sections, or the reason why there are none. */
export function reportPage<Report extends ReportFrame>(
  { title, help, doc, section }: ReportHead,
  state: ReportState<Report>,
  actions: ReportActions,
  sectionsOf: (report: Report) => TemplateResult,
): TemplateResult {
  const { report, scope, status } = state
  return html`
    ${scopeBar(scope, actions.onScope)}
    <nav class="sections" aria-label="Sections of Analytics">
      ${sections.map(
        (one) =>
          html`<a href=${withScope(one.path)} aria-current=${one.name === section ? 'page' : nothing}
            >${one.title}</a
          >`,
      )}
    </nav>
    <div class="head">
      <h1>${title}</h1>
      <p class="status-line">
        <span role="status">${statusText(state)}</span>
        <button class="small" type="button" @click=${actions.onRefresh}>Refresh</button>
      </p>
    </div>
    <p class="lead quiet">${help} <a href=${doc}>More about this page</a></p>
    ${report ? sampleNote(sampleText(report.totals.sampleUsers), actions) : nothing}
    ${report && hasEvents(report) ? sectionsOf(report) : nothing}
    ${report && !hasEvents(report) ? nothingYet(scope, actions) : nothing}
    ${!report && status === 'failed' ? failed(state, actions) : nothing}
  `
}

const sampleText = (shoppers: number) =>
  shoppers === 0
    ? ''
    : `Includes sample traffic of ${count(shoppers)} shoppers, invented by this service.`

function statusText({ status, at, problem }: ReportState<unknown>): string {
  if (status === 'failed') return problem
  return status === 'asking' ? 'Counting…' : `As of ${timeOfDay(at)}`
}

const hasEvents = ({ totals: { events, bad } }: ReportFrame) => events + bad > 0

const failed = ({ problem }: ReportState<unknown>, { onRefresh }: ReportActions) =>
  emptyNote(
    problem,
    'It may have stopped, or may still be starting.',
    html`<button type="button" @click=${onRefresh}>Try again</button>`,
  )

function nothingYet({ from, to, who }: ReportScope, actions: ReportActions) {
  const isAllTime = from === '' && to === ''
  const isOfAgents = who === 'agents'
  const everything = { from: '', to: '', who: 'both' } as const
  return emptyNote(
    isAllTime ? 'Nothing to count yet.' : 'Nothing to count in this period.',
    isOfAgents
      ? 'No browser agent has shopped in this period.'
      : 'Walk through the shop; the numbers come from its events.',
    [
      shopLink,
      isAllTime && !isOfAgents
        ? nothing
        : html`<button type="button" @click=${() => actions.onScope(everything)}>Show everything</button>`,
      addSampleButton(actions),
    ],
  )
}
