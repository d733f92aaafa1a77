import { expect, test } from 'vitest'
import { compareTags } from '../../../src/parts/shadow/compare-tags'
import { GA4_ACTIONS, isGa4, readGa4 } from '../../../src/parts/shadow/read-ga4'
import { readPixels, reportsOfEvent } from '../../../src/parts/shadow/read-pixel'
import type { Report } from '../../../src/parts/shadow/tag-report'
import { compareReports } from '../../../src/parts/shadow/two-reports'

const pixel = (
  action: string,
  data: unknown,
  at = 1_000,
  more: { t?: string; SvcKey?: string } = {},
) => {
  const event = { data: JSON.stringify(data), action, uid: 'u', t: `${at}|0.5`, SvcKey: 'OLD' }
  const parameters = new URLSearchParams({ ...event, ...more })
  return { url: `https://t.example/v2/1p.jpg?${parameters}`, at }
}

const own = (...events: Parameters<typeof pixel>[]) =>
  readPixels(events.map((event) => pixel(...event))).reports

const GA4 = 'https://www.google-analytics.com/g/collect?v=2&tid=G-1'

const ga4 = (...hits: (readonly [query: string, at: number])[]) =>
  readGa4(hits.map(([query, at]) => ({ url: `${GA4}&${query}`, at }))).reports

const texts = (ours: readonly Report[], theirs: readonly Report[]) =>
  compareReports(ours, theirs, { actions: GA4_ACTIONS }).differences.map(({ text }) => text)

test('a pixel request with invalid JSON or an unknown action is a fault', () => {
  const url = 'https://t.example/v2/1p.jpg?action=cart&data={pid'
  const { reports, faults } = readPixels([{ url, at: 0 }, pixel('kart', {})])
  expect(reports).toEqual([])
  expect(faults).toEqual([
    'data of cart is no JSON object',
    'action “kart” is none of the tracker’s',
  ])
})

test('only GA4 hits are read as GA4, wherever they are sent', () => {
  expect(isGa4(`${GA4}&en=page_view`)).toBe(true)
  expect(isGa4('https://metrics.shop.example/g/collect?v=2&tid=G-1')).toBe(true)
  expect(isGa4('https://www.google-analytics.com/collect?v=1&tid=UA-1')).toBe(false)
})

test('a GA4 cart event has a product and a quantity, which is 1 if absent, and an order also a price', () => {
  expect(
    ga4(
      ['en=add_to_cart&pr1=idP1~nmRunner~pr59.9~qt2', 5],
      ['en=add_to_cart&pr1=idP2', 6],
      ['en=purchase&pr1=idP3~pr59.9~qt2', 7],
    ),
  ).toEqual([
    { action: 'cart', at: 5, sentAs: 'add_to_cart', fields: { pid: 'P1', qty: '2' } },
    { action: 'cart', at: 6, sentAs: 'add_to_cart', fields: { pid: 'P2', qty: '1' } },
    { action: 'order', at: 7, sentAs: 'purchase', fields: { pid: 'P3', qty: '2', price: '59.9' } },
  ])
})

test('each line of a GA4 body is a separate event', () => {
  const body = 'en=view_item_list&pr1=idP1&pr2=idP2\nen=search&ep.search_term=boots'
  const { reports } = readGa4([{ url: GA4, at: 1, body }])
  expect(reports.map(({ action, fields }) => [action, fields])).toEqual([
    ['PRODUCT_IMPRESSIONS', { pid: 'P1' }],
    ['PRODUCT_IMPRESSIONS', { pid: 'P2' }],
    ['search', { query: 'boots' }],
  ])
})

test('a GA4 request whose body the browser hides is reported as a fault', () => {
  expect(readGa4([{ url: GA4, at: 1 }]).faults).toEqual(['a GA4 request whose body cannot be read'])
})

test('the same events agree despite different batches and price formats', () => {
  const ours = own(
    ['PRODUCT_IMPRESSIONS', { page: 'a', page_type: 'BOOLEAN', pids_list: ['P1', 'P2'] }],
    ['order', { pid: 'P1', qty: '2', price: '59.90' }, 2_000],
  )
  const theirs = ga4(
    ['en=view_item_list&pr1=idP1', 1_400],
    ['en=view_item_list&pr1=idP2', 900],
    ['en=purchase&pr1=idP1~pr59.9~qt2', 2_100],
  )
  const { agreements, differences } = compareReports(ours, theirs)
  expect(differences).toEqual([])
  expect(agreements).toHaveLength(3)
})

