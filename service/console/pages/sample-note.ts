import { html, nothing, type TemplateResult } from 'lit-html'
import { changeService } from './console-request'

/** Dependencies of sample traffic on a page. */
export interface SampleDeps {
  /** Asks the service again. */
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
