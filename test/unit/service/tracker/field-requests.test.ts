import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEvent } from '../../../../service/tracker/judge-event.ts'
import { startService, type TestService } from '../../../support/fixtures/local-service.ts'

// Requests as other senders write them: the contract's templates, and what older libraries add.

const AT = '1793786400000|0.25'
const where = { url: 'https://shop.example/list', referrer: 'https://shop.example/' }
const visit = { visit_type: 'repeat', visitId: 'visitId-1793786400000-7' }
const common = { ...where, ...visit }
const browse = { page: 'categoryPathId:"10>11"', page_type: 'BOOLEAN' }
const chosen = { color: { prank: '1', selected: [{ prank: '2', val: 'Red' }] } }
const line = { pid: 'P1', qty: '1', price: '19.90' }
const older = { _uf: 'q8s7d', ver: '2.0' }

interface Kind {
  readonly title: string
  readonly action: string
  readonly data: Readonly<Record<string, unknown>>
  readonly t?: string
  /** Text after the five parameters. */
  readonly after?: string
  readonly verdict: 'good' | 'note' | 'bad'
}

const kinds: readonly Kind[] = [
  { title: 'visitor by the table', action: 'visitor', data: common, verdict: 'good' },
  {
    title: 'visitor by the sample',
    action: 'visitor',
    data: { ...common, ...older },
    verdict: 'note',
  },
  {
    title: 'search by the table',
    action: 'search',
    data: { query: 'shoes', ...where },
    verdict: 'good',
  },
  {
    title: 'search with _uf',
    action: 'search',
    data: { query: 'shoes', ...common, ...older },
    verdict: 'note',
  },
  {
    title: 'search with its request id',
    action: 'search',
    data: { query: 'shoes', ...common, requestId: 'r-1' },
    verdict: 'note',
  },
  {
    title: 'search from a suggestion of the older library',
    action: 'search',
    data: {
      query: 'shoes',
      ...common,
      autosuggest_data: { autosuggest_type: 'KEYWORD_SUGGESTION', unxprank: 1 },
    },
    verdict: 'note',
  },
  {
    title: 'impressions of a search',
    action: 'PRODUCT_IMPRESSIONS',
    data: { query: 'shoes', pids_list: ['P1', 'P2'], ...common },
    verdict: 'good',
  },
  {
    title: 'impressions of a search with _uf',
    action: 'PRODUCT_IMPRESSIONS',
    data: { query: 'shoes', pids_list: ['P1'], requestId: 'r-1', ...common, ...older },
    verdict: 'note',
  },
  {
    title: 'impressions of a browse page',
    action: 'PRODUCT_IMPRESSIONS',
    data: { ...browse, pids_list: ['P1', 'P2'], ...common },
    verdict: 'good',
  },
  {
    title: 'impressions of a browse page with _uf',
    action: 'PRODUCT_IMPRESSIONS',
    data: { ...browse, pids_list: ['P1'], ...common, ...older },
    verdict: 'note',
  },
  {
    title: 'impressions with the fields of one product',
    action: 'PRODUCT_IMPRESSIONS',
    data: { ...browse, pids_list: ['P1'], pid: 'P1', qty: '1', variantId: 'P1_1', ...common },
    verdict: 'note',
  },
  { title: 'click by the table', action: 'click', data: { pid: 'P1', ...common }, verdict: 'good' },
  {
    title: 'click with position and box of the older library',
    action: 'click',
    data: { pid: 'P1', pr: 3, box_type: 'RECOMMENDED_FOR_YOU', ...common, ...older },
    verdict: 'note',
  },
  {
    title: 'facets of a search',
    action: 'facets',
    data: { query: 'shoes', facets: chosen, requestId: 'r-1', ...common },
    verdict: 'good',
  },
  {
    title: 'facets of a browse page',
    action: 'facets',
    data: { ...browse, facets: chosen, requestId: 'r-1', ...common },
    verdict: 'good',
  },
  {
    title: 'all facets cleared, with _uf',
    action: 'facets',
    data: { ...browse, facets: { unxFacetsReset: true }, ...common, ...older },
    verdict: 'note',
  },
  {
    title: 'cart by the table',
    action: 'cart',
    data: { pid: 'P1', qty: '2', variantId: 'P1_1', ...where, visit_type: 'first_time' },
    verdict: 'good',
  },
  {
    title: 'cart by the template, with a time spent',
    action: 'cart',
    data: { pid: 'P1', qty: '2', ...common },
    t: '5230',
    verdict: 'note',
  },
  {
    title: 'cart with _uf',
    action: 'cart',
    data: { pid: 'P1', qty: '1', ...common, ...older },
    verdict: 'note',
  },
  {
    title: 'order of one product',
    action: 'order',
    data: { ...line, variantId: 'P1_1', ...common },
    verdict: 'good',
  },
  {
    title: 'order of several products with _uf and a request id',
    action: 'order',
    data: { products: [line, { ...line, pid: 'P2' }], requestId: 'r-1', ...common, ...older },
    verdict: 'note',
  },
  {
    title: 'click with a cache-buster',
    action: 'click',
    data: { pid: 'P1', ...common },
    after: '&_=1793786400001',
    verdict: 'good',
  },
  {
    title: 'click with a time spent',
    action: 'click',
    data: { pid: 'P1', ...common },
    t: '5230',
    verdict: 'bad',
  },
  {
    title: 'cart with a number as qty, and _uf',
    action: 'cart',
    data: { pid: 'P1', qty: 2, ...common, ...older },
    verdict: 'note',
  },
  {
    title: 'order with an order id',
    action: 'order',
    data: { ...line, ...common, order_id: '7' },
    verdict: 'bad',
  },
  {
    title: 'order of a product whose variant is null',
    action: 'order',
    data: { ...line, variantId: null, ...common },
    verdict: 'note',
  },
  {
    title: "impressions in the vendor's assistant",
    action: 'PRODUCT_IMPRESSIONS',
    data: { pids_list: ['P1'], conversation_id: 'c-1', ...common },
    verdict: 'note',
  },
  {
    title: 'click with t in seconds',
    action: 'click',
    data: { pid: 'P1', ...common },
    t: '1793786400|0.25',
    verdict: 'note',
  },
  {
    title: 'click with a counter as t',
    action: 'click',
    data: { pid: 'P1', ...common },
    t: '5|0.5',
    verdict: 'note',
  },
]

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

