import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { outputPath } from '../../test/support/fixtures/output-path.ts'
import {
  openDocumentation,
  registerDocumentation,
  type SiteSources,
} from '../http/documentation.ts'

const BUILDER = `
const { mkdirSync, writeFileSync } = require('node:fs')
const folder = process.argv.at(-1)
if (process.argv.includes('--fail')) throw new Error('no such plugin')
mkdirSync(folder)
writeFileSync(folder + '/index.html', 'new')
`

/** A project with one source file, and a built page if `built` is set. */
function project({ built, fails = false }: { built?: string; fails?: boolean } = {}): SiteSources {
  const root = outputPath('project')
  const folder = join(root, 'built')
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'docs'), { recursive: true })
  writeFileSync(join(root, 'docs/page.md'), '# Page')
  writeFileSync(join(root, 'builder.cjs'), BUILDER)
  if (built !== undefined) {
    mkdirSync(folder)
    writeFileSync(join(folder, 'index.html'), built)
    writeFileSync(join(folder, 'page.html'), 'a page')
  }
  const builder = [join(root, 'builder.cjs'), ...(fails ? ['--fail'] : [])]
  return { folder, sources: [join(root, 'docs')], builder }
}

const makeOld = ({ folder }: SiteSources) => utimesSync(join(folder, 'index.html'), 1, 1)

async function serve(sources: SiteSources) {
  const [site, stop] = openDocumentation(sources)
  const app = fastify()
  registerDocumentation(app, site)
  const get = async (url: string) => {
    const { statusCode, headers, body } = await app.inject(url)
    return { statusCode, headers, body }
  }
  return { get, stop, site }
}

test('missing documentation is a 503 with a page that reloads until the build is done', async () => {
  const { get } = await serve(project())
  const waiting = await get('/docs/')
  expect(waiting.statusCode).toBe(503)
  expect(waiting.headers['retry-after']).toBe('3')
  expect(waiting.body).toContain('http-equiv="refresh"')
  await expect.poll(async () => (await get('/docs/')).body).toBe('new')
})

test('a fresh build is served, with and without file extensions, and loads only its own scripts', async () => {
  const { get } = await serve(project({ built: 'fresh' }))
  expect((await get('/docs')).headers.location).toBe('/docs/')
  expect(await get('/docs/')).toMatchObject({
    ...{ statusCode: 200, body: 'fresh' },
    headers: { 'content-security-policy': expect.stringContaining("default-src 'self'") },
  })
  expect(await get('/docs/page')).toMatchObject({ statusCode: 200, body: 'a page' })
  expect((await get('/docs/nothing')).statusCode).toBe(404)
})

test('an old build is served during a new build', async () => {
  const sources = project({ built: 'old' })
  makeOld(sources)
  const { get } = await serve(sources)
  expect((await get('/docs/')).body).toBe('old')
  await expect.poll(async () => (await get('/docs/')).body).toBe('new')
})

test('a failed build is reported by the page, and does not load again', async () => {
  const { get, site } = await serve(project({ fails: true }))
  await expect.poll(site.state).toBe('failed')
  const { statusCode, body } = await get('/docs/markup')
  expect(statusCode).toBe(503)
  expect(body).toContain('could not be built')
  expect(body).not.toContain('refresh')
})

test('no file outside the built pages can be read', async () => {
  const { get } = await serve(project({ built: 'fresh' }))
  for (const path of [
    '/docs/../docs/page.md',
    '/docs/%2e%2e/builder.cjs',
    '/docs/..%2fbuilder.cjs',
  ])
    expect((await get(path)).statusCode, path).toBeGreaterThanOrEqual(400)
})
