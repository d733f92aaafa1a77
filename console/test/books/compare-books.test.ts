import { Readable } from 'node:stream'
import { createEventStore, createProductStore, loadCatalog, openDatabase } from 'svc-tag-service'
import { expect, test } from 'vitest'
import { orderRef } from '../../../src/wire/order-ref'
import { loggedEvent } from '../../../test/support/fixtures/logged-event.ts'
import { smallFeed } from '../../../test/support/fixtures/made-feed.ts'
import { memoryStore } from '../../../test/support/fixtures/memory-stores.ts'
import { findingText } from '../../books/books-text.ts'
import { compareBooks } from '../../books/compare-books.ts'
import { orderReference } from '../../books/order-reference.ts'
import { exactTest } from '../../books/surprising-groups.ts'
import { PLANTED, withBooks } from '../../sample/sample-books.ts'
import { sampleShopOf } from '../../sample/sample-shop.ts'
import { sampleWalks } from '../../sample/walks.ts'
import { wilson } from '../../wilson.ts'

const NOW = Date.UTC(2026, 10, 28, 12)
const MINUTE_MS = 60_000

const compare = (csv: string, store: ReturnType<typeof memoryStore>, map: readonly string[] = []) =>
  compareBooks(Readable.from([Buffer.from(csv)]), store, {
    ...{ siteKey: 'demo-site', timeZone: 'UTC', currency: 'EUR', map },
  })

let made = 0

/** A store with these events, some minutes after `NOW`. */
async function storeWith(
  ...events: readonly (readonly [
    action: string,
    minutes: number,
    data: object,
    more?: { readonly uid?: string; readonly reasons?: readonly string[]; readonly t?: string },
  ])[]
) {
  const store = memoryStore()
  const { add } = await createEventStore(store)
  await add(
    events.map(([action, minutes, data, { uid = 'ann', ...more } = {}]) =>
      loggedEvent({
        ...{ action, uid, t: `${NOW + minutes * MINUTE_MS}|0.${++made}`, ...more },
        data: { url: 'https://shop.example/thanks', visitId: `visit-${uid}`, ...data },
      }),
    ),
  )
  return store
}

const line = (pid: string, price = '10', qty = '1') => ({ pid, qty, price })
const ref = (id: string) => ({ ref: orderReference('demo-site', id) })
const at = (minutes: number) => new Date(NOW + minutes * MINUTE_MS).toISOString()

test('the console makes the references that the tag sends', () => {
  for (const id of ['1001', 'Größe-7', '#'.repeat(99)])
    expect(orderReference('demo-site', id)).toBe(orderRef('demo-site', id))
})

test('orders are found by reference, by t, by products and by value, in this order', async () => {
  const kept = `${NOW}|0.5`
  const store = await storeWith(
    ['order', 0, { ...line('A'), ...ref('1001') }],
    ['order', 1, { ...line('B'), ...ref('000000002') }],
    ['order', 2, line('C'), { t: kept }],
    ['order', 3, { products: [line('D', '5', '2'), line('E')] }],
    ['order', 300, line('F')],
    ['order', 5, line('unknown', '77')],
    ['order', 6, line('elsewhere', '1'), { uid: 'bob' }],
  )
  const rows = [
    `#1001,,${at(0)},10,A,1`,
    `2,,${at(0)},10,B,1`,
    `3,${kept},${at(0)},10,C,1`,
    `4,,${at(0)},20,E,1\n4,,,,D,2`,
    `5,,${at(0)},10,F,1`,
    `6,,${at(0)},77,other,1`,
    `7,,${at(30)},500,G,1`,
  ]
  const result = await compare(`order,t,time,total,sku,qty\n${rows.join('\n')}`, store)
  expect(result).toMatchObject({
    ...{ orders: 7, once: 5, missing: 2, twice: 0, extra: 1 },
    certainty: { certain: 3, likely: 1, possible: 1 },
  })
  expect(result.problems?.map(({ problem, id }) => `${problem} ${id}`)).toEqual([
    ...['missing 5', 'missing 7', 'extra '],
  ])
})

