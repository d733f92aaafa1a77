import { expect, test } from '@playwright/test'
import { which } from '../support/runner/engines.ts'

test('a program that is nowhere in PATH is not found', () => {
  expect(which('no-such-program-anywhere')).toBeUndefined()
})
