import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const inProject = (path: string) => new URL(`../../../${path}`, import.meta.url)

const page = readFileSync(inProject('SECURITY.md'), 'utf8')

/** The rows of tables whose last column is named `test`, each as its cells. */
function promises(text: string): readonly (readonly string[])[] {
  const tables = text.split('\n\n').filter((block) => /^\|.*\| test \|\n/.test(block))
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) => row.split('|').slice(1, -1)),
  )
}

const testsIn = (text: string) =>
  [...text.matchAll(/`(test\/[^`]+)`/g)].map(([, path]) => path ?? '')

test('every promise of SECURITY.md names a test in its row', () => {
  expect(promises(page).length).toBeGreaterThan(10)
  const bare = promises(page).filter((cells) => testsIn(cells.at(-1) ?? '').length === 0)
  expect(bare).toEqual([])
})

test('every test that SECURITY.md names exists', () => {
  const missing = testsIn(page).filter((path) => !existsSync(inProject(path)))
  expect(missing).toEqual([])
})

test('a promise without a test is found', () => {
  const table = '| promise | test |\n|---|---|\n| All is well. | soon |\n'
  expect(promises(`Text.\n\n${table}`)).toEqual([[' All is well. ', ' soon ']])
})
