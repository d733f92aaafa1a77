import { expect, test } from 'vitest'
import { queryText } from '../../../test/support/fixtures/event-requests.ts'
import { serviceFor } from '../../../test/support/fixtures/service-for.ts'
import { readEvent } from '../../tracker/judge-event.ts'

// Requests as other senders write them: the contract's templates, and what older libraries add.

const AT = '1793786400000|0.25'
const where = { url: 'https://shop.example/list', referrer: 'https://shop.example/' }
const visit = { visit_type: 'repeat', visitId: 'visitId-1793786400000-7' }
const common = { ...where, ...visit }
const browse = { page: 'categoryPathId:"10>11"', page_type: 'BOOLEAN' }
const chosen = { color: { prank: '1', selected: [{ prank: '2', val: 'Red' }] } }
const line = { pid: 'P1', qty: '1', price: '19.90' }
const older = { _uf: 'q8s7d', ver: '2.0' }

/** The request, its grade, `t` if it differs, and text after the parameters. */
type Kind = readonly [
  action: string,
  data: Readonly<Record<string, unknown>>,
  verdict: 'good' | 'note' | 'bad',
  t?: string,
  after?: string,
]

const suggestion = { autosuggest_type: 'KEYWORD_SUGGESTION', unxprank: 1 }
const ofSearch = { query: 'shoes', ...common }
const click = { pid: 'P1', ...common }
const variant = { variantId: 'P1_1' }
const cart = { pid: 'P1', qty: '2', ...common }
const ids = { pids_list: ['P1', 'P2'] }
const reset = { facets: { unxFacetsReset: true } }

const kinds: readonly Kind[] = [
  ['visitor', common, 'good'],
  ['visitor', { ...common, ...older }, 'note'],
  ['search', { query: 'shoes', ...where }, 'good'],
  ['search', { ...ofSearch, ...older }, 'note'],
  ['search', { ...ofSearch, requestId: 'r-1' }, 'note'],
  ['search', { ...ofSearch, autosuggest_data: suggestion }, 'note'],
  ['PRODUCT_IMPRESSIONS', { ...ofSearch, ...ids }, 'good'],
  ['PRODUCT_IMPRESSIONS', { ...ofSearch, ...ids, requestId: 'r-1', ...older }, 'note'],
  ['PRODUCT_IMPRESSIONS', { ...browse, ...ids, ...common }, 'good'],
  ['PRODUCT_IMPRESSIONS', { ...browse, ...ids, ...common, ...older }, 'note'],
  ['PRODUCT_IMPRESSIONS', { ...browse, ...ids, ...cart, ...variant }, 'note'],
  ['PRODUCT_IMPRESSIONS', { pids_list: ['P1'], conversation_id: 'c-1', ...common }, 'note'],
  ['click', click, 'good'],
  ['click', { ...click, pr: 3, box_type: 'RECOMMENDED_FOR_YOU', ...older }, 'note'],
  ['click', click, 'good', AT, '&_=1793786400001'],
  ['click', click, 'bad', '5230'],
  ['click', click, 'note', '1793786400|0.25'],
  ['click', click, 'note', '5|0.5'],
  ['facets', { ...ofSearch, facets: chosen, requestId: 'r-1' }, 'good'],
  ['facets', { ...browse, facets: chosen, requestId: 'r-1', ...common }, 'good'],
  ['facets', { ...browse, ...reset, ...common, ...older }, 'note'],
  ['cart', { pid: 'P1', qty: '2', ...variant, ...where, visit_type: 'first_time' }, 'good'],
  ['cart', cart, 'note', '5230'],
  ['cart', { ...cart, ...older }, 'note'],
  ['cart', { ...cart, qty: 2, ...older }, 'note'],
  ['order', { ...line, ...variant, ...common }, 'good'],
  ['order', { ...line, variantId: null, ...common }, 'note'],
  ['order', { ...line, ...common, order_id: '7' }, 'bad'],
  [
    'order',
    { products: [line, { ...line, pid: 'P2' }], requestId: 'r-1', ...common, ...older },
    'note',
  ],
]

const service = serviceFor('file')

function queryOf([action, data, , t = AT, after = '']: Kind, uid: string): string {
  const parameters = { data: JSON.stringify(data), SvcKey: 'demo-site', action, uid, t }
  return queryText(parameters) + after
}

test('requests of other senders are stored, and the response contains the verdict', async () => {
  const replies = await Promise.all(
    kinds.map((kind, index) => fetch(`${service.url}/v2/1p.jpg?${queryOf(kind, `uid-${index}`)}`)),
  )
  const all = await service.received()
  for (const [index, { status, headers }] of replies.entries()) {
    const [action, data, grade] = kinds[index] as Kind
    const stored = all.find(({ uid }) => uid === `uid-${index}`)
    expect(stored).toMatchObject({ action, grade, isGood: grade !== 'bad', data })
    expect([status, headers.get('svc-verdict')], JSON.stringify(data)).toEqual([200, grade])
    const reported = JSON.parse(headers.get('svc-reasons') ?? '[]')
    expect(reported).toEqual([...(stored?.reasons ?? []), ...(stored?.notes ?? [])])
  }
})

test('a mistake in a field that is known elsewhere is a reason', () => {
  const kind: Kind = ['search', { ...ofSearch, requestId: 7 }, 'bad']
  const { reasons, notes } = readEvent(queryOf(kind, 'uid-1'), 'demo-site')
  expect(reasons).toEqual(['requestId must be text, but is the number 7.'])
  expect(notes).toEqual(["requestId is not in the contract's row of this action."])
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

test("an event of the vendor's assistant is accepted by POST, with a note; other beacons are not", async () => {
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
