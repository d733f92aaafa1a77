import { createEventStore, createReplyStore } from 'svc-tag-service'
import { expect, test } from 'vitest'
import { startServer } from '../../test/support/fakes/local-server.ts'
import { loggedEvent } from '../../test/support/fixtures/logged-event.ts'
import { memoryStore } from '../../test/support/fixtures/memory-stores.ts'
import { createColumns } from '../columns/columns.ts'
import { readUbiEvents, readUbiQueries } from '../ubi/read-ubi.ts'
import type { UbiDocument } from '../ubi/ubi-documents.ts'
import { sendUbi } from '../ubi/ubi-sender.ts'

const AT = Date.UTC(2026, 10, 24, 8)
const long = 'r'.repeat(150)

const happened = [
  ['PRODUCT_IMPRESSIONS', { query: 'red', pids_list: ['P1', 'P2'], requestId: 'r1' }],
  ['click', { pid: 'P2', requestId: 'r1' }],
  ['cart', { pid: 'P2', qty: '2' }],
  ['order', { pid: 'P2', qty: '2', price: '9.95' }],
  ['PRODUCT_IMPRESSIONS', { query: 'unicorn', pids_list: [] }],
  ['PRODUCT_IMPRESSIONS', { page: 'Men>Shoes', pids_list: ['P9'], requestId: long }],
  ['click', { pid: 'P9' }],
] as const

/** A store in which a list with a known reply leads to an order, and other events have less information. */
async function openStore() {
  const store = memoryStore()
  const events = await createEventStore(store)
  const replies = await createReplyStore(store)
  await replies.add([
    {
      ...{ requestId: 'r1', at: AT, uid: 'uid-1', start: 24, found: 60 },
      ...{ pids: ['P1', 'P0', 'P2'], query: 'q=red&filter=color%3A"Red"' },
    },
  ])
  await events.add(
    happened.map(([action, data], index) =>
      loggedEvent({ action, t: `${AT + index}|0.5`, data: { ...data, visitId: 'v1' } }),
    ),
  )
  const columns = await createColumns(store)
  await columns.catchUp()
  const close = async () => {
    await columns.close()
    await store.close()
  }
  return { store, events, columns, replies, close }
}

async function bodiesOf(documents: AsyncIterable<UbiDocument>) {
  const bodies: UbiDocument['body'][] = []
  for await (const { body } of documents) bodies.push(body)
  return bodies
}

test('a query has the products of its reply, and an event its rank and its query', async () => {
  const { columns, replies, close } = await openStore()
  const [red, unicorn, shoes] = await bodiesOf(readUbiQueries(columns, replies, {}))
  expect(red).toEqual({
    ...{ application: 'demo-site', query_id: 'r1', client_id: 'uid-1', user_query: 'red' },
    timestamp: '2026-11-24T08:00:00.000Z',
    query_response_hit_ids: ['P1', 'P0', 'P2'],
    query_attributes: { list: 'search', filters: ['color:"Red"'], start: 24, found: 60 },
  })
  expect(unicorn).toMatchObject({ user_query: 'unicorn', query_attributes: { list: 'search' } })
  expect(shoes).toMatchObject({ user_query: 'Men>Shoes', query_attributes: { list: 'page' } })
  expect(shoes).not.toHaveProperty('query_response_hit_ids')
  const events = await bodiesOf(readUbiEvents(columns, {}))
  const [first, second, click, cart, purchase, unplaced] = events
  const attributes = (object_id: string, ordinal: number, more: object = {}) => ({
    event_attributes: {
      ...{ object: { object_id }, position: { ordinal }, ...more },
    },
  })
  const known = { query_id: 'r1', user_query: 'red', session_id: 'v1', client_id: 'uid-1' }
  expect(first).toMatchObject({ action_name: 'impression', ...known, ...attributes('P1', 25) })
  expect(second).toMatchObject({ action_name: 'impression', ...attributes('P2', 27) })
  expect(click).toMatchObject({ action_name: 'click', ...known, ...attributes('P2', 27) })
  expect(cart).toMatchObject({ action_name: 'add_to_cart', ...known })
  expect(cart).toMatchObject(attributes('P2', 27, { quantity: 2 }))
  expect(purchase).toMatchObject({ action_name: 'purchase', ...known })
  expect(purchase).toMatchObject(attributes('P2', 27, { quantity: 2, revenue: 19.9 }))
  // Its impression has no known rank, and impressions without a rank are omitted.
  expect(unplaced).toMatchObject({ action_name: 'click', object_id: 'P9' })
  expect(unplaced).not.toHaveProperty('event_attributes')
  expect(unplaced).toMatchObject({ query_id: (shoes as { query_id: string }).query_id })
  expect(events.length).toBe(6)
  await close()
})

test('an export can be limited to a period, whose end is exclusive', async () => {
  const { columns, close } = await openStore()
  const some = await bodiesOf(readUbiEvents(columns, { from: AT + 1, to: AT + 3 }))
  expect(some.map(({ timestamp }) => timestamp)).toEqual([
    '2026-11-24T08:00:00.001Z',
    '2026-11-24T08:00:00.002Z',
  ])
  await close()
})

/** An index that fails at first, then accepts everything. */
async function startIndex(failures: readonly (number | object)[]) {
  const [left, documents] = [[...failures], new Map<string, unknown>()]
  const { host, asked, close } = await startServer((reply, { body }) => {
    const failure = left.shift()
    if (typeof failure === 'number') return reply.writeHead(failure).end()
    const lines = body.trimEnd().split('\n')
    for (let at = 0; at < lines.length; at += 2) {
      const { index } = JSON.parse(lines[at] ?? '') as { index: { _index: string; _id: string } }
      documents.set(`${index._index} ${index._id}`, JSON.parse(lines[at + 1] ?? ''))
    }
    return reply.end(JSON.stringify(failure ?? { errors: false, items: [] }))
  })
  return { url: `http://me:p%40ss@${host}`, documents, asked, close }
}

test('documents that an index refuses for a while arrive later, once, followed by new events', async () => {
  const { store, events, columns, close } = await openStore()
  const busy = { errors: true, items: [{ index: { status: 429 } }] }
  const index = await startIndex([503, busy])
  const warnings: string[] = []
  const deps = { store, columns, url: index.url, warn: (text: string) => warnings.push(text) }
  const stop = await sendUbi({ ...deps, everyMs: 10, maxWaitMs: 40 })
  await expect.poll(() => index.documents.size).toBe(9)
  await expect.poll(() => store.all('select event_id from ubi_progress')).toEqual([{ event_id: 7 }])
  expect(warnings).toEqual([
    expect.stringContaining('answered 503'),
    expect.stringContaining('too busy for 1 documents'),
  ])
  expect(warnings.join()).not.toContain('p@ss')
  expect(index.asked[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
  )
  await events.add([loggedEvent({ t: `${AT + 9}|0.5`, data: { pid: 'P2', visitId: 'v1' } })])
  await expect.poll(() => index.documents.size).toBe(10)
  await stop()
  index.close()
  await close()
})
