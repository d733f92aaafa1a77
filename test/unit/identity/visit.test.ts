import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOngoing, parseVisit, type Visit } from '../../../src/visitor/stored-visitor'
import type { VisitId } from '../../../src/wire/tracker-event'
import { later, noon } from '../../support/fixtures/builders'

const IDLE_LIMIT_MS = 1_800_000
const visit: Visit = { id: 'v1' as VisitId, type: 'first_time', lastSeenAt: noon }

test('activity just before the idle limit keeps the visit', () => {
  expect(isOngoing(visit, later(IDLE_LIMIT_MS - 1), IDLE_LIMIT_MS)).toBe(true)
})

test('activity at the idle limit belongs to no visit yet', () => {
  expect(isOngoing(visit, later(IDLE_LIMIT_MS), IDLE_LIMIT_MS)).toBe(false)
})

test('a clock that is set back keeps the visit whole', () => {
  expect(isOngoing(visit, later(-86_400_000), IDLE_LIMIT_MS)).toBe(true)
})

test('a visit comes back from its text', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), (id) => {
      expect(parseVisit(`repeat|${noon}|${id}`)).toEqual({ id, type: 'repeat', lastSeenAt: noon })
    }),
  )
})

for (const text of [undefined, '', 'garbage', 'repeat|x|v', 'often|1|v', 'repeat|1|']) {
  test(`the text ${JSON.stringify(text)} is no visit`, () => {
    expect(parseVisit(text)).toBeUndefined()
  })
}
