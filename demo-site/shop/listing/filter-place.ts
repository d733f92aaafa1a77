import { html, nothing, type TemplateResult } from 'lit-html'
import type { ListReply } from '../catalog-client'
import { type FacetActions, facetsView } from './facets-view'
import { isNarrowed, type ListState } from './list-state'

/** The state that the filters are drawn from. */
export interface FilterModel {
  readonly state: ListState
  readonly reply: ListReply | undefined
  /** Whether there is room for them beside the results; else they are in a sheet over them. */
  readonly isWide: boolean
}

/** Actions of the shopper on the filters. */
export interface FilterActions extends FacetActions {
  clear(): void
}

/** The filters, in the one place that suits the window. */
export function filterPlace(model: FilterModel, actions: FilterActions): TemplateResult {
  return html`
    <aside class="facets" aria-label="Filters">${model.isWide ? panel(model, actions) : nothing}</aside>
    <dialog class="sheet" aria-label="Filters">
      ${model.isWide ? nothing : sheetContent(model, actions)}
    </dialog>
  `
}

/** Opens the sheet of a list that has its filters there. */
export const openSheet = (list: ParentNode): void =>
  list.querySelector<HTMLDialogElement>('.sheet')?.showModal()

/** Closes the sheet; without effect where there is none. */
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
    ? facetsView({ facets: reply.facets, state }, actions)
    : html`<div class="facet-skeleton skeleton" aria-hidden="true"></div>`

const clearButton = ({ state }: FilterModel, { clear }: FilterActions) =>
  isNarrowed(state)
    ? html`<button type="button" class="link-button" data-svc-facets-reset @click=${clear}>
        Clear filters
      </button>`
    : nothing
