import { html, nothing, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import type { AnalyticsReport } from '../analytics/report-type.ts'
import { timeOfDay } from './moment'
import { lastDays, type Preset, presets, type ReportScope } from './report-scope'
import { reportSections } from './report-sections'

/** Everything that the analytics page shows. */
export interface ReportState {
  readonly scope: ReportScope
  /** The last report that came; it stays while the next is on its way. */
  readonly report: AnalyticsReport | undefined
  /** Epoch milliseconds of that report. */
  readonly at: number
  readonly status: 'asking' | 'known' | 'lost'
}

/** What a person can do on the analytics page. */
export interface ReportActions {
  onScope(change: Partial<ReportScope>): void
  onRefresh(): void
}

/** The whole analytics page. */
export function reportView(
  state: ReportState,
  actions: ReportActions,
  now: number,
): TemplateResult {
  return html`
    <div class="head">
      <h1>Analytics</h1>
      <p class="status-line">
        <span role="status">${statusText(state)}</span>
        <button class="small" type="button" @click=${actions.onRefresh}>Refresh</button>
      </p>
    </div>
    ${scopeForm(state, actions, now)} ${content(state, actions)}
  `
}

function statusText({ status, at }: ReportState): string {
  if (status === 'lost') return 'The service does not answer.'
  return status === 'asking' ? 'Counting…' : `As of ${timeOfDay(at)}`
}

function scopeForm({ scope }: ReportState, { onScope }: ReportActions, now: number) {
  const field = (name: keyof ReportScope) => (event: Event) =>
    onScope({ [name]: (event.target as HTMLInputElement).value.trim() })
  const isChosen = ({ days }: Preset) => {
    const { from, to } = lastDays(days, now)
    return scope.from === from && scope.to === to
  }
  return html`
    <form class="tools" @submit=${(event: Event) => event.preventDefault()}>
      <div class="tools-buttons presets" role="group" aria-label="Usual times">
        ${presets.map(
          (preset) => html`
            <button
              type="button"
              aria-pressed=${isChosen(preset)}
              @click=${() => onScope(lastDays(preset.days, now))}
            >
              ${preset.name}
            </button>
          `,
        )}
      </div>
      <label class="field">
        <span>From</span>
        <input type="date" .value=${live(scope.from)} @change=${field('from')} />
      </label>
      <label class="field">
        <span>To</span>
        <input type="date" .value=${live(scope.to)} @change=${field('to')} />
      </label>
      <label class="field field-wide">
        <span>Visit</span>
        <input
          type="search"
          placeholder="The whole id of a visit"
          autocomplete="off"
          spellcheck="false"
          .value=${live(scope.visit)}
          @change=${field('visit')}
        />
      </label>
    </form>
  `
}

function content({ report, status, scope }: ReportState, actions: ReportActions) {
  if (!report) return status === 'lost' ? lost(actions) : nothing
  return report.totals.events > 0 ? reportSections(report) : nothingYet(scope, actions)
}

const lost = ({ onRefresh }: ReportActions) => html`
  <div class="empty">
    <h2>The service does not answer.</h2>
    <p>It may be stopped, or starting.</p>
    <button type="button" @click=${onRefresh}>Try again</button>
  </div>
`

function nothingYet({ from, to, visit }: ReportScope, { onScope }: ReportActions) {
  if (from === '' && to === '' && visit === '') {
    return html`
      <div class="empty">
        <h2>Nothing to count yet.</h2>
        <p>Walk through the shop; the numbers come from its events.</p>
        <a class="button" href="/">Open the shop</a>
      </div>
    `
  }
  return html`
    <div class="empty">
      <h2>No good event in this scope.</h2>
      <p>Nothing happened then, or not in this visit.</p>
      <button type="button" @click=${() => onScope({ from: '', to: '', visit: '' })}>
        Show all of it
      </button>
    </div>
  `
}
