import { html, nothing, type TemplateResult } from 'lit-html'
import type {
  AnalyticsReport,
  FunnelRow,
  QueryRow,
  Step,
  StepCounts,
} from '../analytics/report-type.ts'
import { lossSection } from './loss-section'
import { count, money, share } from './numbers'
import { type ChartName, listLabel } from './report-charts'
import { reportTable, type TableColumn } from './report-table'

/** The whole report, one section after another. */
export const reportSections = (report: AnalyticsReport): TemplateResult => html`
  ${totals(report)} ${funnel(report)} ${lists(report)} ${products(report)} ${queries(report)}
  ${facets(report)} ${lossSection(report)}
`

function totals({ totals: all }: AnalyticsReport) {
  const tiles: readonly (readonly [name: string, value: string, note?: TemplateResult])[] = [
    ['Visits', count(all.visits)],
    ['Shoppers', count(all.users)],
    ['Searches', count(all.searches)],
    ['Orders', count(all.orders)],
    ['Units ordered', count(all.units)],
    ['Revenue', money(all.revenue)],
    ['Good events', count(all.events), badNote(all.bad)],
  ]
  return html`
    <dl class="totals tiles">
      ${tiles.map(
        ([name, value, note]) => html`
          <div class="total">
            <dt class="total-name">${name}</dt>
            <dd class="total-count">${value}</dd>
            ${note ? html`<dd class="total-bad">${note}</dd>` : nothing}
          </div>
        `,
      )}
    </dl>
  `
}

const badNote = (bad: number) =>
  bad > 0 ? html`<a href="/events?state=bad">${count(bad)} bad, not counted</a>` : html`None bad`

const stepNames: Readonly<Record<Step, string>> = {
  shown: 'Shown',
  clicked: 'Clicked',
  added: 'Added to a cart',
  ordered: 'Ordered',
}

function funnel({ funnel: steps }: AnalyticsReport) {
  const first = steps[0]?.visits ?? 0
  return section('funnel', 'Funnel', 'Visits in which at least one product came this far.', [
    reportTable<FunnelRow>('Funnel, by step', steps, [
      { name: 'Step', cell: ({ step }) => stepNames[step] },
      number('Visits', ({ visits }) => count(visits)),
      number('Of all shown', ({ visits }) => share(visits, first)),
      number('Times', ({ times }) => count(times)),
      number('Products', ({ products: different }) => count(different)),
    ]),
  ])
}

function lists({ lists: rows }: AnalyticsReport) {
  const about =
    'A click, a cart and an order count for the list that showed the product last, in the same visit.'
  return section('lists', 'Lists', about, [
    reportTable('Lists: searches and browse pages', rows, [
      { name: 'List', cell: listLabel },
      ...stepColumns(),
    ]),
  ])
}

function products({ products: rows }: AnalyticsReport) {
  return section('products', 'Products', 'The most ordered first.', [
    reportTable('Products', rows, [
      {
        name: 'Product',
        cell: ({ pid, title }) =>
          html`${title || pid} ${title ? html`<code>${pid}</code>` : nothing}`,
      },
      ...stepColumns(),
    ]),
  ])
}

function queries({ queries: rows }: AnalyticsReport) {
  return section('queries', 'Searches', 'What was typed, and what came of it.', [
    reportTable<QueryRow>('Searches, by text', rows, [
      { name: 'Text', cell: ({ query }) => query },
      number('Searches', ({ searches }) => count(searches)),
      number('Found nothing', ({ empty }) => count(empty)),
      ...stepColumns(),
    ]),
  ])
}

function facets({ facets: rows, totals: { resets } }: AnalyticsReport) {
  const cleared = resets === 1 ? 'once' : `${count(resets)} times`
  return section(
    'facets',
    'Facets',
    `All facets were cleared ${resets === 0 ? 'never' : cleared}.`,
    [
      reportTable('Facets, by value', rows, [
        { name: 'Facet', cell: ({ facet }) => facet },
        { name: 'Value', cell: ({ value }) => value },
        number('Chosen', ({ selected }) => count(selected)),
        number('Dropped', ({ deselected }) => count(deselected)),
      ]),
    ],
  )
}

const number = <Row>(name: string, cell: (row: Row) => string): TableColumn<Row> => ({
  name,
  cell,
  isNumber: true,
})

const stepColumns = (): readonly TableColumn<StepCounts>[] => [
  number('Shown', ({ shown }) => count(shown)),
  number('Clicked', ({ clicked }) => count(clicked)),
  number('Click rate', ({ clicked, shown }) => share(clicked, shown)),
  number('Added', ({ added }) => count(added)),
  number('Ordered', ({ ordered }) => count(ordered)),
  number('Units', ({ units }) => count(units)),
  number('Revenue', ({ revenue }) => money(revenue)),
]

const section = (
  name: ChartName,
  title: string,
  about: string,
  tables: readonly TemplateResult[],
) => html`
  <section class="report-section" aria-labelledby=${`${name}-title`}>
    <h2 id=${`${name}-title`}>${title}</h2>
    <p class="quiet">${about}</p>
    <div class="chart-frame">
      <canvas
        data-chart=${name}
        role="img"
        aria-label=${`${title} as bars; the table below has the same numbers.`}
      ></canvas>
    </div>
    ${tables}
  </section>
`
