import { expect, test } from 'vitest'
import { runCommand } from '../../../../service/commands/commands.ts'
import { createFacts } from '../../../../service/console/analytics/facts.ts'
import { readOptions } from '../../../../service/options.ts'
import { forgetBefore, forgetUser } from '../../../../service/store/forget.ts'
import { openStore } from '../../../../service/store/open-store.ts'
import { createServiceEvents } from '../../../../service/store/service-events.ts'
import type { Sql } from '../../../../service/store/sql.ts'
import { loggedEvent } from '../../../support/fixtures/logged-event.ts'
import { outputPath } from '../../../support/fixtures/output-path.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 24)

const TABLES = ['tracker_events', 'fact_events', 'fact_products']

/** How many rows of each table belong to one user. */
async function rowsOf(store: Sql, uid: string) {
  const counts = TABLES.map(async (table) => {
    const [row] = await store.all<{ readonly count: number }>(
      `select count(*) as count from ${table} where uid = @uid`,
      { uid },
    )
    return row?.count
  })
  return Promise.all(counts)
}

/** A store with a click of each user, at so many days before now, and its facts. */
async function storeWith(clicks: Readonly<Record<string, number>>, file = ':memory:') {
  const store = await openStore(file)
  const events = await createServiceEvents(store)
  await events.add(
    Object.entries(clicks).map(([uid, days], number) => {
      const receivedAt = NOW - days * DAY_MS
      const data = { pid: 'P1', visitId: `visit-${uid}`, seq: `page-${uid}0.1` }
      return loggedEvent({ uid, t: `${receivedAt}|0.${number}`, receivedAt, data })
    }),
  )
  await (await createFacts(store)).catchUp()
  return { store, events }
}

test('forgetting old events takes their facts, page numbers and counts along', async () => {
  const { store, events } = await storeWith({ u1: 91, u2: 89 })
  expect(await forgetBefore(store, NOW - 90 * DAY_MS)).toBe(1)
  expect(await rowsOf(store, 'u1')).toEqual([0, 0, 0])
  expect(await rowsOf(store, 'u2')).toEqual([1, 1, 1])
  expect(await events.counts()).toEqual([{ action: 'click', good: 1, bad: 0, repeats: 0 }])
  expect(await store.all('select instance from page_instances')).toEqual([{ instance: 'page-u20' }])
})

test('forgetting a user takes that user only, even of a similar name', async () => {
  const { store, events } = await storeWith({ u1: 3, u11: 3, U1: 3 })
  expect(await forgetUser(store, 'u1')).toBe(1)
  expect(await rowsOf(store, 'u1')).toEqual([0, 0, 0])
  expect((await events.list()).map(({ uid }) => uid)).toEqual(['u11', 'U1'])
})

test('more events than one portion are forgotten', async () => {
  const { store, events } = await storeWith({})
  await events.add(Array.from({ length: 4_100 }, (_, at) => loggedEvent({ t: `${NOW + at}|0.5` })))
  expect(await forgetUser(store, 'uid-1')).toBe(4_100)
  expect(await events.count()).toBe(0)
})

test('the command deletes one user from a store', async () => {
  const file = outputPath('service.db')
  const { store } = await storeWith({ u1: 3, u2: 3 }, file)
  await store.close()
  await runCommand('delete', ['--db', file, '--uid', 'u1'])
  const again = await openStore(file)
  expect(await rowsOf(again, 'u1')).toEqual([0, 0, 0])
  expect(await rowsOf(again, 'u2')).toEqual([1, 1, 1])
  await again.close()
})

test('--keep takes hours, days and weeks, and refuses anything else', () => {
  const keepOf = (given: string) => readOptions(['--keep', given], 'service.db')?.keepMs
  expect(keepOf('90d')).toBe(90 * DAY_MS)
  expect(keepOf('12h')).toBe(DAY_MS / 2)
  expect(keepOf('2w')).toBe(14 * DAY_MS)
  for (const given of ['90', '0d', '1.5d', '90m'])
    expect(() => keepOf(given), given).toThrow(`--keep ${given}: not a time`)
})