test('five deliberate differences are each named', () => {
  const ours = own(
    ['cart', { pid: 'P1', qty: '1' }, 1_000],
    ['cart', { pid: 'P2_42', qty: '1' }, 20_000],
    ['click', { pid: 'P3' }, 40_000],
    ['search', { query: 'boots' }, 60_000],
  )
  const theirs = ga4(
    ['en=add_to_cart&pr1=idP1~qt2', 1_050],
    ['en=add_to_cart&pr1=idP2~qt1', 20_050],
    ['en=search&ep.search_term=boots', 60_010],
    ['en=search&ep.search_term=boots', 60_900],
    ['en=purchase&pr1=idP4~pr5~qt1', 80_000],
  )
  expect(texts(ours, theirs)).toEqual([
    'cart P1: qty is “1” here, “2” there (add_to_cart)',
    'cart P2_42: pid is “P2_42” here, “P2” there (add_to_cart)',
    'click P3 is reported only here',
    'search boots is reported again there',
    'order P4 is reported only there (purchase)',
  ])
})

test('actions that the other tag cannot express are not a difference', () => {
  expect(texts(own(['facets', { query: 'a', facets: { unxFacetsReset: true } }]), [])).toEqual([])
})

test('two reports of the same product are paired in chronological order', () => {
  const ours = own(
    ['cart', { pid: 'P1', qty: '1' }, 1_000],
    ['cart', { pid: 'P1', qty: '3' }, 5_000],
  )
  const theirs = ga4(['en=add_to_cart&pr1=idP1~qt3', 5_100], ['en=add_to_cart&pr1=idP1~qt1', 1_100])
  expect(texts(ours, theirs)).toEqual([])
})

test('a pixel request without a time in t has the time when it was seen', () => {
  const { url } = pixel('cart', { pid: 'P1', qty: '1' })
  const [report] = readPixels([{ url: url.replace('t=1000', 't=spent'), at: 77 }]).reports
  expect(report?.at).toBe(77)
})

test('reports that are further apart than the window are not paired', () => {
  const ours = own(['click', { pid: 'P1' }, 1_000])
  const at = (ms: number) => compareReports(ours, ga4(['en=select_item&pr1=idP1', ms]))
  expect(at(11_000).differences).toEqual([])
  expect(at(11_001).differences.map(({ kind }) => kind)).toEqual(['extra', 'missing'])
})

const line = { pid: 'P1', qty: '1' }
const t = '1000|0.1'
const cart = reportsOfEvent({ action: 'cart', data: line, t }, 0)

test('each other tag is compared by itself, in the order of its first request', () => {
  const ga4Cart = (tid: string, at: number) => ({
    url: `${GA4.replace('G-1', tid)}&en=add_to_cart&pr1=idP1~qt1`,
    at,
  })
  const requests = [
    ga4Cart('G-1', 1_010),
    pixel('cart', { ...line, qty: '2' }, 1_020),
    ga4Cart('G-2', 1_030),
    { url: 'https://cdn.example/v2/picture.jpg', at: 1_040 },
  ]
  const tags = compareTags(cart, requests, new Set([t]))
  const found = tags.map(({ tag, id, agreements, differences }) => [
    `${tag} ${id}`,
    agreements.length,
    differences.map(({ text }) => text),
  ])
  expect(found).toEqual([
    ['ga4 G-1', 1, []],
    ['pixel OLD', 0, ['cart P1: qty is “1” by svc-tag, “2” by the other script']],
    ['ga4 G-2', 1, []],
  ])
})

test('requests of the tag itself do not count as another tag, with or without its version', () => {
  const known = pixel('cart', line, 1_000, { t, SvcKey: 'SITE' })
  const left = pixel('click', { pid: 'P2', ver: 'svc-tag/0.0.9' }, 500)
  expect(compareTags(cart, [known, left], new Set([t]))).toEqual([])
})
