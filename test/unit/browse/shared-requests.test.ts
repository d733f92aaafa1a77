import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBrowse } from '../../../src/parts/clients/browse/browse'
import { createHttp } from '../../../src/parts/clients/http'
import type { ServiceError } from '../../../src/parts/clients/service-error'
import { fakeFetch, settle } from '../../support/fakes/fake-fetch'
import { fakeClock } from '../../support/fixtures/builders'

/*
 * Calls of `svc.search` that share requests: identical calls at the same time are one request, a call of the same `latest` name or a
 * signal takes a caller away, and the last caller takes the request along. `SVC_HISTORIES=2000 npm run unit -- shared-requests` plays so
 * many others.
 */

const { SVC_HISTORIES } = process.env
const runs = SVC_HISTORIES ? { numRuns: Number(SVC_HISTORIES) } : { numRuns: 150, seed: 5 }

interface Call {
  result?: string
  readonly query: string
  readonly latest: string | undefined
}

interface Request {
  readonly query: string
  readonly callers: Set<Call>
  isAborted: boolean
  isAnswered: boolean
}

/** What should happen. */
function createModel() {
  const calls: Call[] = []
  const requests: Request[] = []

  function leave(call: Call | undefined) {
    const request = requests.find(({ callers }) => call && callers.has(call))
    if (!call || !request) return
    call.result = 'aborted'
    request.callers.delete(call)
    request.isAborted = request.callers.size === 0
  }

  return {
    calls,
    requests,
    leave,
    call(query: string, latest: string | undefined) {
      const isOpen = (one: Request) => one.query === query && !one.isAborted && !one.isAnswered
      const joined = requests.find(isOpen)
      const request = joined ?? { query, callers: new Set(), isAborted: false, isAnswered: false }
      if (!joined) requests.push(request)
      const before = calls.findLast((one) => latest !== undefined && one.latest === latest)
      const call = { query, latest }
      request.callers.add(call)
      calls.push(call)
      leave(before)
    },
    answer(request: Request | undefined, result: string) {
      if (!request || request.isAborted) return
      request.isAnswered = true
      for (const call of request.callers) call.result = result
      request.callers.clear()
    },
  }
}

interface Move {
  readonly kind: 'call' | 'abort' | 'answer' | 'refuse'
  readonly n: number
  readonly latest: string | undefined
}

async function played(moves: readonly Move[]) {
  const { fetch, requests } = fakeFetch()
  const { schedule } = fakeClock()
  let lists = 0
  const { search } = createBrowse({
    ...{ browseUrl: 'https://search.example', apiKey: 'KEY', siteKey: 'SITE' },
    ...{ user: () => undefined, requestIdHeaders: [], browseHeaders: false },
    device: () => ({ type: 'desktop', source: 'browser' }),
    http: createHttp({ fetch, schedule }),
    onList: () => {
      lists += 1
    },
  })
  const model = createModel()
  const controllers: AbortController[] = []
  const results: (string | undefined)[] = []

  function call(n: number, latest: string | undefined) {
    const place = controllers.length
    const controller = new AbortController()
    controllers.push(controller)
    results.push(undefined)
    const query = `q${n % 2}`
    search(query, { signal: controller.signal, latest }).then(
      ({ total }) => {
        results[place] = `${total}`
      },
      ({ fault }: ServiceError) => {
        results[place] = fault
      },
    )
    model.call(query, latest)
  }

  function answer(n: number, isGood: boolean) {
    const index = n % Math.max(1, requests.length)
    const body = { response: { numberOfProducts: index, products: [] } }
    requests[index]?.answer(JSON.stringify(body), isGood ? {} : { status: 500 })
    if (!model.requests[index]?.isAnswered)
      model.answer(model.requests[index], isGood ? `${index}` : 'server')
  }

  for (const { kind, n, latest } of moves) {
    if (kind === 'call') call(n, latest)
    else if (kind === 'abort') {
      controllers[n % Math.max(1, controllers.length)]?.abort()
      model.leave(model.calls[n % Math.max(1, controllers.length)])
    } else answer(n, kind === 'answer')
    // Some calls come in one task.
    if (n % 3 || kind === 'answer' || kind === 'refuse') await settle()
  }
  await settle()
  return {
    are: { results, lists, aborted: requests.map(({ init }) => init.signal?.aborted) },
    should: {
      results: model.calls.map(({ result }) => result),
      lists: model.calls.filter(({ result }) => Number(result) >= 0).length,
      aborted: model.requests.map(({ isAborted }) => isAborted),
    },
  }
}

test('calls share a request while it is open, and each caller gets its own result', async () => {
  const move = fc.record({
    kind: fc.constantFrom<Move['kind'][]>('call', 'call', 'call', 'abort', 'answer', 'refuse'),
    n: fc.nat(8),
    latest: fc.constantFrom(undefined, undefined, 'type-ahead', 'facets'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 20, size: 'max' }), async (moves) => {
      const { are, should } = await played(moves)
      expect(are).toEqual(should)
    }),
    runs,
  )
})
