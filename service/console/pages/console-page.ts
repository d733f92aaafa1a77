import { html, nothing, type TemplateResult } from 'lit-html'

/**
 * Changes something in the service, with the token of this page.
 *
 * @throws Error with the service's own message.
 */
async function changeService(method: 'POST' | 'DELETE', path: string): Promise<void> {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="console-token"]')
  const headers = { 'svc-console-token': meta?.content ?? '' }
  const reply = await fetch(path, { method, headers })
  if (!reply.ok) throw new Error(await messageOf(reply))
}

/**
 * Asks the service for JSON.
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
  return error?.message ?? `The service answers with status ${reply.status}.`
}

/** The site's time zone, in which every reader counts days; the service writes it into the page. */
export const timeZone: string =
  document.querySelector<HTMLMetaElement>('meta[name="time-zone"]')?.content || 'UTC'

/** Dependencies of sample traffic on a page. */
export interface SampleDeps {
  onChanged(): void
  onProblem(message: string): void
}

const PATH = '/console/sample'

/** A button that adds sample traffic. It does not work while it is being added. */
export const addSampleButton = (deps: SampleDeps): TemplateResult => html`
  <button type="button" @click=${(event: Event) => change(event, 'POST', deps)}>
    Add sample traffic
  </button>
`

/** Says that a page shows sample traffic, and takes it away; nothing for an empty text. */
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

async function change(event: Event, method: 'POST' | 'DELETE', deps: SampleDeps) {
  const button = event.currentTarget as HTMLButtonElement
  button.disabled = true
  try {
    await changeService(method, PATH)
    // The button is gone now; the keyboard goes on from the page's beginning.
    document.querySelector('main')?.focus()
    deps.onChanged()
  } catch (error) {
    deps.onProblem((error as Error).message)
  } finally {
    button.disabled = false
  }
}

/** A field to search by. Its text is set only when `value` changes: what is being typed stays. */
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

/** The text of a field that has changed. */
export const fieldValue = ({ target }: Event): string =>
  (target as HTMLInputElement | HTMLSelectElement).value

/** Stands in place of a list without rows: what that means, and what to do. */
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

/** Leads to the demo shop. */
export const shopLink: TemplateResult = html`<a class="button" href="/">Open the shop</a>`

/** Stands in place of a list that the service was asked for in vain, on a page that asks again by itself. */
export const noAnswer: TemplateResult = emptyNote(
  'Nothing is known yet.',
  'The service may be stopped, or starting. This page shows what it has as soon as it answers.',
)
