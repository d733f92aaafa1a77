import { html, type TemplateResult } from 'lit-html'
import type { AnalyticsReport } from '../analytics/report-type.ts'
import { count, share } from './numbers'
import { reportTable, type TableColumn } from './report-table'

type Loss = AnalyticsReport['loss'][number]

/** How complete the events are, by day, browser and version of the tag. */
export const lossSection = ({ loss }: AnalyticsReport): TemplateResult => html`
  <section class="report-section" aria-labelledby="loss-title">
    <h2 id="loss-title">Delivery</h2>
    <p class="quiet">
      The tag numbers the events of each page. A number that is missing below the highest is a gap;
      after a day it counts as lost. The last events of a page cannot be missed this way.
    </p>
    ${loss.length > 0 ? reportTable('Delivery, by day, browser and version', loss, columns) : none}
  </section>
`

const none = html`<p>No numbered events here. The tag numbers them unless strictFields is set.</p>`

const number = (name: string, cell: (row: Loss) => string): TableColumn<Loss> => ({
  name,
  cell,
  isNumber: true,
})

const columns: readonly TableColumn<Loss>[] = [
  { name: 'Day (UTC)', cell: ({ day }) => day },
  { name: 'Browser', cell: ({ browser }) => browser || 'Unknown' },
  { name: 'Version', cell: ({ version }) => version || 'Unknown' },
  number('Received', ({ received }) => count(received)),
  number('Late by seconds', ({ lateSeconds }) => count(lateSeconds)),
  number('by hours', ({ lateHours }) => count(lateHours)),
  number('by days', ({ lateDays }) => count(lateDays)),
  number('Repeated', ({ repeated }) => count(repeated)),
  number('Still open', ({ open }) => count(open)),
  number('Lost', ({ lost }) => count(lost)),
  number('Loss rate', ({ lost, received }) => share(lost, lost + received)),
]
