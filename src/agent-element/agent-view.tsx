import type { ComponentChildren } from 'preact'
import type {
  AgentFilter,
  AgentProduct,
  AgentSuggestion,
} from '../parts/clients/agent/parse-answer'
import type { AgentTexts } from './agent-texts'
import type { AgentTurn, ChatTurn } from './chat-transcript'

/** The state that the element is drawn from. */
export interface AgentModel {
  readonly heading: string
  readonly texts: AgentTexts
  readonly examples: readonly string[]
  readonly money: (price: number) => string
  readonly turns: readonly ChatTurn[]
  /** The part of the answer that has arrived. */
  readonly arriving: AgentTurn | undefined
  readonly draft: string
  readonly problem: string | undefined
  readonly isAsking: boolean
  readonly isInline: boolean
}

/** Actions of the shopper. */
export interface AgentActions {
  type(text: string): void
  send(text: string, filters?: readonly AgentFilter[]): void
  retry(): void
  restart(): void
  close(): void
}

interface Props {
  readonly model: AgentModel
  readonly actions: AgentActions
}

/** The panel: what was said, what can be said next, and where to type. */
export function AgentPanel({ model, actions }: Props) {
  const { texts, turns, arriving, isAsking, problem } = model
  const shown = arriving ? [...turns, arriving] : turns
  const last = arriving ?? turns[turns.length - 1]
  return (
    <>
      <div class="head" part="head">
        <h2 id="heading">{model.heading}</h2>
        {turns.length > 0 && (
          <button type="button" class="plain" part="restart" onClick={actions.restart}>
            {texts.restart}
          </button>
        )}
        {!model.isInline && (
          <button
            type="button"
            class="close"
            part="close"
            aria-label={texts.close}
            onClick={actions.close}
          >
            ×
          </button>
        )}
      </div>
      <div class="body" part="body">
        <div
          class="log"
          role="log"
          aria-label={texts.log}
          aria-busy={isAsking}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the focused element.
          tabIndex={0}
          part="log"
        >
          <div class="turn agent">
            <p part="message">{texts.greeting}</p>
          </div>
          {shown.map((turn, place) => (
            <Turn key={place} turn={turn} question={questionBefore(shown, place)} model={model} />
          ))}
        </div>
        {turns.length === 0 && (
          <Chips
            label={texts.examples}
            items={model.examples}
            onPick={(text) => actions.send(text)}
          />
        )}
        {last?.who === 'agent' && !isAsking && (
          <NextSteps turn={last} model={model} actions={actions} />
        )}
        <p class="status" role="status">
          {isAsking && !arriving && (
            <>
              <span class="dots" aria-hidden="true" />
              {texts.thinking}
            </>
          )}
        </p>
        {problem && (
          <div class="problem" role="alert" part="problem">
            <p>{problem}</p>
            <button type="button" class="chip" onClick={actions.retry}>
              {texts.retry}
            </button>
          </div>
        )}
      </div>
      <MessageForm model={model} actions={actions} />
    </>
  )
}

/** The shopper's message that a turn answers, whose results its products are. */
function questionBefore(turns: readonly ChatTurn[], place: number): string {
  for (let at = place - 1; at >= 0; at -= 1) {
    const turn = turns[at]
    if (turn?.who === 'shopper') return turn.text
  }
  return ''
}

interface TurnProps {
  readonly model: AgentModel
  readonly turn: ChatTurn
  readonly question: string
}

