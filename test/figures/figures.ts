import { readFileSync } from 'node:fs'
import { faultTable } from './fault-groups.ts'
import { between } from './markers.ts'
import { longSizeTable, type Manifest, sizeTable } from './page-sizes.ts'
import { peerTable } from './peer-rows.ts'

/** A table that a script fills: its page, the name of its markers, and its content. */
export interface Figure {
  readonly page: string
  readonly marker: string
  readonly table: string
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/**
 * Every table that is filled from a build or from another page.
 *
 * @throws Error when there is no build.
 */
export function figures(): Figure[] {
  const manifest = JSON.parse(read('dist/manifest.json')) as Manifest
  const evidence = read('docs/evidence.md')
  const peers = peerTable(between(evidence, 'bench:cost'), between(evidence, 'bench:faults'))
  const faults = faultTable(read('docs/notes/fault-runs.md'))
  return [
    { page: 'README.md', marker: 'figures:size', table: sizeTable(manifest) },
    { page: 'docs/evidence.md', marker: 'figures:size', table: longSizeTable(manifest) },
    { page: 'README.md', marker: 'figures:peers', table: peers },
    { page: 'docs/delivery.md', marker: 'figures:faults', table: faults },
  ]
}
