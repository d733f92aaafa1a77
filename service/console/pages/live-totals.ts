import { html, nothing, type TemplateResult } from 'lit-html'
import type { ActionCount } from '../../store/stored-event.ts'
import { actionName } from './event-summary'
import type { LiveFilter, LiveState } from './live-state'
import { count } from './numbers'

/** Actions of the totals. */
interface TotalsDeps {
  onFilter(change: Partial<LiveFilter>): void
}

/**
 * How many events pass the filter, by action; each number is a button that shows those alone.
 * Nothing if the service has never answered.
 */
export function liveTotals(
  { totals, filter, isWhole, connection }: LiveState,
  { onFilter }: TotalsDeps,
): TemplateResult | typeof nothing {
  if (totals.length === 0 && connection === 'lost') return nothing
  const shown = totals.filter(({ action, good, bad }) => action !== 'other' || good + bad > 0)
  return html`
    <ul class="totals" aria-label="Totals, and filter by action">
      ${[sumOf(totals), ...shown].map((row) => total(row, filter.action, onFilter))}
    </ul>
    ${isWhole ? nothing : html`<p class="quiet">Only the newest events are counted; older ones may fit too.</p>`}
  `
}

const sumOf = (totals: readonly ActionCount[]): ActionCount =>
  totals.reduce(
    (sum, { good, bad, repeats }) => ({
      action: '',
      good: sum.good + good,
      bad: sum.bad + bad,
      repeats: sum.repeats + repeats,
    }),
    { action: '', good: 0, bad: 0, repeats: 0 },
  )

const total = (
  { action, good, bad, repeats }: ActionCount,
  chosen: string,
  onFilter: TotalsDeps['onFilter'],
) => html`
  <li>
    <button
      type="button"
      class="total"
      aria-pressed=${chosen === action}
      @click=${() => onFilter({ action: chosen === action ? '' : action })}
    >
      <span class="total-name">${actionName(action) || 'All'}</span>
      <span class="total-count">${count(good + bad)}</span>
      <span class="total-bad">
        ${bad > 0 ? html`<b>${count(bad)} bad</b>` : nothing}
        ${repeats > 0 ? html`<i>${count(repeats)} repeated</i>` : nothing}
      </span>
    </button>
  </li>
`
