import { expect, test } from '@playwright/test'
import { createSeen } from '../../../src/agent/seen'
import type { ProductId, UserId, VisitId } from '../../../src/brand'
import type { TrackerEvent } from '../../../src/events'
import { click, memoryStorage, pageFields } from '../../support/builders'

const { visitId } = pageFields
const event = (action: string, data: object) =>
  ({ action, uid: 'u' as UserId, t: '1|0.5', data: { ...data, ...pageFields } }) as TrackerEvent
const impressions = (...pids_list: string[]) =>
  event('PRODUCT_IMPRESSIONS', { query: 'q', pids_list: pids_list as ProductId[] })

test('what a visit saw is told by kind, the latest first, each product once', () => {
  const seen = createSeen(memoryStorage())
  seen.add(impressions('a', 'b'))
  seen.add(impressions('c', 'a'))
  seen.add(click('b'))
  seen.add(event('cart', { pid: 'b', qty: '1' }))
  seen.add(event('search', { query: 'shoes' }))
  expect(seen.read(visitId)).toEqual({ views: ['c', 'a', 'b'], clicks: ['b'], carts: ['b'] })
})

test('at most 20 of each kind are told', () => {
  const seen = createSeen(memoryStorage())
  for (let index = 0; index <= 20; index++) seen.add(click(`p${index}`))
  const { clicks } = seen.read(visitId)
  expect(clicks).toHaveLength(20)
  expect(clicks?.[0]).toBe('p20')
  expect(clicks?.[19]).toBe('p1')
})

test('tabs of one visit tell the same, another visit nothing', () => {
  const storage = memoryStorage()
  createSeen(storage).add(click('a'))
  expect(createSeen(storage).read(visitId)).toEqual({ clicks: ['a'] })
  expect(createSeen(storage).read('visitId-2' as VisitId)).toEqual({})
})
