import {
  type Catalog,
  createDraw,
  createEventStore,
  createProductStore,
  loadCatalog,
  openDatabase,
  sqliteStore,
} from 'svc-tag-service'
import { expect, test } from 'vitest'
import { eventPath } from '../../test/support/fixtures/event-requests.ts'
import { startService } from '../../test/support/fixtures/local-service.ts'
import { loggedEvent } from '../../test/support/fixtures/logged-event.ts'
import { smallFeed } from '../../test/support/fixtures/made-feed.ts'
import type { AnalyticsReport } from '../analytics/report-type.ts'
import { sampleShopOf } from '../sample/sample-shop.ts'
import { createSampleTraffic } from '../sample/sample-traffic.ts'
import { sampleWalks } from '../sample/walks.ts'
import { everything, openReports } from './reports.ts'

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

/** A store with reports, to which real visits and sample traffic are added. */
async function openMixed(catalog: Catalog) {
  const reports = await openReports({ now: () => now })
  const sample = createSampleTraffic({
    ...{ ...reports, catalog, siteKey: 'demo-site', now: () => now },
  })
  let real = 0
  return {
    ...{ ...reports, sample },
    /** A visit of three pages: one is whole, one lost an event, and one sent no numbers. */
    addReal: () =>
      reports.events.add(
        ['page-aa.1', 'page-bb.1', 'page-bb.3', ''].map((seq) => {
          real += 1
          const data = { pid: 'P1', visitId: `v${real % 5}`, ver: 'svc-tag/1', ...(seq && { seq }) }
          return loggedEvent({ uid: `u${real % 3}`, t: `${now - 2e8 + real * 1e5}|${real}`, data })
        }),
      ),
    async figures() {
      await reports.columns.catchUp()
      return reports.reporter.analytics(everything)
    },
  }
}

type Mixed = Awaited<ReturnType<typeof openMixed>>

/** What a random sequence does; two changes at once happen one after the other. */
const steps: readonly ((store: Mixed, visits: number) => Promise<unknown>)[] = [
  ({ sample }, visits) => Promise.all([sample.remove(), sample.add(visits)]),
  ({ sample }, visits) => Promise.all([sample.add(visits), sample.remove()]),
  ({ addReal }) => addReal(),
  ({ figures }) => figures(),
]

test.each([1, 2, 3])(
  'sample traffic leaves nothing behind, whatever is added, removed, reported and real in between (%i)',
  async (seed) => {
    const { catalog, db } = await open()
    const draw = createDraw(seed, 70)
    const walk = Array.from(
      { length: 10 },
      () => [draw.between(0, 3), draw.between(5, 30)] as const,
    )
    const [walked, fresh] = [await openMixed(catalog), await openMixed(catalog)]
    for (const [step, visits] of walk) await steps[step]?.(walked, visits)
    for (const [step] of walk) if (step === 2) await fresh.addReal()
    const [last, visits] = walk.findLast(([step]) => step < 2) ?? [1, 0]
    if (last === 0) await fresh.sample.add(visits)
    expect(await walked.figures()).toEqual(await fresh.figures())
    await Promise.all([walked.close(), fresh.close()])
    db.close()
  },
)

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
