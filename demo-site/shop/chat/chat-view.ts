import { html, nothing, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { fieldLabel } from '../field-label'
import { tile } from '../tile'
import { offered, optionLabel } from './filter-options'
import type { AgentTurn, Filter, ShopperTurn, Turn } from './transcript'

/** The state that the panel is drawn from. */
export interface ChatModel {
  readonly turns: readonly Turn[]
  /** Chosen for the next message. */
  readonly chosen: readonly Filter[]
  readonly draft: string
  /** Why there was no answer, in words for the shopper; `undefined` when all is well. */
  readonly problem: string | undefined
  readonly isAsking: boolean
}

/** Actions of the shopper in the panel. */
export interface ChatActions {
  type(text: string): void
  send(text: string): void
  choose(field: string, option: string): void
  retry(): void
  restart(): void
  close(): void
}

const starters = [
  'Navy jackets under 200 euro',
  'A green tent for the family',
  'Something blue for the kitchen',
]

/** The panel: what was said, what can be chosen, and where to type. */
export function chatView(model: ChatModel, actions: ChatActions): TemplateResult {
  const { turns, isAsking, problem } = model
  return html`
    <div class="chat-head">
      <h2 id="chat-title">Ask the shop</h2>
      ${
        turns.length > 0
          ? html`<button type="button" class="link-button" @click=${actions.restart}>Start again</button>`
          : nothing
      }
      <button type="button" class="icon-button" aria-label="Close the chat" @click=${actions.close}>×</button>
    </div>
    <div class="chat-body">
      <div class="chat-log" role="log" aria-label="Conversation" tabindex="0">
        <div class="chat-turn chat-agent">
          <p>Hello. Tell me what you are looking for, in your own words.</p>
        </div>
        ${turns.map((turn, place) => turnView(turn, questionBefore(turns, place)))}
      </div>
      ${turns.length === 0 ? starterView(actions) : nothing}
      <div class="chat-filters">
        ${offered(turns).map((filter) => filterView(filter, model.chosen, actions))}
      </div>
      <p class="chat-typing" role="status">
        ${isAsking ? html`<span class="dots" aria-hidden="true"></span>Looking through the shelves…` : nothing}
      </p>
      ${problem ? problemView(problem, actions) : nothing}
    </div>
    ${chatForm(model, actions)}
  `
}

/** The words that an answer answers: its products are the results of that. */
function questionBefore(turns: readonly Turn[], place: number): string {
  return turns.slice(0, place).findLast(({ who }) => who === 'shopper')?.text ?? ''
}

const turnView = (turn: Turn, question: string) =>
  turn.who === 'shopper' ? shopperView(turn) : agentView(turn, question)

const shopperView = ({ text, filters }: ShopperTurn) => html`
  <div class="chat-turn chat-shopper">
    <span class="unseen">You said: </span>
    <p dir="auto">${text}</p>
    ${filters.length > 0 ? html`<p class="chat-with">${namesOf(filters)}</p>` : nothing}
  </div>
`

const agentView = ({ text, products, isFreshStart }: AgentTurn, question: string) => html`
  ${isFreshStart ? html`<p class="chat-break">I lost the thread and begin anew from here.</p>` : nothing}
  <div class="chat-turn chat-agent">
    <span class="unseen">The shop said: </span>
    <p dir="auto">${text}</p>
    ${
      products.length > 0
        ? html`<div class="grid" data-svc-query=${question} data-svc-total=${products.length}>
            ${products.map((product) => tile(product))}
          </div>`
        : nothing
    }
  </div>
`

const starterView = ({ send }: ChatActions) => html`
  <ul class="chat-starters" aria-label="For example">
    ${starters.map(
      (text) => html`<li>
        <button type="button" class="chip" @click=${() => send(text)}>${text}</button>
      </li>`,
    )}
  </ul>
`

const problemView = (problem: string, { retry }: ChatActions) => html`
  <div class="chat-problem" role="alert">
    <p>${problem}</p>
    <button type="button" class="button button-small" @click=${retry}>Try again</button>
  </div>
`

function chatForm({ chosen, draft, isAsking }: ChatModel, actions: ChatActions) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    actions.send(fieldOf(event).value)
  }
  const enter = (event: KeyboardEvent) => {
    // An Enter that ends the spelling of a word, as in Japanese, sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    fieldOf(event).form?.requestSubmit()
  }
  return html`
    <form class="chat-form" @submit=${submit}>
      ${chosen.length > 0 ? html`<p class="chat-with">With your next message: ${namesOf(chosen)}</p>` : nothing}
      <div class="chat-row">
        <textarea
          rows="1"
          aria-label="Your message"
          placeholder="What are you looking for?"
          maxlength="500"
          enterkeyhint="send"
          .value=${live(draft)}
          @input=${(event: Event) => actions.type(fieldOf(event).value)}
          @keydown=${enter}
        ></textarea>
        <button class="button button-small" type="submit" ?disabled=${isAsking}>Send</button>
      </div>
    </form>
  `
}

/** The field of the form that an event is of. */
function fieldOf({ currentTarget }: Event): HTMLTextAreaElement {
  const field =
    currentTarget instanceof HTMLFormElement
      ? currentTarget.querySelector('textarea')
      : currentTarget
  if (field instanceof HTMLTextAreaElement) return field
  throw new Error('The chat has no field to type in.')
}

const filterView = (filter: Filter, chosen: readonly Filter[], actions: ChatActions) => html`
  <div class="chat-filter" role="group" aria-label=${fieldLabel(filter.field)}>
    <span aria-hidden="true">${fieldLabel(filter.field)}</span>
    ${filter.options.map(
      (option) => html`<button
        type="button"
        class="chip"
        aria-pressed=${isChosen(chosen, filter.field, option)}
        @click=${() => actions.choose(filter.field, option)}
      >
        <bdi>${optionLabel(option)}</bdi>
      </button>`,
    )}
  </div>
`

const isChosen = (chosen: readonly Filter[], field: string, option: string) =>
  chosen.some((filter) => filter.field === field && filter.options.includes(option))

const namesOf = (filters: readonly Filter[]) =>
  filters.flatMap(({ options }) => options.map(optionLabel)).join(', ')
