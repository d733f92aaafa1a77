import { expect, test } from '@playwright/test'
import { createListMemory } from '../../../src/track/list-memory'
import type { ProductId, VisitId } from '../../../src/wire/brand'
import type { TrackerEvent } from '../../../src/wire/tracker-event.ts'
import { memoryStorage, pageFields } from '../../support/builders'

const visit = pageFields.visitId
const pids = (...texts: string[]) => texts as ProductId[]
const event = (action: string, data: object, visitId = visit) =>
  ({ action, uid: 'u', t: '1|0.5', data: { ...data, ...pageFields, visitId } }) as TrackerEvent
const views = (requestId: string | undefined, ...texts: string[]) =>
  event('PRODUCT_IMPRESSIONS', { query: 'q', pids_list: texts, ...(requestId && { requestId }) })
const requestIdIn = ({ data }: TrackerEvent) => (data as { requestId?: string }).requestId

function open(storage = memoryStorage(), { keepsAll = false } = {}) {
  const memory = createListMemory(storage, keepsAll)
  /** Of a cart, which teaches nothing about the product. */
  const requestIdOf = (pid: string, visitId = visit) =>
    requestIdIn(memory.complete(event('cart', { pid, qty: '1' }, visitId)))
  return { ...memory, requestIdOf }
}

test('a product keeps the request id of its list, on every page and in every tab of the visit', () => {
  const storage = memoryStorage()
  open(storage).show(visit, pids('a', 'b'), 'r1')
  const otherTab = open(storage)
  expect(otherTab.requestIdOf('b')).toBe('r1')
  expect(otherTab.requestIdOf('c')).toBeUndefined()
})

test('the list that showed the product last counts, by what Browse gave and by what was seen', () => {
  const { show, complete, requestIdOf } = open()
  show(visit, pids('a', 'b'), 'r1')
  complete(views('r2', 'b', 'c'))
  expect(['a', 'b', 'c'].map((pid) => requestIdOf(pid))).toEqual(['r1', 'r2', 'r2'])
  show(visit, pids('b'), 'r1')
  expect(['a', 'b', 'c'].map((pid) => requestIdOf(pid))).toEqual(['r1', 'r1', 'r2'])
})

test('what was clicked is remembered however many lists are looked at after it', () => {
  const { show, complete, requestIdOf } = open()
  complete(event('click', { pid: 'a', requestId: 'clicked' }))
  for (let answer = 0; answer < 60; answer += 1) {
    show(visit, pids('a', 'b'), `r${answer}`)
    complete(views(`r${answer}`, 'a', 'b'))
  }
  expect(['a', 'b'].map((pid) => requestIdOf(pid))).toEqual(['clicked', 'r59'])
})

test('a list without a request id takes its products from the list before', () => {
  const { show, requestIdOf } = open()
  show(visit, pids('a'), 'r1')
  show(visit, pids('a'))
  expect(requestIdOf('a')).toBeUndefined()
})

test('what was merely seen without a request id takes nothing', () => {
  const { show, complete, requestIdOf } = open(memoryStorage(), { keepsAll: true })
  show(visit, pids('a'), 'r1')
  complete(views(undefined, 'a'))
  expect(requestIdOf('a')).toBe('r1')
})

test('the list that was clicked in counts, whatever shows the product later', () => {
  const { show, complete, requestIdOf } = open()
  show(visit, pids('a'), 'r1')
  expect(requestIdIn(complete(event('click', { pid: 'a' })))).toBe('r1')
  show(visit, pids('a'), 'r2')
  expect(requestIdOf('a')).toBe('r1')
})

test('an event keeps the request id that it has, and any other event is left as it is', () => {
  const { show, complete } = open()
  show(visit, pids('a'), 'r1')
  expect(requestIdIn(complete(event('click', { pid: 'a', requestId: 'own' })))).toBe('own')
  const others = [
    event('order', { pid: 'a', qty: '1', price: '1' }),
    event('search', { query: 'q' }),
    views(undefined, 'a'),
    event('click', { pid: 'z' }),
  ]
  for (const other of others) expect(complete(other)).toBe(other)
})

test('nothing is written of what has no request id, unless somebody asks what was met', () => {
  const storage = memoryStorage()
  const met = [views(undefined, 'a'), event('click', { pid: 'a' }), event('cart', { pid: 'a' })]
  met.forEach(open(storage).complete)
  expect(storage.keys()).toEqual([])
  const { complete, read } = open(storage, { keepsAll: true })
  met.forEach(complete)
  expect(read(visit)).toEqual([
    ['carts ', 'a'],
    ['clicks ', 'a'],
    ['views ', 'a'],
  ])
})

test('another visit knows nothing, and begins afresh', () => {
  const { show, requestIdOf } = open()
  show(visit, pids('a'), 'r1')
  const next = 'v2' as VisitId
  expect(requestIdOf('a', next)).toBeUndefined()
  show(next, pids('b'), 'r2')
  expect(requestIdOf('a')).toBeUndefined()
  expect(requestIdOf('b', next)).toBe('r2')
})

test('the last forty lists of a hundred products are kept, and no more', () => {
  const memory = open()
  const list = (number: number) =>
    pids(...Array.from({ length: 101 }, (_, index) => `${number}-${index}`))
  for (let number = 0; number <= 40; number++) memory.show(visit, list(number), `r${number}`)
  const known = memory.read(visit)
  expect(known.map(([name]) => name)).toEqual(
    Array.from({ length: 40 }, (_, index) => `shown r${40 - index}`),
  )
  expect(known[0]?.slice(1)).toEqual(list(40).slice(0, 100))
})

test('where nothing can be stored, the page remembers', () => {
  const { show, requestIdOf, erase } = open({ ...memoryStorage(), write: () => false })
  show(visit, pids('a'), 'r1')
  expect(requestIdOf('a')).toBe('r1')
  erase()
  expect(requestIdOf('a')).toBeUndefined()
})

test('erased is erased', () => {
  const storage = memoryStorage()
  const { show, requestIdOf, erase } = open(storage)
  show(visit, pids('a'), 'r1')
  erase()
  expect(storage.keys()).toEqual([])
  expect(requestIdOf('a')).toBeUndefined()
})

test('what somebody else wrote in its place is no memory', () => {
  const storage = memoryStorage()
  for (const text of ['', 'null', '{"a":1}', visit, '\u001e', `${visit}\u001e`]) {
    storage.write('met', text)
    expect(open(storage).requestIdOf('a')).toBeUndefined()
  }
})
