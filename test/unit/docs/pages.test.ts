import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { webAddress } from '../../../docs/.vitepress/repository'
import { listedPages } from '../../../docs/.vitepress/sidebar'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'
import { decisions } from '../../mutation/mutated-modules'
import * as budgets from '../../support/budgets'
import { pages } from '../../support/fixtures/docs'

test('the sidebar lists every page exactly once', () => {
  const written = pages
    .filter((page) => page.startsWith('docs/'))
    .map((page) => page.slice(5).replace(/\.md$/, ''))
  const listed = listedPages.filter((page) => page !== 'api' && !page.startsWith('project/'))
  expect([...listed].sort()).toEqual(written.sort())
})

test('the web URL of a remote has no user name, and a folder has no URL', () => {
  for (const remote of [
    'git@git.example:owner/name.git\n',
    'https://git.example/owner/name.git',
    'https://user:secret@git.example/owner/name',
    'ssh://git@git.example/owner/name.git',
  ])
    expect(webAddress(remote)).toBe('https://git.example/owner/name')
  for (const remote of ['/srv/name.git', '../name', '']) expect(webAddress(remote)).toBeUndefined()
})

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

const project = fileURLToPath(new URL('../../..', import.meta.url))

test('the docstring of a setting names its actual default', () => {
  const source = readFileSync(join(project, 'src/settings/settings.ts'), 'utf8')
  const written = [...source.matchAll(/@defaultValue `(.+)`\n {3}\*\/\n {2}readonly (\w+)/g)].map(
    ([, value = '', name = '']) => [name, ts.transpile(`(${value})`)] as const,
  )
  const named = Object.fromEntries(
    // biome-ignore lint/security/noGlobalEval: it is this project's own source.
    written.map(([name, value]) => [name, eval(value) as unknown]),
  )
  const { tag, run } = openPage(createBrowser())
  run(() => tag.checkSettings.checkSettings())
  const { siteKey: _siteKey, trackerUrl: _trackerUrl, ...settings } = tag.readSettings.settings
  // Without these two settings, a page detects them itself, or its part has the default.
  const { tcfPurposes: _tcfPurposes, trackerCors: _trackerCors, ...others } = named
  expect(others).toEqual(settings)
})

for (const [part, figures] of Object.entries(budgets)) {
  test(`the limits of ${part} are near what was measured`, () => {
    for (const [name, { measured, limit }] of Object.entries(figures)) {
      expect(limit, name).toBeGreaterThanOrEqual(measured)
      // A few more if there are hardly any, otherwise no more than double.
      expect(limit, name).toBeLessThanOrEqual(Math.max(measured * 2, 5))
    }
  })
}

test('every module and test of the mutation run exists', () => {
  const files = decisions.flatMap(({ file, tests }) => [file, ...tests])
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
