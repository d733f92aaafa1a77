import { expect, test } from '@playwright/test'
import { type ListedTest, listTests } from '../../figures/listed-tests.ts'
import { between, rowsOf } from '../../figures/markers.ts'
import { countTable } from '../../figures/test-counts.ts'
import { readFile } from '../../support/fixtures/docs.ts'

/** How long a title may be, so that a reporter prints it on one line. */
const LIMIT = 80

/** How far a count may be from the table, so that not every new test changes a page. */
const TOLERANCE = 0.05

// Playwright loads all test files: a busy machine needs longer than the usual half minute.
test.describe.configure({ timeout: 300_000, mode: 'default' })

let tests: readonly ListedTest[]
test.beforeAll(() => {
  tests = listTests()
})

test('a title of a test or a group has at most 80 characters', () => {
  // Rows that only `npm run faults` has.
  const repeated = listTests({ SVC_FAULT_RUNS: '3' }, ['test/browser/faults', 'test/engines'])
  expect(repeated.length).toBeGreaterThan(50)
  expect(tests.length).toBeGreaterThan(1_000)
  const titles = new Set([...tests, ...repeated].map(({ title }) => title))
  expect([...titles].filter(({ length }) => length > LIMIT)).toEqual([])
})

test('the contributing page has the numbers of tests; else run npm run figures', () => {
  const stated = rowsOf(between(readFile('CONTRIBUTING.md'), 'figures:tests'))
  const listed = rowsOf(countTable(tests))
  expect(stated.map(([kind]) => kind)).toEqual(listed.map(([kind]) => kind))
  for (const [index, [kind, count]] of listed.entries()) {
    // The head has no number, and a project without its browser has no tests.
    if (!Number(count)) continue
    const difference = Math.abs(Number(stated[index]?.[1]) - Number(count))
    expect(difference, kind).toBeLessThanOrEqual(Math.max(Number(count) * TOLERANCE, 2))
  }
})
