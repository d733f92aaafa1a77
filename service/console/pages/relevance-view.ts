import { html, nothing, type TemplateResult } from 'lit-html'

/** What each figure of relevance means. */
const definitions = [
  ['Visits', 'Visits that met the list.'],
  ['Impressions', 'Products that came into view, each counted once for a list that was shown.'],
  [
    'CTR',
    'Products clicked of the products that came into view. Two clicks on one product in one list count once.',
  ],
  [
    'CTR@1, @3, @10',
    'Lists in which the first product, one of the first three, one of the first ten was clicked.',
  ],
  [
    'MRR',
    'Mean of 1 ÷ rank of the first click; a list without a click is 0. 1 means that every first click was on the first product.',
  ],
  [
    'nDCG@10',
    'How close the order of a list is to the best one: a click counts 1, a cart 2, an order 3, each divided by log2(rank + 1). 1 is the best. Only lists with a click, cart or order count.',
  ],
  [
    'COEC',
    'Clicks ÷ clicks expected at these ranks, by the click rate of each rank in the whole shop. Above 1, products are better than their places.',
  ],
  ['Added to cart', 'Lists from which a product was put into a cart.'],
  ['Without results', 'Visits to which the list showed no product.'],
  ['Refined', 'Visits without a click on the list that chose a facet or searched again.'],
  ['Abandoned', 'Visits without a click on the list that did neither.'],
  [
    'Rank',
    'The place in the reply of Browse. It is known when the request id of an event belongs to a reply of this service, and left out otherwise.',
  ],
  ['9–91%', 'The interval of 95 %: with so few cases, the true rate may be anywhere in it.'],
] as const

/** The definitions of all figures of relevance, folded. */
export const relevanceTerms: TemplateResult = html`
  <details class="fold">
    <summary>What these figures mean</summary>
    <dl class="reasons">
      ${definitions.map(
        ([name, meaning]) => html`<div>
          <dt>${name}</dt>
          <dd>${meaning}</dd>
        </div>`,
      )}
    </dl>
  </details>
`

/** Says why there are no figures by rank; nothing when there are. */
export const rankNote = (isRanked: boolean): TemplateResult | typeof nothing =>
  isRanked
    ? nothing
    : html`<p class="quiet">
        No rank is known here: the request ids of these events belong to no reply of this service's
        Browse. Figures that need ranks are left out.
      </p>`
