import { rowsOf, tableOf } from './markers.ts'

/** Rows of the fault suite that answer one question. The first that fits takes a row. */
const groups: readonly (readonly [name: string, rows: RegExp])[] = [
  ['browser killed (SIGKILL) and started again', /browser killed/],
  ['browser closed and started again', /browser closed/],
  ['page crashed', /crash/],
  ['response lost, CORS headers gone, redirect', /answer lost|CORS headers|redirect/],
  ['back/forward cache', /back\/forward/],
  ['page left, tab or window closed', /page left by|closed at once|closes itself|page left$/],
  ['offline', /offline/],
  ['storage missing, full or failing', /IndexedDB|localStorage/],
  ['several tabs, several versions', /tabs|double|drains|versions?|records of/],
  ['hidden or frozen tab', /background|frozen/],
  ['clock changed', /clock/],
  ['tracker down, slow or refusing', /./],
]

const ENGINES = ['Chromium', 'Firefox', 'WebKit']

interface Tally {
  sent: number
  received: number
  repeated: number
}

/** Sums the rows of the fault suite by question. */
export function faultTable(notes: string): string {
  const tallies = new Map(groups.map(([name]) => [name, { sent: 0, received: 0, repeated: 0 }]))
  const engines = new Map(groups.map(([name]) => [name, new Set<string>()]))
  for (const [fault = '', engine = '', , sent = '', received = '', repeated = ''] of rowsOf(
    notes,
  )) {
    if (!ENGINES.includes(engine) || !sent) continue
    const [name = ''] = groups.find(([, rows]) => rows.test(fault)) ?? []
    const tally = tallies.get(name) as Tally
    tally.sent += Number(sent)
    tally.received += Number(received)
    tally.repeated += Number(repeated)
    engines.get(name)?.add(engine)
  }
  const rows = groups.map(([name]) => {
    const { sent, received, repeated } = tallies.get(name) as Tally
    const where = [...(engines.get(name) ?? [])].sort().join(', ')
    return [name, where, sent, received, repeated, sent - received].map(String)
  })
  return tableOf([['fault', 'engines', 'sent', 'received', 'repeated', 'lost'], ...rows])
}
