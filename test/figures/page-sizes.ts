/** Files of a build, as `dist/manifest.json` lists them. */
export interface Manifest {
  readonly files: Readonly<Record<string, { readonly brotliBytes: number } | undefined>>
}

/** A kind of page, and the files that it fetches. */
interface PageKind {
  readonly name: string
  readonly files: readonly string[]
}

const kinds: readonly PageKind[] = [
  { name: 'product page', files: ['svc.js'] },
  { name: 'list with facets', files: ['svc.js', 'svc-facets.js'] },
  { name: 'long list', files: ['svc.js', 'svc-long-lists.js'] },
  { name: 'order confirmation', files: ['svc.js', 'svc-orders.js'] },
  { name: 'page that calls `svc.track`', files: ['svc.js', 'svc-calls.js'] },
  { name: 'page after an outage', files: ['svc.js', 'svc-recovery.js'] },
  {
    name: 'everything a page can need',
    files: [
      ...['svc.js', 'svc-facets.js', 'svc-long-lists.js', 'svc-orders.js', 'svc-calls.js'],
      ...['svc-recovery.js', 'svc-consent.js', 'svc-components.js', 'svc-list-memory.js'],
    ],
  },
]

/** Files that only some shops or people need, beside those of a page. */
const extras: readonly PageKind[] = [
  { name: 'adds: Browse and agent clients', files: ['svc-clients.js'] },
  { name: 'adds: GA4 events', files: ['svc-datalayer.js'] },
  { name: 'adds: a map', files: ['svc-map.js'] },
  { name: 'adds: strict fields, scrubbed paths', files: ['svc-filters.js'] },
  { name: 'adds: shadow mode and the comparison', files: ['svc-shadow.js'] },
  { name: 'adds: the inspector, for developers', files: ['svc-inspector.js'] },
]

/** Kilobytes as size-limit writes them: 1,000 bytes, two digits. */
const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

function rowsFor(listed: readonly PageKind[], { files }: Manifest): string[] {
  return listed.flatMap((kind) => {
    const present = kind.files.filter((file) => files[file])
    const bytes = present.reduce((sum, file) => sum + (files[file]?.brotliBytes ?? 0), 0)
    const names = present.map((file) => `\`${file}\``).join(', ')
    return present.length ? [`| ${kind.name} | ${kilobytes(bytes)} | ${names} |`] : []
  })
}

const HEAD = ['| page | brotli | files |', '|---|---|---|']

/** A table of the bytes that each kind of page fetches; files that the build lacks are left out. */
export const sizeTable = (manifest: Manifest): string =>
  [...HEAD, ...rowsFor(kinds, manifest)].join('\n')

/** The same with the files that only some shops need. */
export const longSizeTable = (manifest: Manifest): string =>
  [...HEAD, ...rowsFor([...kinds, ...extras], manifest)].join('\n')
