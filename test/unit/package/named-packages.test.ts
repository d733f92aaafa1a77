import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadConfigFile } from 'rollup/loadConfigFile'
import { expect, test } from 'vitest'

const inProject = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const read = (path: string) => readFileSync(inProject(path), 'utf8')
const { devDependencies } = JSON.parse(read('package.json'))

/** The packages' modules that are in `svc.js`, by its source map, which leads from each of its lines to the source. */
const inTag = (): readonly string[] => JSON.parse(read('dist/svc.js.map')).sources

test.each(['js-cookie', 'nanoid'])('%s is in svc.js', (name) => {
  expect(devDependencies).toHaveProperty([name])
  expect(inTag()).toContainEqual(expect.stringContaining(`node_modules/${name}/`))
})

test('rollup, its TypeScript plugin and terser build svc.js and its parts', async () => {
  const { options } = await loadConfigFile(inProject('rollup.config.mjs'), {})
  const [tag] = options.filter(({ input }) => Object.values(input ?? {}).includes('src/tag.ts'))
  const names = Object(tag).plugins.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['typescript', 'terser']))
  expect(names).not.toContain('esbuild')
  for (const name of ['rollup', '@rollup/plugin-typescript', '@rollup/plugin-terser'])
    expect(devDependencies).toHaveProperty([name])
  // Minified: one line of code below the hint to the browser.
  expect(read('dist/svc.js').trim().split('\n')).toHaveLength(3)
})

test('playwright runs the browser tests', () => {
  expect(devDependencies).toHaveProperty('playwright')
  expect(read('playwright.config.ts')).toMatch(/from '(@playwright\/test|playwright\/test)'/)
})
