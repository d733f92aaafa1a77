import { rowsOf, tableOf } from './markers.ts'

const COST_ROWS = [
  'start',
  '1,000 tiles loaded and scrolled through',
  'a click, all that follows from it',
]
const FAULT_ROWS = [
  'the collector answers 503 for 5 s',
  'the page is left while offline, the shopper comes back',
  'the browser is killed 300 ms later (SIGKILL), the collector hanging, and started again',
]

/** Names of the columns in both tables of the evidence, and in this one. */
const PEERS = ['svc-tag', 'Snowplow', 'PostHog', 'Algolia', 'Coveo']

/** The chosen rows with the column of each peer; a ratio after a comma is left out. */
function chosen(table: string, names: readonly string[], prefix: string): string[][] {
  const [head = [], ...rows] = rowsOf(table)
  const columns = PEERS.map((peer) => head.findIndex((cell) => cell.startsWith(peer)))
  return names.map((name) => {
    const row = rows.find(([first]) => first === name)
    if (!row) throw new Error(`the evidence has no row "${name}"`)
    const cells = columns.map((column) => row[column]?.replace(/,? [\d.]+ ×/, '') ?? '')
    return [`${prefix}: ${name}`, ...cells]
  })
}

/** The README's table: rows of the evidence that decide. */
export const peerTable = (cost: string, faults: string): string =>
  tableOf([
    ['', ...PEERS],
    ...chosen(cost, COST_ROWS, 'cost'),
    ...chosen(faults, FAULT_ROWS, 'arrived'),
  ])
