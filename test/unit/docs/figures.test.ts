import { expect, test } from '@playwright/test'
import { faultTable } from '../../figures/fault-groups.ts'
import { figures } from '../../figures/figures.ts'
import { between, replaceBetween, rowsOf } from '../../figures/markers.ts'
import { sizeTable } from '../../figures/page-sizes.ts'
import { readFile } from '../../support/fixtures/docs.ts'

/** Brotli of another machine may differ by a few bytes, as size-limit allows. */
const TOLERANCE = 0.02

const NUMBER = /[\d.]+(?= kB)/g
const numbersOf = (table: string) => (table.match(NUMBER) ?? []).map(Number)

for (const { page, marker, table } of figures()) {
  test(`${page} has the ${marker} of this build; else run npm run figures`, () => {
    const committed = between(readFile(page), marker)
    expect(committed.replaceAll(NUMBER, 'N')).toBe(table.replaceAll(NUMBER, 'N'))
    for (const [index, built] of numbersOf(table).entries()) {
      const stated = numbersOf(committed)[index] ?? 0
      expect(Math.abs(stated - built), `${stated} kB`).toBeLessThanOrEqual(built * TOLERANCE + 0.1)
    }
  })
}

const file = (brotliBytes: number) => ({ brotliBytes })

test('the size of a kind of page is the sum of the files that exist', () => {
  const files = { 'svc.js': file(12_000), 'svc-facets.js': file(2_040) }
  const rows = rowsOf(sizeTable({ files }))
  expect(rows).toContainEqual(['product page', '12.0 kB', '`svc.js`'])
  expect(rows).toContainEqual(['list with facets', '14.0 kB', '`svc.js`, `svc-facets.js`'])
  expect(rows).toContainEqual(['order confirmation', '12.0 kB', '`svc.js`'])
})

test('the fault table sums the rows of a group over engines', () => {
  const notes = `
| fault | browser | runs | sent | received | repeated | lost |
|---|---|---|---|---|---|---|
| offline for 3 s | Chromium | 1 | 10 | 10 | 0 | 0 |
| offline, tab closed | WebKit | 1 | 5 | 4 | 1 | 1 |
| a window | WebKit | not run: no window | | | | |
`
  const rows = rowsOf(faultTable(notes))
  expect(rows).toContainEqual(['offline', 'Chromium, WebKit', '15', '14', '1', '1'])
})

test('a text without markers is refused by name', () => {
  expect(() => replaceBetween('no markers', 'figures:size', '')).toThrow('figures:size')
})
