import { expect, test } from 'vitest'
import { compareRows } from '../../../src/parts/inspector/panel/compare-rows.ts'
import { compareTags } from '../../../src/parts/shadow/compare-tags.ts'
import { reportsOfEvent } from '../../../src/parts/shadow/read-pixel.ts'
import type { Report } from '../../../src/parts/shadow/tag-report.ts'
import type { Action } from '../../../src/wire/tracker-event.ts'

const event = (action: Action, data: object, at: number, random = '0.1') => ({
  action,
  data: { ...data },
  t: `${at}|${random}`,
})

const pixel = ({ action, data, t }: ReturnType<typeof event>, SvcKey = 'OLD') => ({
  url: `https://t.example/v2/1p.jpg?${new URLSearchParams({ data: JSON.stringify(data), SvcKey, action, uid: 'u', t })}`,
  at: Number.parseInt(t, 10),
})

const ga4 = (query: string, at: number, tid = 'G-1') => ({
  url: `https://www.google-analytics.com/g/collect?v=2&tid=${tid}&${query}`,
  at,
})

const own = (...events: ReturnType<typeof event>[]): readonly Report[] =>
  events.flatMap((one) => reportsOfEvent(one, 0))

const cart = event('cart', { pid: 'P1', qty: '1' }, 1_000)

test('each other tag is compared by itself, in the order of its first request', () => {
  const tags = compareTags(
    own(cart),
    [
      ga4('en=add_to_cart&pr1=idP1~qt1', 1_010),
      pixel(event('cart', { pid: 'P1', qty: '2' }, 1_020, '0.2')),
      ga4('en=add_to_cart&pr1=idP1~qt1', 1_030, 'G-2'),
      { url: 'https://cdn.example/v2/picture.jpg', at: 1_040 },
    ],
    new Set([cart.t]),
  )
  expect(
    tags.map(({ tag, id, agreements, differences }) => [
      `${tag} ${id}`,
      agreements.length,
      differences.map(({ text }) => text),
    ]),
  ).toEqual([
    ['ga4 G-1', 1, []],
    ['pixel OLD', 0, ['cart P1: qty is “1” by svc-tag, “2” by the other script']],
    ['ga4 G-2', 1, []],
  ])
})

test('requests of the tag itself are no other tag, with or without its version', () => {
  const left = event('click', { pid: 'P2', ver: 'svc-tag/0.0.9' }, 500)
  expect(compareTags(own(cart), [pixel(cart, 'SITE'), pixel(left)], new Set([cart.t]))).toEqual([])
})

test('an unreadable pixel is a fault of its tag', () => {
  const url = 'https://t.example/v2/1p.jpg?SvcKey=OLD&action=kart&data={}'
  expect(compareTags([], [{ url, at: 1 }], new Set())).toEqual([
    {
      tag: 'pixel',
      id: 'OLD',
      faults: ['action “kart” is none of the tracker’s'],
      agreements: [],
      differences: [],
    },
  ])
})

test('rows show differences first, and all differences of a pair in one', () => {
  const order = event('order', { pid: 'P3', qty: '1', price: '5' }, 2_000)
  const [comparison] = compareTags(
    own(cart, order),
    [
      pixel(event('order', { pid: 'P3', qty: '2', price: '6' }, 2_010)),
      pixel(event('cart', { pid: 'P1', qty: '1' }, 1_010)),
      pixel(event('click', { pid: 'P4' }, 1_500)),
    ],
    new Set(),
  )
  if (!comparison) throw new Error('nothing compared')
  expect(
    compareRows(comparison).map(({ verdict, own, other, fields, texts }) => [
      verdict,
      own?.fields.pid,
      other?.fields.pid,
      [...fields],
      texts.length,
    ]),
  ).toEqual([
    ['missing', undefined, 'P4', [], 1],
    ['field', 'P3', 'P3', ['qty', 'price'], 2],
    ['agrees', 'P1', 'P1', [], 0],
  ])
})
