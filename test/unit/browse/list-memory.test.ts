import { expect, test } from '@playwright/test'
import type { ProductId, VisitId } from '../../../src/brand'
import { createListMemory } from '../../../src/browse/list-memory'
import { memoryStorage } from '../../support/builders'

const visit = 'v1' as VisitId
const pid = (text: string) => text as ProductId
const pids = (...texts: string[]) => texts.map(pid)

test('a product keeps the request id of its list, on every page and in every tab of the visit', () => {
  const storage = memoryStorage()
  createListMemory(storage).remember(visit, pids('a', 'b'), 'r1')
  const otherTab = createListMemory(storage)
  expect(otherTab.requestIdOf(visit, pid('b'))).toBe('r1')
  expect(otherTab.requestIdOf(visit, pid('c'))).toBeUndefined()
})

test('the list that showed the product last counts', () => {
  const memory = createListMemory(memoryStorage())
  memory.remember(visit, pids('a', 'b'), 'r1')
  memory.remember(visit, pids('b', 'c'), 'r2')
  expect(['a', 'b', 'c'].map((text) => memory.requestIdOf(visit, pid(text)))).toEqual([
    'r1',
    'r2',
    'r2',
  ])
})

test('told again, the list that was clicked in counts, and keeps its other products', () => {
  const memory = createListMemory(memoryStorage())
  memory.remember(visit, pids('a', 'b'), 'r1')
  memory.remember(visit, pids('b', 'c'), 'r2')
  memory.remember(visit, pids('b'), 'r1')
  expect(['a', 'b', 'c'].map((text) => memory.requestIdOf(visit, pid(text)))).toEqual([
    'r1',
    'r1',
    'r2',
  ])
})

test('a list without a request id takes its products from the list before', () => {
  const memory = createListMemory(memoryStorage())
  memory.remember(visit, pids('a'), 'r1')
  memory.remember(visit, pids('a'))
  expect(memory.requestIdOf(visit, pid('a'))).toBeUndefined()
})

test('another visit knows nothing, and begins afresh', () => {
  const memory = createListMemory(memoryStorage())
  memory.remember(visit, pids('a'), 'r1')
  const next = 'v2' as VisitId
  expect(memory.requestIdOf(next, pid('a'))).toBeUndefined()
  memory.remember(next, pids('b'), 'r2')
  expect(memory.requestIdOf(visit, pid('a'))).toBeUndefined()
  expect(memory.requestIdOf(next, pid('b'))).toBe('r2')
})

test('the last twenty lists of a hundred products are kept, and no more', () => {
  const storage = memoryStorage()
  const memory = createListMemory(storage)
  const list = (number: number) =>
    Array.from({ length: 101 }, (_, index) => pid(`${number}-${index}`))
  for (let number = 0; number <= 20; number++) memory.remember(visit, list(number), `r${number}`)
  const known = (text: string) => memory.requestIdOf(visit, pid(text))
  expect(known('0-0')).toBeUndefined()
  expect(known('1-99')).toBe('r1')
  expect(known('20-99')).toBe('r20')
  expect(known('20-100')).toBeUndefined()
})

test('where nothing can be stored, the page remembers', () => {
  const memory = createListMemory({ ...memoryStorage(), write: () => false })
  memory.remember(visit, pids('a'), 'r1')
  expect(memory.requestIdOf(visit, pid('a'))).toBe('r1')
  memory.erase()
  expect(memory.requestIdOf(visit, pid('a'))).toBeUndefined()
})

test('erased is erased', () => {
  const storage = memoryStorage()
  const memory = createListMemory(storage)
  memory.remember(visit, pids('a'), 'r1')
  memory.erase()
  expect(storage.keys()).toEqual([])
  expect(memory.requestIdOf(visit, pid('a'))).toBeUndefined()
})

test('what somebody else wrote in its place is no memory', () => {
  const storage = memoryStorage()
  for (const text of ['', 'null', '{"a":1}', 'v1', '\u001e', 'v1\u001e']) {
    storage.write('lists', text)
    expect(createListMemory(storage).requestIdOf(visit, pid('a'))).toBeUndefined()
  }
})
