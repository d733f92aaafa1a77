import { html, nothing, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { withScope } from './report-scope'

/**
 * Changes something in the service, with this page's token; sends a file as CSV if there is one.
 *
 * @throws Error with the service's own message.
 */
export async function changeService<Answer>(
  method: 'POST' | 'DELETE',
  path: string,
  csv?: Blob,
): Promise<Answer> {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="console-token"]')
  const token = { 'svc-console-token': meta?.content ?? '' }
  const headers = { ...token, ...(csv && { 'content-type': 'text/csv' }) }
  const reply = await fetch(path, { method, headers, ...(csv && { body: csv }) })
  if (!reply.ok) throw new Error(await messageOf(reply))
  return (await reply.json()) as Answer
}

/**
 * Requests JSON from the service.
 *
 * @throws Error with the service's own message.
 */
export async function askService<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const reply = await fetch(path, { ...(signal && { signal }) })
  if (!reply.ok) throw new Error(await messageOf(reply))
  return (await reply.json()) as Answer
}

async function messageOf(reply: Response): Promise<string> {
  const body: unknown = await reply.json().catch(() => undefined)
  const { error } = (body ?? {}) as { readonly error?: { readonly message?: string } }
  return error?.message ?? `The service responded with status ${reply.status}.`
}

/** The site's time zone, in which days are counted for every reader; the service writes it into the page. */
export const timeZone: string =
  document.querySelector<HTMLMetaElement>('meta[name="time-zone"]')?.content || 'UTC'

/** Dependencies of the sample traffic controls. */
export interface SampleDeps {
  onRefresh(): void
  onProblem(message: string): void
}

const PATH = '/console/sample'

/** The button that adds sample traffic, of 200 visits by default; disabled while traffic is being added. */
export const addSampleButton = (deps: SampleDeps, visits = ''): TemplateResult => html`
  <button type="button" @click=${(event: Event) => change(event, 'POST', deps, visits)}>
    Add sample traffic
  </button>
`

/** Says that a page shows sample traffic and offers to remove it; renders nothing for an empty text. */
export function sampleNote(text: string, deps: SampleDeps): TemplateResult | typeof nothing {
  if (text === '') return nothing
  return html`
    <p class="sample-note">
      <span>${text}</span>
      <button class="small" type="button" @click=${(event: Event) => change(event, 'DELETE', deps)}>
        Remove sample traffic
      </button>
    </p>
  `
}

async function change(event: Event, method: 'POST' | 'DELETE', deps: SampleDeps, visits = '') {
  const button = event.currentTarget as HTMLButtonElement
  button.disabled = true
  try {
    await changeService(method, visits ? `${PATH}?visits=${visits}` : PATH)
    // The focused button is gone, so keyboard focus moves to the start of the page.
    document.querySelector('main')?.focus()
    deps.onRefresh()
  } catch (error) {
    deps.onProblem((error as Error).message)
  } finally {
    button.disabled = false
  }
}

/** A search field. Its text is set only when `value` changes, so that typing is not interrupted. */
export const searchField = (
  name: string,
  placeholder: string,
  value: string,
  onChange: (text: string) => void,
): TemplateResult => html`
  <label class="field field-wide">
    <span>${name}</span>
    <input
      type="search"
      placeholder=${placeholder}
      autocomplete="off"
      spellcheck="false"
      .value=${value}
      @change=${(event: Event) => onChange(fieldValue(event).trim())}
    />
  </label>
`

/** A choice of one option; `options` has the label of each value. */
export const selectField = (
  name: string,
  options: Readonly<Record<string, string>>,
  value: string,
  onChange: (value: string) => void,
  hint: string | typeof nothing = nothing,
): TemplateResult => html`
  <label class="field" title=${hint}>
    <span>${name}</span>
    <select .value=${live(value)} @change=${(event: Event) => onChange(fieldValue(event))}>
      ${Object.entries(options).map(([given, text]) => html`<option value=${given} ?selected=${given === value}>${text}</option>`)}
    </select>
  </label>
`

const connectionTexts = {
  opening: 'Connecting…',
  open: 'Live',
  lost: 'The service does not respond. Retrying…',
}

/** Whether a page that updates itself is connected to the service. */
export type ConnectionStatus = keyof typeof connectionTexts

/** The title of a page that updates itself, and whether it does. */
export function liveHead(title: string, status: ConnectionStatus, isPaused = false) {
  const isStill = isPaused && status === 'open'
  return html`
    <div class="head">
      <h1>${title}</h1>
      <p class="status status-${isStill ? 'paused' : status}" role="status">
        ${isStill ? 'Paused' : connectionTexts[status]}
      </p>
    </div>
  `
}

/** The text of a changed field. */
export const fieldValue = ({ target }: Event): string =>
  (target as HTMLInputElement | HTMLSelectElement).value

/** Replaces an empty list: says what that means and what to do. */
export const emptyNote = (
  title: string,
  text: string,
  steps: unknown = nothing,
): TemplateResult => html`
  <div class="empty">
    <h2>${title}</h2>
    <p>${text}</p>
    <p class="empty-steps">${steps}</p>
  </div>
`

/** Links to the demo shop. */
export const shopLink: TemplateResult = html`<a class="button" href="/">Open the shop</a>`

/** Replaces a list that the service did not deliver, on a page that retries by itself. */
export const noAnswer: TemplateResult = emptyNote(
  'No data yet.',
  'The service may have stopped, or may still be starting. This page shows its data as soon as it responds.',
)

/** Lets the links at the top keep the period, the shoppers and the comparison after the page has changed its address. */
export function carryScope(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.bar a'))
    link.setAttribute('href', withScope(link.pathname))
}
