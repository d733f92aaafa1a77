import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventPath } from '../../test/support/fixtures/event-requests.ts'
import { startService, type TestService } from '../../test/support/fixtures/local-service.ts'
import type { AttributionReport } from '../analytics/report-type.ts'

let service: TestService
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

let moment = 1_000

/** Sends an event shortly after the previous one. */
async function send(form: string, data: Record<string, unknown>, uid = 'uid-1') {
  moment += 10
  await fetch(service.url + eventPath(form, { t: `${moment}|1`, uid, data }))
}

const seen = (data: Record<string, unknown>, uid?: string) =>
  send('impressions of a search', data, uid)

async function report(): Promise<AttributionReport> {
  const reply = await fetch(`${service.url}/attribution/data`)
  return (await reply.json()) as AttributionReport
}

test('a request id leads from the list to the order', async () => {
  await seen({ query: 'red', pids_list: ['P1'], requestId: 'r1' })
  await send('click', { pid: 'P1', requestId: 'r1' })
  await send('cart', { pid: 'P1', requestId: 'r1' })
  await seen({ query: 'also like', pids_list: ['P1'], requestId: 'r2' })
  await send('order of one product', { pid: 'P1', qty: '2', price: '5' })
  const { steps, lists, requests } = await report()
  expect(steps.map(({ step, times, byRequest }) => [step, times, byRequest])).toEqual([
    ['clicked', 1, 1],
    ['added', 1, 1],
    ['ordered', 1, 1],
  ])
  expect(lists[0]).toMatchObject({ name: 'red', requests: 1, ordered: 1, revenue: 10 })
  expect(requests.map(({ requestId, ordered }) => [requestId, ordered])).toEqual([
    ['r1', 1],
    ['r2', 0],
  ])
})

test('steps that are not attributed to a list have a reason', async () => {
  await send('click', { pid: 'P1', requestId: 'lost' })
  await seen({ query: 'red', pids_list: ['P2'], visitId: 'visit-0' })
  await send('click', { pid: 'P2' })
  await send('click', { pid: 'P3' })
  await seen({ query: 'red', pids_list: ['P3'] }, 'uid-2')
  const { steps } = await report()
  expect(steps[0]).toEqual({
    step: 'clicked',
    times: 3,
    byRequest: 0,
    byVisit: 0,
    unknownRequest: 1,
    earlierVisit: 1,
    neverShown: 1,
  })
})

test('tables are CSV, without formulas that a spreadsheet would run', async () => {
  await seen({ query: '=cmd()', pids_list: ['P1'] })
  const reply = await fetch(`${service.url}/attribution/table?table=lists`)
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(await reply.text()).toContain('“=cmd()”')
  const queries = await fetch(`${service.url}/analytics/table?table=untyped`)
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await queries.bytes())).toMatch(
    /^\ufeff.+\n'=cmd\(\),/s,
  )
})
