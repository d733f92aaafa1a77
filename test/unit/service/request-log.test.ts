import { expect, test } from 'vitest'
import { createRequestLog } from '../../../service/browse/request-log.ts'
import type { BrowseRequests } from '../../../service/console/wire.ts'
import { startService } from '../../support/fixtures/local-service.ts'

test('Browse requests are listed, those with analytics=false apart', async () => {
  const { url, keys, close } = await startService()
  const path = `${url}/${keys.apiKey}/${keys.siteKey}`
  await fetch(`${path}/search?q=boots&uid=uid-1`)
  await fetch(`${path}/search?q=boots&analytics=False`, { headers: { 'svc-user-id': 'uid-2' } })
  await fetch(`${path}/category?p=Men&format=XML&pagetype=boolean`)
  await fetch(`${path}/category?colour=red`)
  await fetch(`${url}/svc.js`)
  const { requests, totals } = (await (
    await fetch(`${url}/requests/list`)
  ).json()) as BrowseRequests
  expect(totals).toEqual({ all: 4, uncounted: 1 })
  expect(requests).toMatchObject([
    { kind: 'category', status: 400, query: 'colour=red' },
    { kind: 'category', status: 200 },
    { kind: 'search', status: 200, uid: 'uid-2', isUncounted: true, found: 20 },
    { kind: 'search', status: 200, uid: 'uid-1', isUncounted: false, found: 20 },
  ])
  await close()
})

test('the log keeps the last 500, and counts all', () => {
  const log = createRequestLog()
  for (let n = 0; n < 600; n += 1) {
    log.add({
      at: n,
      kind: 'search',
      query: '',
      status: 200,
      milliseconds: 1,
      isUncounted: n % 2 === 0,
      uid: '',
      requestId: '',
    })
  }
  expect([log.list().length, log.list()[0]?.at, log.totals()]).toEqual([
    500,
    599,
    { all: 600, uncounted: 300 },
  ])
})
