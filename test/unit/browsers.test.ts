import { expect, test } from 'vitest'
import { readFile } from '../support/fixtures/docs.ts'
import { LACKS } from '../support/runner/expectations.ts'

const NAMES = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit' } as const

test('the page on browsers lists every expectation that is not one of all three', () => {
  const rows = Object.entries(LACKS).map(
    ([ability, { engines, instead, link }]) =>
      `| [${ability}](${link}) | ${engines.map((engine) => NAMES[engine]).join(', ')} | ${instead} |`,
  )
  const listed = readFile('docs/browsers.md').split('\n')
  expect(listed.filter((line) => line.startsWith('| ['))).toEqual(rows)
})
