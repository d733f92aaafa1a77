import { readFileSync, writeFileSync } from 'node:fs'

/*
 * Copies the figures that README shows from the tables of `docs/evidence.md`, with the build that they were measured on.
 */

/** Columns of README, by how the headings of the evidence begin. */
const SHOWN = ['svc-tag', 'Snowplow', 'PostHog', 'Algolia', 'Coveo'] as const

/** Rows of README: its own words, the table of the evidence, and the first cell there. */
const ROWS: readonly (readonly [kind: string, table: string, row: string])[] = [
  ['cost', 'cost', 'start'],
  ['cost', 'cost', '1,000 tiles loaded and scrolled through'],
  ['cost', 'cost', 'a click, all that follows from it'],
  ['arrived', 'faults', 'the collector answers 503 for 5 s'],
  ['arrived', 'faults', 'the page is left while offline, the shopper comes back'],
  [
    'arrived',
    'faults',
    'the browser is killed 300 ms later (SIGKILL), the collector hanging, and started again',
  ],
]

const evidence = readFileSync('docs/evidence.md', 'utf8')

function tableOf(name: string) {
  const [, text = ''] =
    new RegExp(`<!-- bench:${name} -->\\n([^]*?)<!-- /bench`).exec(evidence) ?? []
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const [, build = ''] = /^Build (\w+),/m.exec(text) ?? []
  if (!build || rows.length < 3) throw new Error(`docs/evidence.md has no measured table ${name}.`)
  return { build, rows }
}

function cellsOf(table: string, row: string): readonly string[] {
  const { rows } = tableOf(table)
  const [heads = []] = rows
  const cells = rows.find(([name]) => name === row)
  if (!cells) throw new Error(`docs/evidence.md has no row "${row}".`)
  // The first of a name: "svc-tag" before "svc-tag, trackerDropsRepeats".
  return SHOWN.map((who) => {
    const cell = cells[heads.findIndex((head) => head.startsWith(who))] ?? ''
    return table === 'cost' ? (cell.split(',')[0] ?? '') : cell
  })
}

const lines = [
  `|  | ${SHOWN.join(' | ')} |`,
  `|---|${SHOWN.map(() => '---|').join('')}`,
  ...ROWS.map(
    ([kind, table, row]) => `| ${[`${kind}: ${row}`, ...cellsOf(table, row)].join(' | ')} |`,
  ),
]

const builds = [...new Set(['cost', 'faults'].map((name) => tableOf(name).build))]
const readme = readFileSync('README.md', 'utf8')
const place = /(<!-- figures -->\n).*?(<!-- \/figures -->)/s
if (!place.test(readme)) throw new Error('README.md has no place for the figures.')
writeFileSync(
  'README.md',
  readme.replace(
    place,
    (_, start, end) => `${start}Build ${builds.join(' and ')}:\n\n${lines.join('\n')}\n${end}`,
  ),
)
console.log(lines.join('\n'))
