import { expect, test } from 'vitest'
import { openDatabase } from '../../../../service/store/database.ts'
import { createEventStore } from '../../../../service/store/event-table.ts'
import { sqliteStore } from '../../../../service/store/sqlite.ts'
import { loggedEvent } from '../../../support/fixtures/logged-event.ts'

const open = () => createEventStore(sqliteStore(openDatabase(':memory:')))

test('a second delivery of a request changes nothing, in the same batch or later', async () => {
  const store = await open()
  const events = [loggedEvent({ origin: 'a.1' }), loggedEvent({ t: '', origin: 'a.2' })]
  await store.add([...events, ...events])
  await store.add(events)
  expect(await store.list()).toMatchObject([{ repeats: 0 }, { repeats: 0 }])
  expect(await store.counts()).toEqual([{ action: 'click', good: 2, bad: 0, repeats: 0 }])
})

test('a repeat is counted once, however often it is delivered', async () => {
  const store = await open()
  const repeat = loggedEvent({ origin: 'b.7' })
  await store.add([loggedEvent(), repeat])
  await store.add([repeat])
  expect(await store.list()).toMatchObject([{ repeats: 1, differing: 0 }])
  expect(await store.counts()).toEqual([{ action: 'click', good: 1, bad: 0, repeats: 1 }])
})

test('a conflict that is delivered again changes nothing', async () => {
  const store = await open()
  const other = loggedEvent({ data: { pid: 'P2' }, origin: 'c.7' })
  await store.add([loggedEvent({ origin: 'c.6' }), other, other])
  await store.add([loggedEvent({ origin: 'c.8' }), other])
  expect(await store.list()).toMatchObject([
    { data: { pid: 'P1' }, repeats: 1, differing: 1 },
    { data: { pid: 'P2' }, repeats: 0, differing: 0 },
  ])
  expect(await store.counts()).toEqual([{ action: 'click', good: 2, bad: 0, repeats: 1 }])
})

test('an order that page and server report is one, whatever each says of it', async () => {
  const store = await open()
  const order = (data: object) => loggedEvent({ action: 'order', data })
  await store.add([order({ ver: 'server' }), order({ ver: 'page' })])
  await store.add([order({ ver: 'page' })])
  expect(await store.list()).toMatchObject([{ data: { ver: 'server' }, repeats: 2, differing: 0 }])
  await store.add([loggedEvent()])
  expect(await store.list()).toMatchObject([{ differing: 1 }, { action: 'click' }])
  expect(await store.counts()).toEqual([
    { action: 'click', good: 1, bad: 0, repeats: 0 },
    { action: 'order', good: 1, bad: 0, repeats: 2 },
  ])
})

test('the same user and moment at two sites are two events', async () => {
  const store = await open()
  await store.add([loggedEvent({ site: 'one' }), loggedEvent({ site: 'two' })])
  expect(await store.list()).toHaveLength(2)
})

test('a batch of which one event cannot be written leaves nothing behind', async () => {
  const store = await open()
  const broken = loggedEvent({ receivedAt: Number.NaN, t: '2|1' })
  await expect(store.add([loggedEvent(), broken])).rejects.toThrow()
  expect(await store.list()).toEqual([])
  expect(await store.counts()).toEqual([])
})