test('an order is counted twice by a confirmation without its id, or by the same shopper later', async () => {
  const store = await storeWith(
    ['order', 0, { ...line('A'), ...ref('1') }],
    ['order', 200, { ...line('A'), url: 'https://shop.example/thanks?resent=1' }],
    ['order', 0, { ...line('B'), ...ref('2') }, { uid: 'bob' }],
    ['order', 400, { ...line('B'), url: 'https://shop.example/thanks?resent=1' }, { uid: 'phone' }],
    ['order', 10, { ...line('C'), ...ref('3') }],
    ['order', 20, { ...line('C'), ...ref('4') }],
  )
  const rows = [1, 2, 3, 4].map((id) => `${id},${at(0)},10`)
  const result = await compare(`order,time,total\n${rows.join('\n')}`, store)
  expect(result).toMatchObject({ orders: 4, once: 2, twice: 2, missing: 0, extra: 0 })
  expect(result.problems?.map(({ pages }) => pages.at(-1))).toEqual([
    '/thanks?resent=1',
    '/thanks?resent=1',
  ])
})

test('the events show why an order is missing', async () => {
  const checkout = (page: string, seq?: string) => ({ url: `https://shop.example${page}`, seq })
  const wrong = { reasons: ['price is missing.'] }
  const store = await storeWith(
    ['order', 0, { ...line('A'), ...ref('1') }],
    ['order', 1, { ...line('B'), ...ref('2') }, { uid: 'b', ...wrong }],
    ['cart', -9, { pid: 'C', ...checkout('/c/shoes') }, { uid: 'c' }],
    ['click', -1, { pid: 'X', ...checkout('/checkout/paypal') }, { uid: 'c' }],
    ['cart', -9, { pid: 'D', ...checkout('/p/1') }, { uid: 'd' }],
    ['click', 1, { pid: 'X' }, { uid: 'd' }],
    ['cart', -9, { pid: 'F', ...checkout('/p/2') }, { uid: 'f1' }],
    ['cart', -9, { pid: 'F', ...checkout('/p/2') }, { uid: 'f2' }],
    ['click', -8, { pid: 'G', ...checkout('/c/hats', 'abcdefgh.1') }, { uid: 'g' }],
    ['click', -3, { pid: 'G', ...checkout('/c/hats', 'abcdefgh.4') }, { uid: 'g' }],
  )
  const rows = ['A', 'B', 'C', 'D', 'E', 'F'].map((pid, n) => `${n + 1},${at(0)},${pid},1,`)
  const csv = `order,time,sku,qty,uid\n${[...rows, `7,${at(0)},G,1,g`].join('\n')}`
  const { problems, causes } = await compare(csv, store)
  expect(problems?.map(({ id, cause, visit }) => [id, cause?.kind, cause?.detail, visit])).toEqual([
    ['2', 'refused', 'price is missing.', 'visit-b'],
    ['3', 'left', '/checkout/paypal', 'visit-c'],
    ['4', 'unreported', '/thanks', 'visit-d'],
    ['5', 'no-visit', '', ''],
    ['6', 'unclear', '', ''],
    ['7', 'lost', '2', 'visit-g'],
  ])
  expect(causes).toHaveLength(6)
})

test('of very many missing orders only the first are traced, and the result says so', async () => {
  const rows = Array.from({ length: 2_003 }, (_, n) => `${n + 1},${at(0)},A,1`)
  const { causes } = await compare(`order,time,sku,qty\n${rows.join('\n')}`, await storeWith())
  expect(causes.map(({ kind, orders }) => [kind, orders])).toEqual([
    ['no-visit', 2_000],
    ['untraced', 3],
  ])
})

