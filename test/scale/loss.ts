import { openDatabase } from '../../service/store/database.ts'
import { readLoss } from '../../service/store/loss.ts'
import { createServiceEvents } from '../../service/store/service-events.ts'
import { sqliteStore } from '../../service/store/sqlite.ts'
import { readEvent } from '../../service/tracker/read-event.ts'
import { eventQuery } from '../support/fixtures/events.ts'

const START = Date.UTC(2026, 10, 20)
const EVENTS_OF_A_PAGE = 20

/** Drops a share of requests by chance, and compares the report with the truth, in percent. */
export async function lossRun(pages: number, share: number) {
  const store = sqliteStore(openDatabase(':memory:'))
  const events = await createServiceEvents(store)
  let dropped = 0
  for (let page = 0; page < pages; page += 1) {
    const batch = []
    for (let number = 1; number <= EVENTS_OF_A_PAGE; number += 1) {
      if (Math.random() < share) {
        dropped += 1
        continue
      }
      const seq = `${String(page).padStart(8, '0')}.${number}`
      const t = `${START + page * 100 + number}|0.5`
      const query = eventQuery('click', { uid: `u${page}`, t, data: { seq, ver: 'svc-tag/1' } })
      const receivedAt = START + page * 100 + number
      batch.push({ ...readEvent(query, 'demo-site'), origin: seq, browser: 'Chrome', receivedAt })
    }
    await events.add(batch)
  }
  const rows = await readLoss(store, { from: 0, to: Number.MAX_SAFE_INTEGER }, START + 9e8)
  const sum = (read: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + read(row), 0)
  const lost = sum((row) => row.lost)
  const reported = (lost / (lost + sum((row) => row.received))) * 100
  const truth = (dropped / (pages * EVENTS_OF_A_PAGE)) * 100
  await store.close()
  return { truth, reported, apart: Math.abs(truth - reported) }
}
