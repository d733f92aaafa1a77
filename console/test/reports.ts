import { createEventStore, type LoggedEvent, openDatabase, sqliteStore } from 'svc-tag-service'
import { createCalendar } from '../analytics/calendar.ts'
import { createReporter, type ReporterDeps } from '../analytics/count-report.ts'
import { createItemReporter } from '../analytics/item.ts'
import { readScope } from '../analytics/scope.ts'
import { createColumns } from '../columns/columns.ts'

/** All events of people. */
export const everything = readScope({}, createCalendar('UTC'))

/** A store in memory with its columns and reporters. Lists and facets are labelled with their own names. */
export async function openReports(deps: Partial<ReporterDeps> = {}) {
  const store = sqliteStore(openDatabase(':memory:'))
  const events = await createEventStore(store)
  const columns = await createColumns(store)
  const given: ReporterDeps = {
    ...{ store, columns, calendar: createCalendar('UTC') },
    ...{ currency: 'EUR', samplePrefix: 'sample.' },
    labels: {
      list: (list) => list,
      facet: (facet, value) => `${facet}: ${value}`,
      product: (pid) => (pid === 'P1' ? 'One' : ''),
    },
    ...deps,
  }
  return {
    ...{ store, events, columns },
    ...{ reporter: createReporter(given), readItem: createItemReporter(given) },
    /** Replaces all events. The columns are updated after each slice. */
    async fill(...slices: readonly (readonly LoggedEvent[])[]) {
      await events.reset()
      await columns.clear()
      for (const slice of slices) {
        await events.add(slice)
        await columns.catchUp()
      }
    },
    async close() {
      await columns.close()
      await store.close()
    },
  }
}
