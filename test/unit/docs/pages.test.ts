import { existsSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { webAddress } from '../../../docs/.vitepress/repository'
import { listedPages } from '../../../docs/.vitepress/sidebar'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'
import { decisions } from '../../mutation/mutated-modules'
import { inProject, pages, readFile } from '../../support/fixtures/docs'

test('the sidebar lists every page exactly once', () => {
  const written = pages
    .filter((page) => page.startsWith('docs/'))
    .map((page) => page.slice(5).replace(/\.md$/, ''))
  const listed = listedPages.filter((page) => !/^(api|project)\//.test(page))
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

test('every promise of SECURITY.md names an existing test in its row', () => {
  const page = readFile('SECURITY.md')
  const tables = page.split('\n\n').filter((block) => /^\|.*\| test \|\n/.test(block))
  const rows = tables.flatMap((table) => table.trim().split('\n').slice(2))
  const testsIn = (text = '') =>
    [...text.matchAll(/`((?:[\w-]+\/)?test\/[^`]+)`/g)].map(([, path = '']) => path)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter((row) => testsIn(row.split('|').at(-2)).length === 0)).toEqual([])
  expect(testsIn(page).filter((path) => !existsSync(inProject(path)))).toEqual([])
})

test('the docstring of a setting names its actual default', () => {
  const source = readFile('src/settings/settings.ts')
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
  // Without this setting, a page finds out itself.
  const { trackerCors: _trackerCors, ...others } = named
  expect({ ...settings, ...others }).toEqual(settings)
})

test('every module and test of the mutation run exists', () => {
  const files = decisions.flatMap(({ file, tests }) => [file, ...tests])
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
