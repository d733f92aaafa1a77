import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Package {
  readonly engines?: { readonly node?: string }
}

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'))

const OURS = 20

/** Whether a range such as `^20.19 || >=22` accepts the Node that the project names. */
const accepts = (range: string) =>
  range.split('||').some((part) => {
    const [, sign, major] = /^\s*(>=|>|\^|~|)\s*v?(\d+)/.exec(part) ?? []
    return major === undefined || (sign?.startsWith('>') ? +major <= OURS : +major === OURS)
  })

test('no locked package wants a newer Node than the project names', () => {
  expect((read('package.json') as Package).engines?.node).toBe('>=20.19')
  const { packages } = read('package-lock.json') as { packages: Record<string, Package> }
  const tooNew = Object.entries(packages).filter(
    ([, { engines }]) => engines?.node !== undefined && !accepts(engines.node),
  )
  expect(tooNew.map(([name]) => name)).toEqual([])
})
