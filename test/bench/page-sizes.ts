import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

/*
 * Writes the sizes of the files of this build into the pages that show them: `npm run bench -- sizes`.
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

/** Bytes of a file of the build, compressed. @param part - The name of a part; empty for the first file. */
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
console.log([...head, ...pages, ...extras].join('\n'))
