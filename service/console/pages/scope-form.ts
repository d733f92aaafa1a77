import { html, type TemplateResult } from 'lit-html'
import {
  lastDays,
  type Preset,
  presets,
  type ReportScope,
  type Shoppers,
  shoppers,
} from './report-scope'

/** The form that chooses what a report is about. A report that arrives meanwhile leaves what is being typed. */
export function scopeForm(
  scope: ReportScope,
  onScope: (change: Partial<ReportScope>) => void,
  today: string,
): TemplateResult {
  const field = (name: keyof ReportScope) => (event: Event) =>
    onScope({ [name]: (event.target as HTMLInputElement).value.trim() })
  const isChosen = ({ days }: Preset) => {
    const { from, to } = lastDays(days, today)
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
          @change=${(event: Event) => onScope({ who: (event.target as HTMLSelectElement).value as Shoppers })}
        >
          ${Object.entries(shoppers).map(
            ([who, name]) =>
              html`<option value=${who} ?selected=${who === scope.who}>${name}</option>`,
          )}
        </select>
      </label>
      <label class="field field-wide">
        <span>Visit</span>
        <input
          type="search"
          placeholder="The whole id of a visit"
          autocomplete="off"
          spellcheck="false"
          .value=${scope.visit}
          @change=${field('visit')}
        />
      </label>
    </form>
  `
}
