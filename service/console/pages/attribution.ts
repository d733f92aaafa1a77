import type { AttributionReport } from '../analytics/attribution-type.ts'
import { attributionSections } from './attribution-view'
import { askService } from './console-request'
import { startReport } from './report-loader'
import { reportPage } from './report-page'
import { type ReportScope, requestOf } from './report-scope'

/** The report of the page, with what it is about. */
type Attribution = AttributionReport & { readonly scope: ReportScope }

startReport<Attribution>({
  async load(scope, signal) {
    const query = requestOf(scope)
    return { ...(await askService<AttributionReport>(`/attribution/data?${query}`, signal)), scope }
  },
  view: (state, actions) =>
    reportPage('Attribution', state, actions, (report) =>
      attributionSections(report, (table) => csvOf(table, report.scope)),
    ),
})

function csvOf(table: string, scope: ReportScope): string {
  const query = requestOf(scope)
  query.set('table', table)
  return `/attribution/table?${query}`
}
