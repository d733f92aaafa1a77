import { html, nothing, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { repeat } from 'lit-html/directives/repeat.js'
import type { Facet, FacetValue, TextFacet } from '../../../dist/module'
import { swatchStyle } from '../tile'
import type { ListState } from './list-state'
import { priceFacet } from './price-view'

/** Actions of the shopper on the filters. */
export interface FacetActions {
  toggle(field: string, value: string): void
  setPrice(range: ListState['price']): void
}

/** Further values are hidden behind "Show all". */
const SHOWN_AT_FIRST = 8

/** All filters of a list, one group for each facet. */
export function facetsView(
  facets: readonly Facet[],
  state: ListState,
  actions: FacetActions,
): TemplateResult {
  const groups = facets.filter((facet) => facet.kind === 'text')
  const price = facets
    .filter((facet) => facet.kind === 'range')
    .find(({ field }) => field === 'price')
  return html`
    ${repeat(
      groups,
      ({ field }) => field,
      (facet) => facetGroup(facet, state.filters[facet.field] ?? [], actions),
    )}
    ${price ? priceFacet(price, state.price, actions.setPrice) : nothing}
  `
}

function facetGroup(facet: TextFacet, chosen: readonly string[], actions: FacetActions) {
  const options = repeat(
    facet.values,
    ({ value }) => value,
    (value, place) => option(facet, value, place, chosen.includes(value.value), actions),
  )
  const isLong = facet.values.length > SHOWN_AT_FIRST
  return html`
    <fieldset class="facet" data-svc-facet=${facet.name} data-svc-position=${facet.position}>
      <legend>${fieldLabel(facet.field, facet.displayName)}</legend>
      <div class="facet-options ${isLong ? 'facet-long' : ''}">${options}</div>
      ${isLong ? showAll(facet) : nothing}
    </fieldset>
  `
}

function option(
  facet: TextFacet,
  { value, count }: FacetValue,
  place: number,
  isChosen: boolean,
  { toggle }: FacetActions,
) {
  const id = `facet-${facet.field}-${place}`
  // The count describes the check box but is not part of its name, because the name must not change with it.
  return html`
    <label class="option">
      <input type="checkbox" aria-labelledby="${id}-name" aria-describedby="${id}-count"
        data-svc-value=${value} data-svc-position=${place + 1} .checked=${live(isChosen)}
        @change=${() => toggle(facet.field, value)} />
      ${isColour(facet) ? html`<span class="swatch" style=${swatchStyle(value)}></span>` : nothing}
      <span class="option-name" id="${id}-name" dir="auto">${value}</span>
      <span class="option-count" id="${id}-count">${count}<span class="unseen"> products</span></span>
    </label>
  `
}

const isColour = ({ field }: TextFacet) => /colou?r/i.test(field)

function showAll(facet: TextFacet) {
  const { values } = facet
  const toggle = (event: Event) => {
    const button = event.currentTarget as HTMLElement
    const isOpen = button.previousElementSibling?.classList.toggle('is-open') ?? false
    button.setAttribute('aria-expanded', String(isOpen))
    button.textContent = isOpen ? 'Show fewer' : `Show all ${values.length}`
  }
  return html`
    <button type="button" class="link-button" aria-expanded="false"
      aria-label="Show all values of ${fieldLabel(facet.field, facet.displayName)}" @click=${toggle}>
      Show all ${values.length}
    </button>
  `
}

const labels: Readonly<Record<string, string>> = {
  color: 'Colour',
  categoryPath: 'Category',
  gender: 'For',
}

/** The display name of a field: the shop's own name, or else the given one, or else one made from the field's name. */
export function fieldLabel(field: string, given?: string): string {
  const name = field.replace(/_uFilter$/, '')
  const own = Object.hasOwn(labels, name) ? labels[name] : undefined
  const words = name.replaceAll('_', ' ')
  return own ?? given ?? words.charAt(0).toUpperCase() + words.slice(1)
}
