import { expect, test } from 'vitest'
import { which } from '../support/runner/engines.ts'

test('a program that is nowhere in PATH is not found', () => {
  expect(which('no-such-program-anywhere')).toBeUndefined()
})
