import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Entry {
  readonly link?: boolean
  readonly resolved?: string
  readonly integrity?: string
}

const inProject = (file: string) => new URL(`../../../${file}`, import.meta.url)
const read = (file: string) => JSON.parse(readFileSync(inProject(file), 'utf8'))

/** Packages that are installed without a hash: any registry or proxy could put others in their place. */
const unhashed = (packages: Readonly<Record<string, Entry>>) =>
  Object.entries(packages)
    // The project itself and its workspaces come from no registry.
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    .map(([path]) => path)

const LOCKED = [
  '',
  ...readdirSync(inProject('test/fixtures'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^\w+\/package-lock\.json$/.test(path))
    .map((path) => `test/fixtures/${path.replace('package-lock.json', '')}`),
]

for (const folder of LOCKED)
  test(`every package of ${folder || 'the project'} is locked with its hash`, () => {
    expect(unhashed(read(`${folder}package-lock.json`).packages)).toEqual([])
  })

interface Manifest {
  readonly version: string
  readonly folder: string
  readonly files: Record<string, { bytes: number; brotliBytes: number; integrity: string }>
}

/** A project in which only the scripts have been built, run through the release step. */
async function release(scripts: Record<string, string>) {
  const root = await mkdtemp(join(tmpdir(), 'svc-release-'))
  await mkdir(join(root, 'dist'))
  await copyFile('release.mjs', join(root, 'release.mjs'))
  await cp('src/gtm', join(root, 'src/gtm'), { recursive: true })
  await writeFile(join(root, 'package.json'), '{"version":"3.2.1","type":"module"}')
  for (const [name, text] of Object.entries(scripts))
    await writeFile(join(root, 'dist', name), text)
  execFileSync(process.execPath, [join(root, 'release.mjs')])
  const read = (path: string) => readFile(join(root, 'dist', path), 'utf8')
  return { read, manifest: JSON.parse(await read('manifest.json')) as Manifest }
}

test('a release has its own folder, and the size and hash of every script', async () => {
  const scripts = { 'svc.js': 'first()', 'svc-clients.js': 'second()' }
  const { read, manifest } = await release({
    ...scripts,
    'svc.js.map': '{}',
    'module.js': 'export {}',
  })
  expect(manifest).toMatchObject({ version: '3.2.1', folder: 'svc-3.2.1' })
  expect(Object.keys(manifest.files)).toEqual(['svc-clients.js', 'svc.js'])
  for (const [name, text] of Object.entries(scripts)) {
    expect(await read(`${manifest.folder}/${name}`)).toBe(text)
    const hash = createHash('sha384').update(text).digest('base64')
    expect(manifest.files[name]).toMatchObject({
      bytes: text.length,
      integrity: `sha384-${hash}`,
    })
  }
  expect(await read(`${manifest.folder}/svc.js.map`)).toBe('{}')
})

test('the script element to paste has an integrity for every file the tag may fetch', async () => {
  const { read, manifest } = await release({
    'svc.js': 'first()',
    'svc-clients.js': 'second()',
    'svc-map.js': 'third()',
    'svc-snippet.js': 'pasted()',
    'svc-pixel.js': 'sandboxed()',
  })
  const element = await read('script-element.html')
  expect(element).toContain(`src="/svc/${manifest.folder}/svc.js"`)
  expect(element).toContain(`integrity="${manifest.files['svc.js']?.integrity}" crossorigin`)
  const [, hashes = ''] = /data-integrity='(.*)'/.exec(element) ?? []
  expect(JSON.parse(hashes)).toEqual({
    'svc-clients.js': manifest.files['svc-clients.js']?.integrity,
    'svc-map.js': manifest.files['svc-map.js']?.integrity,
  })
})
