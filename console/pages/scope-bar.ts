import { html, nothing, type TemplateResult } from 'lit-html'
import type { Compared, Shoppers } from '../analytics/scope.ts'
import { fieldValue, selectField, timeZone } from './console-page'
import { compared, dayIn, lastDays, presets, type ReportScope, shoppers } from './report-scope'

/** Whether the user asked for the days themselves, which may be those of a common period. */
let isChoosing = false

/** Stays in sight on every page: the period, the shoppers, and what is compared. */
export function scopeBar(
  scope: ReportScope,
  onScope: (change: Partial<ReportScope>) => void,
  isCompared = true,
): TemplateResult {
  const today = dayIn(timeZone, Date.now())
  const chosen = presets.find(({ days }) => {
    const { from, to } = lastDays(days, today)
    return !isChoosing && scope.from === from && scope.to === to
  })
  const periods = Object.fromEntries(presets.map(({ name }) => [name, name]))
  const onPeriod = (name: string) => {
    const preset = presets.find((one) => one.name === name)
    isChoosing = preset === undefined
    onScope(preset ? lastDays(preset.days, today) : {})
  }
  const day = (name: 'from' | 'to', label: string) => html`
    <label class="field">
      <span>${label}</span>
      <input
        type="date"
        .value=${scope[name]}
        @change=${(event: Event) => onScope({ [name]: fieldValue(event) })}
      />
    </label>
  `
  return html`
    <form class="scope" aria-label="What is counted" @submit=${(event: Event) => event.preventDefault()}>
      ${selectField('Period', { ...periods, '': 'Chosen days' }, chosen?.name ?? '', onPeriod)}
      ${selectField('Shoppers', shoppers, scope.who, (who) => onScope({ who: who as Shoppers }))}
      ${
        isCompared
          ? selectField('Compare with', compared, scope.compare, (compare) =>
              onScope({ compare: compare as Compared }),
            )
          : nothing
      }
      ${chosen ? nothing : html`<div class="scope-days">${day('from', 'From')} ${day('to', 'To')}</div>`}
    </form>
  `
}
