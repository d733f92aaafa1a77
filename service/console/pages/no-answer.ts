import { html } from 'lit-html'

/** Stands in place of a list that the service was asked for in vain, on a page that asks again by itself. */
export const noAnswer = html`
  <div class="empty">
    <h2>Nothing is known yet.</h2>
    <p>The service may be stopped, or starting. This page shows what it has as soon as it answers.</p>
  </div>
`
