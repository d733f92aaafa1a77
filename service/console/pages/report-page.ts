import { html, nothing, type TemplateResult } from 'lit-html'
import type { Shoppers } from '../analytics/scope.ts'
import {
  addSampleButton,
  emptyNote,
  fieldValue,
  type SampleDeps,
  sampleNote,
  shopLink,
  timeZone,
} from './console-page'
import { count, timeOfDay } from './format'
import { dayIn, lastDays, type Preset, presets, type ReportScope, shoppers } from './report-scope'

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

/** A report that says how many events it counts. */
export interface WithTotals {
  readonly totals: { readonly events: number; readonly bad?: number; readonly sampleUsers: number }
}

/** A report page: its title, its scope, and the sections, or the reason why there are none. */
export function reportPage<Report extends WithTotals>(
  title: string,
  state: ReportState<Report>,
  actions: ReportActions,
  sections: (report: Report) => TemplateResult,
): TemplateResult {
  const { report, scope, status } = state
  return html`
    <div class="head">
      <h1>${title}</h1>
      <p class="status-line">
        <span role="status">${statusText(state)}</span>
        <button class="small" type="button" @click=${actions.onRefresh}>Refresh</button>
      </p>
    </div>
    ${scopeForm(scope, actions.onScope, dayIn(timeZone, Date.now()))}
    ${report ? sampleNote(sampleText(report.totals.sampleUsers), actions) : nothing}
    ${report && hasEvents(report) ? sections(report) : nothing}
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

const hasEvents = ({ totals: { events, bad = 0 } }: WithTotals) => events + bad > 0

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

/** The form that selects the scope of a report. */
function scopeForm(
  scope: ReportScope,
  onScope: (change: Partial<ReportScope>) => void,
  today: string,
): TemplateResult {
  const field = (name: keyof ReportScope) => (event: Event) =>
    onScope({ [name]: fieldValue(event) })
  const isChosen = ({ days }: Preset) => {
    const { from, to } = lastDays(days, today)
    return scope.from === from && scope.to === to
  }
  return html`
    <form class="tools" @submit=${(event: Event) => event.preventDefault()}>
      <div class="tools-buttons presets" role="group" aria-label="Common periods">
        ${presets.map(
          (preset) => html`
            <button
              type="button"
              aria-pressed=${isChosen(preset)}
              @click=${() => onScope(lastDays(preset.days, today))}
            >
              ${preset.name}
            </button>
          `,
        )}
      </div>
      <label class="field">
        <span>From</span>
        <input type="date" .value=${scope.from} @change=${field('from')} />
      </label>
      <label class="field">
        <span>To</span>
        <input type="date" .value=${scope.to} @change=${field('to')} />
      </label>
      <label class="field">
        <span>Shoppers</span>
        <select
          .value=${scope.who}
          @change=${(event: Event) => onScope({ who: fieldValue(event) as Shoppers })}
        >
          ${Object.entries(shoppers).map(
            ([who, name]) =>
              html`<option value=${who} ?selected=${who === scope.who}>${name}</option>`,
          )}
        </select>
      </label>
    </form>
  `
}
