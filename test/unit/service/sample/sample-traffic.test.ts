import { expect, test } from 'vitest'
import { loadCatalog } from '../../../../service/catalog/catalog.ts'
import type { AnalyticsReport } from '../../../../service/console/analytics/report-type.ts'
import { sampleShopOf } from '../../../../service/sample/sample-shop.ts'
import { createSampleTraffic } from '../../../../service/sample/sample-traffic.ts'
import { sampleWalks } from '../../../../service/sample/walks.ts'
import { openDatabase } from '../../../../service/store/database.ts'
import { createEventStore } from '../../../../service/store/event-table.ts'
import { sqliteStore } from '../../../../service/store/sqlite.ts'
import { createProductStore } from '../../../../service/store/stored-products.ts'
import { eventPath } from '../../../support/fixtures/event-requests.ts'
import { startService } from '../../../support/fixtures/local-service.ts'
import { loggedEvent } from '../../../support/fixtures/logged-event.ts'
import { smallFeed } from '../../../support/fixtures/made-feed.ts'

const now = Date.UTC(2026, 10, 24, 12)

async function open(feed = smallFeed()) {
  const db = openDatabase(':memory:')
  const catalog = await loadCatalog(createProductStore(db), feed)
  const store = sqliteStore(db)
  const events = await createEventStore(store)
  const sample = createSampleTraffic({
    catalog,
    store,
    events,
    siteKey: 'demo-site',
    now: () => now,
  })
  return { db, catalog, events, sample }
}

test('the same catalogue and time give the same traffic', async () => {
  const { catalog, db } = await open()
  const shop = sampleShopOf(catalog)
  const traffic = () => sampleWalks({ shop, visits: 40, now, origin: 'https://a.example' })
  expect(traffic()).toEqual(traffic())
  db.close()
})

test('sample traffic has every action, is in the past, and is marked', async () => {
  const { events, sample, db } = await open()
  await sample.add(200)
  const all = await events.list()
  expect(new Set(all.map(({ action }) => action)).size).toBe(7)
  for (const { t, uid, visitId } of all) {
    expect(Number.parseInt(t, 10)).toBeLessThan(now)
    expect(uid.startsWith('sample.') && visitId.startsWith('sample.')).toBe(true)
  }
  const bad = all.filter(({ isGood }) => !isGood)
  expect(new Set(bad.flatMap(({ reasons }) => reasons)).size).toBe(2)
  expect(bad.length / all.length).toBeLessThan(0.05)
  db.close()
})

test('adding replaces sample traffic, and removing it keeps real traffic', async () => {
  const { events, sample, db } = await open()
  let removals = 0
  sample.watch(() => {
    removals += 1
  })
  await events.add([loggedEvent({ uid: 'sample' })])
  await sample.add(20)
  const first = await events.count()
  await sample.add(20)
  expect(await events.count()).toBe(first)
  expect(await sample.remove()).toBe(first - 1)
  expect((await events.list()).map(({ uid }) => uid)).toEqual(['sample'])
  expect(removals).toBe(3)
  db.close()
})

test('only pages of the console can add and remove it', async () => {
  const { url, counts, close } = await startService()
  const page = await (await fetch(`${url}/analytics`)).text()
  const [, token = ''] = /name="console-token" content="([^"]+)"/.exec(page) ?? []
  const ask = (method: string, query = '', headers: Record<string, string> = {}) =>
    fetch(`${url}/console/sample${query}`, { method, headers })
  const byPage = { 'svc-console-token': token }
  expect((await ask('POST')).status).toBe(403)
  expect((await ask('DELETE', '', { 'svc-console-token': 'guess' })).status).toBe(403)
  expect((await ask('POST', '?visits=0', byPage)).status).toBe(400)
  expect((await ask('POST', '?visits=9999999', byPage)).status).toBe(400)
  await fetch(url + eventPath('click', { t: '1|1' }))
  expect((await ask('POST', '?visits=30', byPage)).status).toBe(200)
  const report = async () =>
    (await (await fetch(`${url}/analytics/data`)).json()) as AnalyticsReport
  expect((await report()).totals.sampleUsers).toBe(30)
  await ask('DELETE', '', byPage)
  expect((await report()).totals).toMatchObject({ sampleUsers: 0, events: 1 })
  expect(await counts()).toEqual([{ action: 'click', good: 1, bad: 0, repeats: 0 }])
  await close()
})
