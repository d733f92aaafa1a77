import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import ts from 'typescript'
import { parseSettings } from '../../src/parts/calls/check-settings'

const project = fileURLToPath(new URL('../..', import.meta.url))

test('the API page is what the docstrings say: after a change, npm run api', () => {
  test.slow()
  const folder = test.info().outputPath()
  const typedoc = join(project, 'node_modules/typedoc/bin/typedoc')
  execFileSync(process.execPath, [typedoc, '--out', folder, '--logLevel', 'Warn'], { cwd: project })
  expect(readFileSync(join(folder, 'api.md'), 'utf8')).toBe(
    readFileSync(join(project, 'docs/api.md'), 'utf8'),
  )
})

test('the default that the docstring of a setting names is the one that it has', () => {
  const source = readFileSync(join(project, 'src/api/settings.ts'), 'utf8')
  const written = [...source.matchAll(/@defaultValue `(.+)`\n {3}\*\/\n {2}readonly (\w+)/g)].map(
    ([, value = '', name = '']) => [name, ts.transpile(`(${value})`)] as const,
  )
  const named = Object.fromEntries(
    // biome-ignore lint/security/noGlobalEval: it is this project's own source.
    written.map(([name, value]) => [name, eval(value) as unknown]),
  )
  const least = { siteKey: 'SITE', trackerUrl: 'https://tracker.example' }
  const settings = parseSettings(least, 'https://shop.example', () => {})
  expect({ ...named, ...least }).toEqual(settings)
})