function Turn({ turn, question, model }: TurnProps) {
  const { texts } = model
  if (turn.who === 'shopper')
    return (
      <div class="turn shopper">
        <span class="unseen">{texts.you}</span>
        <p dir="auto" part="message">
          {turn.text}
        </p>
      </div>
    )
  return (
    <div class="turn agent">
      {turn.isFreshStart && <p class="break">{texts.freshStart}</p>}
      <span class="unseen">{texts.shop}</span>
      {turn.text && (
        <p dir="auto" part="message">
          {turn.text}
        </p>
      )}
      {turn.products.length > 0 && (
        <ul class="cards" part="cards" {...listOf(turn, question)}>
          {turn.products.map((product) => (
            <Card
              key={product.productId}
              product={product}
              isCounted={!turn.isEarlier}
              money={model.money}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** The list that impressions and clicks of the products are attributed to. */
const listOf = ({ isEarlier, products }: AgentTurn, question: string) =>
  isEarlier ? {} : { 'data-svc-query': question, 'data-svc-total': products.length }

interface CardProps {
  readonly product: AgentProduct
  readonly isCounted: boolean
  readonly money: AgentModel['money']
}

function Card({ product, isCounted, money }: CardProps) {
  const { productId, title, imageUrl, productUrl, price, brand } = product
  return (
    <li class="card" part="card" {...(isCounted && { 'data-svc-product': productId })}>
      {imageUrl ? (
        <img src={imageUrl} alt="" width="160" height="192" loading="lazy" decoding="async" />
      ) : (
        <span class="blank" />
      )}
      {typeof brand === 'string' && <span class="muted">{brand}</span>}
      {productUrl ? (
        <a
          href={productUrl}
          dir="auto"
          part="link"
          {...(!isCounted && { 'data-svc-product': productId })}
        >
          {title}
        </a>
      ) : (
        <span dir="auto">{title}</span>
      )}
      {price !== undefined && <span class="price">{money(price)}</span>}
    </li>
  )
}

/** With more options than this, a group is a list rather than a choice. */
const OPTIONS_MOST = 6

function NextSteps({ turn, model, actions }: Props & { readonly turn: AgentTurn }) {
  const { texts } = model
  return (
    <>
      {turn.suggestions.length > 0 && (
        <Chips
          label={texts.again}
          items={turn.suggestions.map(({ label, count }) => `${label}: ${count}`)}
          onPick={(_, place) => actions.send((turn.suggestions[place] as AgentSuggestion).message)}
        />
      )}
      {turn.filters
        .filter(({ options }) => options.length > 0)
        .map(({ field, options }) => {
          const some = options.slice(0, OPTIONS_MOST)
          const labels = some.map((option) => optionLabel(String(option), model.money))
          return (
            <Chips
              key={field}
              label={fieldLabel(field)}
              isNamed
              items={labels}
              onPick={(label, place) =>
                actions.send(label, [{ field, options: [some[place] ?? label] }])
              }
            />
          )
        })}
    </>
  )
}

interface ChipsProps {
  readonly label: string
  readonly items: readonly string[]
  /** Whether the label is shown, too. */
  readonly isNamed?: boolean
  readonly onPick: (item: string, place: number) => void
}

function Chips({ label, items, isNamed = false, onPick }: ChipsProps) {
  if (items.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is meant for form fields.
    <div class="chips" role="group" aria-label={label} part="chips">
      {isNamed && (
        <span class="muted" aria-hidden="true">
          {label}
        </span>
      )}
      {items.map((item, place) => (
        <button
          key={item}
          type="button"
          class="chip"
          part="chip"
          onClick={() => onPick(item, place)}
        >
          <bdi>{item}</bdi>
        </button>
      ))}
    </div>
  )
}

/** `list_price` and `vColor` become “List price” and “Color”. */
function fieldLabel(field: string): string {
  const words = field
    .replace(/_uFilter$|^v(?=[A-Z])/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The agent writes a range of prices as `[10 TO 38]`. */
function optionLabel(option: string, money: AgentModel['money']): string {
  const [, from, to] = /^\[(\d+(?:\.\d+)?) TO (\d+(?:\.\d+)?)\]$/.exec(option) ?? []
  return from && to ? `${money(Number(from))} – ${money(Number(to))}` : option
}

function MessageForm({ model, actions }: Props): ComponentChildren {
  const { texts, draft, isAsking } = model
  const send = (event: Event) => {
    event.preventDefault()
    actions.send(draft)
  }
  const press = (event: KeyboardEvent) => {
    // In Japanese, for example, Enter confirms the word being composed, so it must not send the message.
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) send(event)
  }
  return (
    <form part="form" onSubmit={send}>
      <textarea
        rows={1}
        aria-label={texts.field}
        placeholder={texts.placeholder}
        maxLength={500}
        enterkeyhint="send"
        part="field"
        value={draft}
        onInput={({ currentTarget }) => actions.type(currentTarget.value)}
        onKeyDown={press}
      />
      <button type="submit" class="send" part="send" disabled={isAsking}>
        {texts.send}
      </button>
    </form>
  )
}
