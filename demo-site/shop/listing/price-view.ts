import { html, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import type { RangeFacet } from '../../../dist/module'
import type { Range } from './list-state'

type SetPrice = (range: Range | undefined) => void

/** The price filter: two fields for the limits, and a button that applies them. */
export function priceFacet(
  facet: RangeFacet,
  chosen: Range | undefined,
  setPrice: SetPrice,
): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setPrice(rangeIn(event.currentTarget as HTMLFormElement, facet))
  }
  return html`
    <fieldset class="facet" data-svc-facet=${facet.name} data-svc-position=${facet.position}>
      <legend>${facet.displayName}</legend>
      <form class="price-form" @submit=${submit}>
        ${end('from', 'Lowest price', facet.start, chosen?.from)}
        <span aria-hidden="true">–</span>
        ${end('to', 'Highest price', facet.end, chosen?.to)}
        <button class="button button-small" type="submit" data-svc-facets-apply>Apply</button>
      </form>
    </fieldset>
  `
}

function end(name: string, label: string, limit: number, value: number | undefined) {
  return html`
    <label class="price-end">
      <span class="unseen">${label}, euro</span>
      <span aria-hidden="true">€</span>
      <input name=${name} type="number" inputmode="numeric" min="0" step="1"
        placeholder=${Math.round(limit)} .value=${live(value === undefined ? '' : String(value))} />
    </label>
  `
}

/** If both fields are empty, the filter is removed; a single empty field uses the range's limit. */
function rangeIn(form: HTMLFormElement, { start, end: limit }: RangeFacet): Range | undefined {
  const typed = (name: string) => {
    const field = form.elements.namedItem(name)
    return field instanceof HTMLInputElement && field.value !== '' ? Number(field.value) : undefined
  }
  const from = typed('from')
  const to = typed('to')
  if (from === undefined && to === undefined) return undefined
  const ends = [from ?? Math.floor(start), to ?? Math.ceil(limit)]
  return { from: Math.min(...ends), to: Math.max(...ends) }
}
