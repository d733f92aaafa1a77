import fc from 'fast-check'
import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { smallFeed } from '../../test/support/fixtures/made-feed.ts'
import { catalogOf, memoryStore } from '../../test/support/fixtures/memory-stores.ts'
import { registerBrowse } from '../browse/browse-routes.ts'
import { recordReplies } from '../browse/record-replies.ts'
import { createRequestLog, logBrowseRequests } from '../browse/request-log.ts'
import { demoKeys } from '../http/keys.ts'
import { createReplyStore } from '../store/replies.ts'

// What the service keeps of the requests to Browse: their list, and the ranks of each reply.

const asked = fc.record({
  kind: fc.constantFrom('search', 'search', 'category'),
  query: fc.record(
    {
      q: fc.constantFrom('boots', '*', 'akira'),
      p: fc.constantFrom('Men', 'Women'),
      pagetype: fc.constantFrom('boolean', 'other'),
      start: fc.constantFrom('0', '5', 'x'),
      rows: fc.constantFrom('0', '3', '12'),
      analytics: fc.constantFrom('true', 'False', 'false'),
      uid: fc.constantFrom('anna', 'ben'),
      format: fc.constantFrom('JSON', 'XML'),
    },
    { requiredKeys: ['q', 'p', 'pagetype'] },
  ),
  uidHeader: fc.constantFrom('', 'carl'),
  /** What happens after it. */
  after: fc.constantFrom('', '', 'pause', 'pause', 'fail'),
})

async function openBrowse() {
  const catalog = await catalogOf(smallFeed())
  const store = await createReplyStore(memoryStore())
  const fails = { now: false }
  const failing: typeof store = {
    ...store,
    async add(replies) {
      if (fails.now) throw new Error('The store failed.')
      await store.add(replies)
    },
  }
  const log = createRequestLog()
  const app = fastify({ genReqId: () => crypto.randomUUID() })
  logBrowseRequests(app, log)
  recordReplies(app, failing)
  registerBrowse(app, { catalog, keys: demoKeys, banners: [], isVendor: false })
  await app.ready()
  return { app, store, log, fails }
}

type Asked = typeof asked extends fc.Arbitrary<infer One> ? One : never
type Way = Awaited<ReturnType<typeof openBrowse>>

/** Asks Browse. Returns the reply that is to be stored; `undefined` if none is. */
async function ask({ app, log }: Way, { kind, query, uidHeader }: Asked) {
  const isUncounted = query.analytics?.toLowerCase() === 'false'
  const uid = query.uid ?? uidHeader
  const reply = await app.inject({
    url: `/demo-api-key/demo-site/${kind}?${new URLSearchParams(query)}`,
    headers: uidHeader ? { 'svc-user-id': uidHeader } : {},
  })
  const { response } = query.format === 'XML' ? {} : reply.json()
  const [listed] = log.list()
  expect(listed).toMatchObject({ kind, status: reply.statusCode, uid, isUncounted })
  expect(listed?.found).toBe(response?.numberOfProducts)
  if (!response || isUncounted) return undefined
  const pids: string[] = response.products.map((one: { uniqueId: string }) => one.uniqueId)
  const { start, numberOfProducts: found } = response
  const ranks = new Map(pids.map((pid, index) => [pid, start + index + 1]))
  return { requestId: String(listed?.requestId), uid, start, found, pids, ranks }
}

test('each counted reply is stored once with its ranks, and each request is listed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const property = fc.asyncProperty(
    fc.array(asked, { minLength: 4, maxLength: 12, size: 'max' }),
    async (requests) => {
      const way = await openBrowse()
      const storedNow = () => way.store.find(way.log.list().map(({ requestId }) => requestId))
      const kept: Awaited<ReturnType<typeof ask>>[] = []
      let waiting: typeof kept = []
      for (const one of requests) {
        waiting.push(await ask(way, one))
        if (one.after === '') continue
        way.fails.now = one.after === 'fail'
        // The ranks of a failed write are lost, and no others.
        if (!way.fails.now) kept.push(...waiting)
        waiting = []
        await vi.advanceTimersByTimeAsync(250)
        way.fails.now = false
        expect((await storedNow()).size).toBe(kept.filter(Boolean).length)
      }
      await way.app.close()
      const stored = await storedNow()
      const wanted = [...kept, ...waiting].filter((one) => one !== undefined)
      expect(stored.size).toBe(wanted.length)
      for (const one of wanted) expect(stored.get(one.requestId)).toMatchObject(one)
      const uncounted = requests.filter(({ query }) => /^f/i.test(query.analytics ?? ''))
      expect(way.log.totals()).toEqual({ all: requests.length, uncounted: uncounted.length })
    },
  )
  await fc.assert(property, { numRuns: 25 }).finally(() => vi.useRealTimers())
})
