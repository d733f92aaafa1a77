import { html, nothing, type TemplateResult } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import type { Facet } from '../../../dist/module'
import type { ListReply } from '../catalog-client'
import { wholeMoney } from '../price-for-people'
import { type FacetActions, facetsView, fieldLabel } from './facets-view'
import { isNarrowed, type ListState } from './list-state'

/** The state from which the filters are rendered. */
export interface FilterModel {
  readonly state: ListState
  /** Absent until the first reply; the previous reply stays until the next arrives. */
  readonly reply: ListReply | undefined
  /** Whether the filters fit beside the results; otherwise they are in a sheet over them. */
  readonly isWide: boolean
}

/** Actions of the shopper on the filters. */
export interface FilterActions extends FacetActions {
  clear(): void
}

/** The filters, in the place that suits the window's size. */
export function filterPlace(model: FilterModel, actions: FilterActions): TemplateResult {
  return html`
    <aside class="facets" aria-label="Filters">${model.isWide ? panel(model, actions) : nothing}</aside>
    <dialog class="sheet" aria-label="Filters">
      ${model.isWide ? nothing : sheetContent(model, actions)}
    </dialog>
  `
}

/** Opens the sheet, if the list shows its filters in one. */
export const openSheet = (list: ParentNode): void =>
  list.querySelector<HTMLDialogElement>('.sheet')?.showModal()

/** Closes the sheet; has no effect if there is none. */
export const closeSheet = (list: ParentNode): void =>
  list.querySelector<HTMLDialogElement>('.sheet')?.close()

const panel = (model: FilterModel, actions: FilterActions) => html`
  <div class="facets-head">
    <h2>Filters</h2>
    ${clearButton(model, actions)}
  </div>
  ${groups(model, actions)}
`

const sheetContent = (model: FilterModel, actions: FilterActions) => html`
  <div class="facets-head">
    <h2>Filters</h2>
    ${clearButton(model, actions)}
    <button type="button" class="icon-button" aria-label="Close filters" @click=${closeOwn}>×</button>
  </div>
  <div class="sheet-body">${groups(model, actions)}</div>
  <div class="sheet-foot">
    <button type="button" class="button button-wide" @click=${closeOwn}>
      Show ${model.reply?.total.toLocaleString('en') ?? ''} products
    </button>
  </div>
`

const closeOwn = ({ currentTarget }: Event) =>
  currentTarget instanceof Element && currentTarget.closest('dialog')?.close()

const groups = ({ state, reply }: FilterModel, actions: FilterActions) =>
  reply
    ? facetsView(reply.facets, state, actions)
    : html`<div class="facet-skeleton skeleton" aria-hidden="true"></div>`

const clearButton = ({ state }: FilterModel, { clear }: FilterActions) =>
  isNarrowed(state)
    ? html`<button type="button" class="link-button" data-svc-facets-reset @click=${clear}>
        Clear filters
      </button>`
    : nothing

/** A chip's text, its name for the tracker, and the change that removes it. */
interface Chip {
  readonly label: string
  readonly value: string
  remove(): void
}

/** The selected values, each with a button that removes it, and a button that removes all of them. */
export function chipsView(
  state: ListState,
  facets: readonly Facet[],
  actions: FilterActions,
): TemplateResult | typeof nothing {
  if (!isNarrowed(state)) return nothing
  const { price } = state
  const priceChip = price && {
    label: `${wholeMoney(price.from)} – ${wholeMoney(price.to)}`,
    value: `${price.from} TO ${price.to}`,
    remove: () => actions.setPrice(undefined),
  }
  return html`
    <ul class="chips" aria-label="Chosen filters">
      ${repeat(
        Object.entries(state.filters),
        ([field]) => field,
        ([field, values]) => group(field, facets, chipsOf(field, values, actions)),
      )}
      ${priceChip ? group('price', facets, [priceChip]) : nothing}
      <li>
        <button type="button" class="link-button" data-svc-facets-reset @click=${actions.clear}>
          Clear all
        </button>
      </li>
    </ul>
  `
}

const chipsOf = (field: string, values: readonly string[], { toggle }: FilterActions): Chip[] =>
  values.map((value) => ({ label: value, value, remove: () => toggle(field, value) }))

/** The value's position, from 1; `undefined` if the list does not currently offer the value. */
function placeOf(value: string, facet: Facet | undefined): number | undefined {
  const place = facet?.values.findIndex((one) => one.value === value) ?? -1
  return place < 0 ? undefined : place + 1
}

/** The chips of one facet, marked up as the same facet: removing a chip deselects its value. */
function group(field: string, facets: readonly Facet[], chips: readonly Chip[]) {
  const facet = facets.find((one) => one.field === field)
  const name = fieldLabel(field, facet?.displayName)
  return html`
    <li data-svc-facet=${facet?.name ?? field} data-svc-position=${facet?.position ?? nothing}>
      ${repeat(
        chips,
        ({ value }) => value,
        ({ label, value, remove }) => html`
          <button type="button" class="chip" data-svc-value=${value}
            data-svc-position=${placeOf(value, facet) ?? nothing} data-svc-selected="true"
            @click=${remove}>
            <span class="unseen">Remove ${name} </span><bdi>${label}</bdi
            ><span aria-hidden="true"> ×</span>
          </button>
        `,
      )}
    </li>
  `
}
