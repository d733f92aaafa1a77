import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { parseVisit, type Visit, visitAt, visitText } from '../../../src/identity/visit'
import type { VisitId } from '../../../src/wire/brand'
import { later, noon } from '../../support/builders'

const IDLE_LIMIT_MS = 1_800_000
const visit: Visit = { id: 'v1' as VisitId, type: 'first_time', lastSeenAt: noon }

test('activity just before the idle limit keeps the visit', () => {
  const at = later(IDLE_LIMIT_MS - 1)
  expect(visitAt(at, visit, IDLE_LIMIT_MS)).toEqual({ ...visit, lastSeenAt: at })
})

test('activity at the idle limit belongs to no visit yet', () => {
  expect(visitAt(later(IDLE_LIMIT_MS), visit, IDLE_LIMIT_MS)).toBeUndefined()
})

test('a clock that is set back keeps the visit whole', () => {
  expect(visitAt(later(-86_400_000), visit, IDLE_LIMIT_MS)?.id).toBe('v1')
})

test('a visit comes back from its text', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), (id) => {
      const written: Visit = { ...visit, id: id as VisitId }
      expect(parseVisit(visitText(written))).toEqual(written)
    }),
  )
})

for (const text of [undefined, '', 'garbage', 'repeat|x|v', 'often|1|v', 'repeat|1|']) {
  test(`the text ${JSON.stringify(text)} is no visit`, () => {
    expect(parseVisit(text)).toBeUndefined()
  })
}
