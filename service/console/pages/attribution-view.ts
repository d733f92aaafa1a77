import { html, type TemplateResult } from 'lit-html'
import type { AttributedStep, AttributionReport } from '../analytics/attribution-type.ts'
import { attributionTables } from '../report-tables.ts'
import { count, share } from './numbers'
import { reportTable } from './report-table'

/** Which list each click, cart and order is attributed to, and why some are attributed to none. */
export function attributionSections(
  report: AttributionReport,
  csvOf: (table: string) => string,
): TemplateResult {
  const table = (name: keyof typeof attributionTables) =>
    reportTable(attributionTables[name](report), { currency: report.currency, csv: csvOf(name) })
  return html`
    <p class="lead">
      A list shows products; some are clicked, put into a cart and ordered. This page says which
      list each of these is attributed to.
    </p>
    <section class="report-section" aria-labelledby="steps-title">
      <h2 id="steps-title">Clicks, carts and orders</h2>
      <ul class="attributed">
        ${report.steps.map(attributed)}
      </ul>
      ${table('steps')}
      <dl class="reasons">
        ${reasons.map(
          ([name, text]) => html`<div>
            <dt>${name}</dt>
            <dd>${text}</dd>
          </div>`,
        )}
      </dl>
    </section>
    <section class="report-section" aria-labelledby="lists-title">
      <h2 id="lists-title">Lists</h2>
      <p class="quiet">The list with the most revenue first.</p>
      ${table('lists')}
    </section>
    <section class="report-section" aria-labelledby="requests-title">
      <h2 id="requests-title">Requests</h2>
      <p class="quiet">One row for each reply of Browse that a shopper saw, by its request id.</p>
      ${table('requests')}
    </section>
  `
}

const stepNames = { clicked: 'clicks', added: 'cart events', ordered: 'products ordered' } as const

function attributed({ step, times, byRequest, byVisit }: AttributedStep) {
  const attributedTimes = byRequest + byVisit
  const part = times === 0 ? undefined : attributedTimes / times
  return html`
    <li>
      <b>${share(part)}</b> of ${count(times)} ${stepNames[step]} are attributed to a list.
      <progress max="1" value=${part ?? 0} aria-label=${`Part of ${stepNames[step]} attributed to a list`}></progress>
    </li>
  `
}

const reasons = [
  [
    'By request id',
    'The event names the reply of Browse that showed the product. An order takes it from the click or cart before it.',
  ],
  [
    'By the visit',
    'The event names no reply; the last list of the visit that showed the product gets it. Hand on the request id to be exact.',
  ],
  [
    'Unknown request id',
    'No list with this id reported the product. Its impressions were lost, blocked or never marked up.',
  ],
  [
    'Seen in an earlier visit',
    'The shopper saw the product in a list before this visit, and came back for it.',
  ],
  [
    'Never seen in a list',
    'The shopper came by a link, an advertisement or a list without markup.',
  ],
] as const
