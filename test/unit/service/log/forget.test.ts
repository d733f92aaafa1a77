import { expect, test } from 'vitest'
import { runCommand } from '../../../../service/commands/commands.ts'
import { readOptions } from '../../../../service/start/service-options.ts'
import { createColumns } from '../../../../service/store/columns/columns.ts'
import { forgetBefore, forgetUser } from '../../../../service/store/forget.ts'
import { openStore } from '../../../../service/store/postgres.ts'
import { createServiceEvents } from '../../../../service/store/service-events.ts'
import type { Sql } from '../../../../service/store/sql.ts'
import { loggedEvent } from '../../../support/fixtures/logged-event.ts'
import { outputPath } from '../../../support/fixtures/output-path.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 24)

/** How many rows of each kind belong to one user: events, and the same by column. */
async function rowsOf(store: Sql, uid: string) {
  const count = 'select count(*) as count'
  type Count = { readonly count: number }
  const [row] = await store.all<Count>(`${count} from tracker_events where uid = @uid`, { uid })
  const columns = await createColumns(store)
  await columns.catchUp()
  const drawn = ['events', 'steps'].map(async (table) => {
    const [all] = await columns.rows<Count>(`${count} from ${table} where uid = $uid`, { uid })
    return all?.count
  })
  const counts = [row?.count, ...(await Promise.all(drawn))]
  await columns.close()
  return counts
}

/** A store with a click of each user, at so many days before now. */
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
  return { store, events }
}

test('forgetting old events takes their page numbers and counts along', async () => {
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
  const tables = await again.all<{ readonly name: string }>(
    "select name from sqlite_master where type = 'table'",
  )
  for (const { name } of tables)
    expect(JSON.stringify(await again.all(`select * from ${name}`)), name).not.toContain('"u1"')
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