function queryOf({ action, data, t = AT, after = '' }: Kind, uid: string): string {
  const parameters = { data: JSON.stringify(data), SvcKey: 'demo-site', action, uid, t }
  const pairs = Object.entries(parameters).map(([name, value]) => [name, encodeURIComponent(value)])
  return pairs.map((pair) => pair.join('=')).join('&') + after
}

for (const [index, kind] of kinds.entries()) {
  test(`${kind.title}: stored as ${kind.verdict}`, async () => {
    const uid = `uid-${index}`
    const reply = await fetch(`${service.url}/v2/1p.jpg?${queryOf(kind, uid)}`)
    expect(reply.status).toBe(200)
    const stored = (await service.received(kind.action)).find((event) => event.uid === uid)
    expect(stored).toMatchObject({
      grade: kind.verdict,
      isGood: kind.verdict !== 'bad',
      data: kind.data,
    })
    expect(reply.headers.get('svc-verdict')).toBe(kind.verdict)
    const reported = JSON.parse(reply.headers.get('svc-reasons') ?? '[]')
    expect(reported).toEqual([...(stored?.reasons ?? []), ...(stored?.notes ?? [])])
  })
}

test('what is wrong with a field that is known elsewhere is a reason', () => {
  const kind = kinds.find(({ title }) => title === 'search with its request id') as Kind
  const data = { ...kind.data, requestId: 7 }
  const { reasons, notes } = readEvent(queryOf({ ...kind, data }, 'uid-1'), 'demo-site')
  expect(reasons).toEqual(['requestId must be text, but is the number 7.'])
  expect(notes).toEqual(["requestId is not in the contract's row of this action."])
})

test('pages of other origins may read the verdict', async () => {
  const reply = await fetch(`${service.url}/v2/1p.jpg?action=click`, {
    headers: { origin: 'https://shop.example' },
  })
  const exposed = reply.headers.get('access-control-expose-headers')?.split(/, */)
  expect(exposed).toEqual(expect.arrayContaining(['svc-verdict', 'svc-reasons']))
})

test('reasons that quote any text are ASCII in the header, and of bounded length', async () => {
  const pids_list = Array.from({ length: 20 }, () => ['\u{1f45f}\r\nx: y \u007f'.repeat(9)])
  const data = JSON.stringify({ query: '\u{1f45f}', pids_list, ...common, 'größe\n': 1 })
  const query = new URLSearchParams({
    data,
    SvcKey: '\u{1f45f}\r\na: b',
    action: 'PRODUCT_IMPRESSIONS',
  })
  const reply = await fetch(`${service.url}/v2/1p.jpg?${query}`)
  const header = reply.headers.get('svc-reasons') ?? ''
  expect(header).toMatch(/^[\x20-\x7e]{10,2000}$/)
  expect(JSON.parse(header)[0]).toBe('uid is missing.')
  expect(reply.headers.get('x')).toBeNull()
})

test('a HEAD, which is no event, has no verdict', async () => {
  const reply = await fetch(`${service.url}/v2/1p.jpg?action=click`, { method: 'HEAD' })
  expect(reply.headers.get('svc-verdict')).toBeNull()
})

test("an event of the vendor's assistant is taken by POST, with a note; a beacon of another form is not", async () => {
  const post = (query: string, body: string) =>
    fetch(`${service.url}/v2/1p.jpg?${query}`, { method: 'POST', body })
  const data = { ...common, pids_list: ['P1'], conversation_id: 'c-1' }
  const body = { action: 'PRODUCT_IMPRESSIONS', data, uid: 'uid-post', t: AT }
  const query = 'action=PRODUCT_IMPRESSIONS&UnbxdKey=demo-site&uid=uid-post'
  const reply = await post(query, JSON.stringify(body))
  expect([reply.status, reply.headers.get('svc-verdict')]).toEqual([200, 'note'])
  const [stored] = await service
    .received('PRODUCT_IMPRESSIONS')
    .then((all) => all.filter(({ uid }) => uid === 'uid-post'))
  expect(stored).toMatchObject({ grade: 'note', data, t: AT })
  expect(stored?.notes[0]).toBe('The event came by POST; the contract has GET.')
  for (const other of ['action=click&uid=1', '{}', '[]', '{"data":7}', '{"data":{}'])
    expect((await post(query, other)).status, other).toBe(405)
})