test('cancelled orders are not expected, and refunds come off per currency and day', async () => {
  const store = await storeWith(
    ['order', 0, { ...line('A', '100'), ...ref('1') }],
    ['order', 1, { ...line('B', '50'), ...ref('2') }],
    ['order', 2, { ...line('C', '30'), ...ref('3') }],
  )
  const rows = [
    `1,${at(0)},100,EUR,paid,25`,
    `2,${at(0)},50,EUR,cancelled,`,
    `3,${at(0)},30,CHF,refunded,`,
    `4,${at(0)},70,EUR,cancelled,`,
    `5,${at(0)},10,EUR,paid,`,
  ]
  const result = await compare(
    `order,time,total,currency,status,refunded\n${rows.join('\n')}`,
    store,
  )
  expect(result).toMatchObject({ orders: 3, once: 2, missing: 1, extra: 0 })
  expect(result.values).toEqual([
    { currency: 'EUR', books: 110, counted: 100, refunds: 75 },
    { currency: 'CHF', books: 30, counted: 30, refunds: 30 },
  ])
  expect(result.days).toEqual([{ day: '2026-11-28', orders: 3, once: 2, twice: 0, refunds: 75 }])
})

test('books in another time zone are matched, and the difference is said', async () => {
  const pids = Array.from({ length: 12 }, (_, index) => `P${index}`)
  const store = await storeWith(
    ...pids.map(
      (pid, index) => ['order', 60 + index, { ...line(pid), ...(index < 8 && ref(pid)) }] as const,
    ),
  )
  const rows = pids.map((pid, index) => `${pid},${at(index)},${pid},1`)
  const result = await compare(`order,time,sku,qty\n${rows.join('\n')}`, store)
  expect(result).toMatchObject({ once: 12, certainty: { certain: 8, likely: 4 } })
  expect(result.notes.join()).toContain('60 minutes earlier')
})

test('the exact test and the interval are those of the textbooks', () => {
  // The lady tasting tea: 4 of 4 right among 8 cups.
  expect(exactTest(4, 4, 4, 8)).toBeCloseTo(1 / 70, 10)
  expect(exactTest(3, 4, 4, 8)).toBeCloseTo(17 / 70, 10)
  expect(exactTest(0, 10, 5, 100)).toBeCloseTo(1, 10)
  expect(exactTest(60, 1_000, 600, 100_000)).toBeLessThan(1e-30)
  const [low, high] = wilson(1, 10)
  expect([low.toFixed(3), high.toFixed(3)]).toEqual(['0.018', '0.404'])
})

test('over 20 seeds the planted causes come first, and nothing else is surprising', async () => {
  const db = openDatabase(':memory:')
  const shop = sampleShopOf(await loadCatalog(createProductStore(db), smallFeed()))
  const walk = { shop, visits: 10_000, now: NOW, origin: 'https://a.example' }
  const { events } = sampleWalks(walk)
  for (let seed = 1; seed <= 20; seed += 1) {
    const books = withBooks(events, { siteKey: 'demo-site', seed })
    const store = memoryStore()
    const { add } = await createEventStore(store)
    const wanted = books.events.filter(({ action }) => /order|cart/.test(action))
    await add(
      wanted.map(({ action, uid, at, data }, index) =>
        loggedEvent({ action, uid, data, t: `${at}|0.${index}`, receivedAt: at }),
      ),
    )
    const result = await compare(books.csv, store)
    const found = result.findings.map(
      ({ problem, column, value }) => `${problem} ${column} ${value}`,
    )
    const planted = Object.entries(PLANTED).map(
      ([problem, { column, value }]) => `${problem} ${column} ${value}`,
    )
    expect(found.toSorted(), result.findings.map(findingText).join()).toEqual(planted.toSorted())
    const [paypal] = result.findings.filter(({ problem }) => problem === 'missing')
    expect(paypal?.causes[0]).toMatchObject({ kind: 'left', detail: '/checkout/payment' })
    await store.close()

    // The same books without their causes: nothing is surprising.
    const plain = memoryStore()
    const all = await createEventStore(plain)
    const rows = books.csv
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(','))
    const lost = (index: number) => (index * 7_919 + seed * 31) % 97 < 3
    await all.add(
      rows
        .filter((_, index) => !lost(index))
        .map(([id = '', time = '', , , , , , , , , pid = '']) =>
          loggedEvent({
            ...{ action: 'order', uid: id, t: `${Date.parse(time)}|0.1` },
            data: { ...line(pid), ...ref(id), url: 'https://a.example/thanks' },
          }),
        ),
    )
    expect((await compare(books.csv, plain)).findings).toEqual([])
    await plain.close()
  }
  db.close()
})
