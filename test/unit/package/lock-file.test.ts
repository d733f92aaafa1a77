import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Entry {
  readonly link?: boolean
  readonly resolved?: string
  readonly integrity?: string
}

interface Manifest {
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
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

const ranges = (versions: Readonly<Record<string, string>> = {}) =>
  Object.entries(versions).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))

const LOCKED = [
  '',
  ...readdirSync(inProject('test/fixtures'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^\w+\/package-lock\.json$/.test(path))
    .map((path) => `test/fixtures/${path.replace('package-lock.json', '')}`),
]

test('the lock files are those of the project and of three applications', () => {
  expect(LOCKED).toHaveLength(4)
})

for (const folder of LOCKED)
  test(`every package of ${folder || 'the project'} is locked with its hash`, () => {
    expect(unhashed(read(`${folder}package-lock.json`).packages)).toEqual([])
  })

test('a lock entry without a hash, or with a weak one, is refused; a workspace is not', () => {
  const packages = {
    service: {},
    'node_modules/service': { link: true },
    'node_modules/a': {},
    'node_modules/b': { integrity: 'sha1-abc=' },
  }
  expect(unhashed(packages)).toEqual(['node_modules/a', 'node_modules/b'])
})

test('what the project is built, tested and run with has exact versions', () => {
  const { devDependencies } = read('package.json') as Manifest
  const { dependencies } = read('service/package.json') as Manifest
  expect(ranges(devDependencies)).toEqual([])
  expect(ranges(dependencies)).toEqual([])
})

test('a range, a tag and an address are no exact version', () => {
  const versions = { a: '^1.0.0', b: '~1.0.0', c: 'latest', d: 'file:../d', e: '1.2.3' }
  expect(ranges(versions).map(([name]) => name)).toEqual(['a', 'b', 'c', 'd'])
})
