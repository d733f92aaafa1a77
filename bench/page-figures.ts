import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

/*
 * Writes the file sizes of this build into the pages that show them, and copies the figures in README from the tables of
 * `docs/evidence.md`, with the build that was measured: `npm run bench -- sizes`.
 */

const PAGES: Readonly<Record<string, string>> = {
  'product page, order confirmation, page that calls `svc.track`': '',
  'list with facets': 'facets',
  'long list': 'long-lists',
  'page after an outage': 'recovery',
  'everything a page can need':
    'facets long-lists recovery calls consent components list-memory filters',
}

const EXTRAS: Readonly<Record<string, string>> = {
  'adds: Browse and agent clients': 'clients',
  'adds: GA4 events': 'datalayer',
  'adds: a map': 'map',
  'adds: shadow mode and the comparison': 'shadow',
  'adds: the inspector, for developers': 'inspector',
}

const files = readdirSync('dist')

/** The compressed size of a built file in bytes. @param part - The name of a part; empty for the first file. */
function bytesOf(part: string): number {
  const file = files.find((name) =>
    part ? new RegExp(`^svc-${part}\\.\\w{8}\\.js$`).test(name) : name === 'svc.js',
  )
  if (!file) throw new Error(`dist has no ${part || 'svc.js'}: run \`npm run build\`.`)
  return brotliCompressSync(readFileSync(`dist/${file}`)).length
}

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
const named = (parts: readonly string[]) => parts.map((part) => `\`svc-${part}\``).join(', ')

function row([page, list]: readonly [string, string], isWhole: boolean): string {
  const parts = list.split(' ').filter(Boolean)
  const bytes = [...(isWhole ? [''] : []), ...parts].reduce((sum, part) => sum + bytesOf(part), 0)
  const names = isWhole
    ? ['`svc.js`', ...(parts[0] ? [named(parts)] : [])].join(', ')
    : named(parts)
  return `| ${page} | ${kB(bytes)} | ${names} |`
}

const head = ['| page | brotli | files |', '|---|---|---|']
const pages = Object.entries(PAGES).map((entry) => row(entry, true))
const extras = Object.entries(EXTRAS).map((entry) => row(entry, false))

function write(file: string, rows: readonly string[]) {
  const text = readFileSync(file, 'utf8')
  const table = /\| page \| brotli \| files \|\n(\|.*\n)+/
  if (!table.test(text)) throw new Error(`${file} has no table of sizes.`)
  writeFileSync(file, text.replace(table, `${[...head, ...rows].join('\n')}\n`))
}

write('README.md', pages)
write('docs/faq.md', pages)
write('docs/evidence.md', [...pages, ...extras])

/** The columns of README, by the beginnings of the headings in the evidence. */
const SHOWN = ['svc-tag', 'Snowplow', 'PostHog', 'Algolia', 'Coveo'] as const

/** The rows of README: their own label, the table of the evidence, and the first cell there. */
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
  // The first column with this beginning: "svc-tag" before "svc-tag, trackerDropsRepeats".
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
