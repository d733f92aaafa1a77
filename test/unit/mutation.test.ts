import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decisions } from '../mutation/mutated-modules.ts'

test('every module and test of the mutation run is there', () => {
  const files = decisions.flatMap(({ file, tests }) => [file, ...tests])
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
