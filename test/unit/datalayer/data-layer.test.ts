import { expect, test } from '@playwright/test'
import { createDataLayer, type DataLayerDeps } from '../../../src/parts/datalayer/data-layer'
import type { DataLayerRules } from '../../../src/parts/datalayer/rules'
import type { Timestamp } from '../../../src/wire/brand'
import type { Action } from '../../../src/wire/tracker-event.ts'

type Entry = ReturnType<DataLayerDeps['entries']>[number]

/** A page whose dataLayer says things, and what is reported of it. */
function page(
  rules: DataLayerRules = {},
  options: { before?: unknown[]; isLate?: boolean; isParsed?: boolean } = {},
) {
  let now = 1_000
  let url = 'https://shop.example/'
  let hear: (entry: unknown) => void = () => {}
  let task: (() => void) | undefined
  const reported: unknown[] = []
  const ignored: string[] = []
  const ledger: Entry[] = []
  const marks: { mark: string; pid: string }[] = []

  const layer = createDataLayer({
    clock: {
      now: () => now as Timestamp,
      schedule(todo) {
        task = todo
        return () => {
          task = undefined
        }
      },
    },
    rules,
    watch(onEntry) {
      hear = onEntry
      options.before?.forEach(onEntry)
      return () => {
        hear = () => {}
      }
    },
    track(action, data, { at }) {
      // Members that are undefined are as good as absent for `svc.track`.
      const given: unknown = JSON.parse(JSON.stringify(data))
      reported.push([action, given])
      ledger.push({ at, action, data: given })
    },
    ignore: (reason) => ignored.push(reason),
    marked: (mark) => marks.filter((one) => one.mark === mark) as unknown as Element[],
    composedAncestors: (element) => [element],
    read: (element) => (element as unknown as { pid: string }).pid,
    entries: () => ledger,
    url: () => url,
    isLate: options.isLate ?? false,
    isParsed: options.isParsed ?? true,
  })
  return {
    layer,
    reported,
    ignored,
    marks,
    push(...entries: unknown[]) {
      for (const entry of entries) hear(entry)
    },
    gtag: (...args: unknown[]) => hear(Object.assign({}, args)),
    wait(ms: number) {
      now += ms
      task?.()
      task = undefined
    },
    go(to: string) {
      url = to
    },
    /** The markup reports something. */
    markup: (action: Action, data: object) => ledger.push({ at: now as Timestamp, action, data }),
  }
}

const item = (id: string, more: object = {}) => ({ item_id: id, ...more })
const event = (name: string, items: unknown[], more: object = {}) => ({
  event: name,
  ecommerce: { items, ...more },
})

const impressions = (pids: string[], list: object = {}) => [
  'PRODUCT_IMPRESSIONS',
  { ...list, pids_list: pids },
]

test('what was said before the adapter came counts', () => {
  const { reported } = page({}, { before: [event('select_item', [item('P1')])] })
  expect(reported).toEqual([['click', { pid: 'P1' }]])
})

test('each item that is put into the cart is one event, with its quantity', () => {
  const { push, reported } = page()
  push(event('add_to_cart', [item('P1', { quantity: 2, price: 5 }), item('P2')]))
  expect(reported).toEqual([
    ['cart', { pid: 'P1', qty: 2, price: 5 }],
    ['cart', { pid: 'P2' }],
  ])
})

test('gtag events say the same as pushed ones', () => {
  const { gtag, reported } = page()
  gtag('event', 'select_item', { items: [item('P1')] })
  gtag('event', 'search', { search_term: 'red shoes' })
  gtag('config', 'G-1', { items: [item('P2')] })
  expect(reported).toEqual([
    ['click', { pid: 'P1' }],
    ['search', { query: 'red shoes' }],
  ])
})

test('the older objects count, whatever their event is called', () => {
  const { push, wait, reported } = page()
  push({ ecommerce: { impressions: [{ id: 'P1', list: 'x' }, { id: 'P2' }] } })
  wait(1_000)
  push({ event: 'productClick', ecommerce: { click: { products: [{ id: 'P1' }] } } })
  push({ event: 'addToCart', ecommerce: { add: { products: [{ id: 'P1', quantity: 3 }] } } })
  push({
    ecommerce: {
      purchase: {
        actionField: { id: 'T-1' },
        products: [{ id: 'P1', quantity: 3, price: '9.50' }],
      },
    },
  })
  expect(reported).toEqual([
    impressions(['P1', 'P2']),
    ['click', { pid: 'P1' }],
    ['cart', { pid: 'P1', qty: 3 }],
    ['order', { orderId: 'T-1', products: [{ pid: 'P1', qty: 3, price: '9.50' }] }],
  ])
})

test('a purchase is an order with its transaction as id', () => {
  const { push, reported } = page()
  const items = [item('P1', { quantity: 1, price: 10 }), item('P2', { quantity: 2, price: 2.5 })]
  push(event('purchase', items, { transaction_id: 'T-2', value: 15 }))
  expect(reported).toEqual([
    [
      'order',
      {
        orderId: 'T-2',
        products: [
          { pid: 'P1', qty: 1, price: 10 },
          { pid: 'P2', qty: 2, price: 2.5 },
        ],
      },
    ],
  ])
})

test('what is no event of a shop is passed over', () => {
  const { push, gtag, reported } = page()
  push({ event: 'gtm.js' }, { ecommerce: null }, null, 'event', 7, { event: { name: 'purchase' } })
  push(event('view_item', [item('P1')]), event('remove_from_cart', [item('P1')]))
  push(event('purchase', []), { event: 'add_to_cart' }, { event: 'search', search_term: '' })
  push({ event: 'toString' }, { event: 'constructor', ecommerce: { items: [item('P1')] } })
  gtag('consent', 'default', { analytics_storage: 'denied' })
  expect(reported).toEqual([])
})

test('one search, said in two ways on one page, is one event', () => {
  const { push, go, reported } = page()
  push({ event: 'search', search_term: 'boots' })
  push({ event: 'view_search_results', ecommerce: { search_term: 'boots' } })
  expect(reported).toEqual([['search', { query: 'boots' }]])
  go('https://shop.example/?q=boots&again')
  push({ event: 'search', search_term: 'boots' })
  expect(reported).toHaveLength(2)
})

test('a search for what was searched for before another search is a new one', () => {
  const { push, reported } = page()
  for (const term of ['boots', 'hats', 'hats', 'boots'])
    push({ event: 'search', search_term: term })
  expect(reported).toEqual([
    ['search', { query: 'boots' }],
    ['search', { query: 'hats' }],
    ['search', { query: 'boots' }],
  ])
})

test('of a page that is not parsed yet only orders are heard', () => {
  const before = [
    { event: 'search', search_term: 'boots' },
    event('view_item_list', [item('P1')]),
    event('select_item', [item('P1')]),
    event('purchase', [item('P1', { price: 5 })], { transaction_id: 'T-1' }),
  ]
  const { layer, reported } = page({}, { before, isParsed: false })
  layer.flush()
  expect(reported).toEqual([['order', { orderId: 'T-1', products: [{ pid: 'P1', price: 5 }] }]])
})

test('another search is no echo of the one before, in whatever way either was said', () => {
  const { markup, push, gtag, wait, go, reported } = page()
  markup('search', { query: 'Shoes' })
  wait(4_000)
  push({ event: 'search', search_term: ' shoes' })
  wait(4_000)
  go('https://shop.example/boots')
  push({ event: 'search', search_term: 'boots' })
  gtag('event', 'view_search_results', { search_term: 'boots' })
  wait(4_000)
  go('https://shop.example/hats')
  gtag('event', 'view_search_results', { search_term: 'hats' })
  expect(reported).toEqual([
    ['search', { query: 'boots' }],
    ['search', { query: 'hats' }],
  ])
})

test('a shop between two versions of Analytics says everything twice, and it counts once', () => {
  const { push, wait, reported } = page()
  const newer = event('add_to_cart', [item('P1')])
  const older = { event: 'addToCart', ecommerce: { add: { products: [{ id: 'P1' }] } } }
  push(newer, older)
  expect(reported).toHaveLength(1)
  wait(10_000)
  push(newer, older)
  expect(reported).toHaveLength(2)
})

test('two presses, said in the same way, are two events', () => {
  const { push, reported } = page()
  push(event('add_to_cart', [item('P1')]), event('add_to_cart', [item('P1')]))
  expect(reported).toHaveLength(2)
})

test('what the markup reported a moment ago does not count again', () => {
  const { push, wait, markup, reported, ignored } = page()
  markup('cart', { pid: 'P1' })
  wait(9_999)
  push(event('add_to_cart', [item('P1')]), event('add_to_cart', [item('P2')]))
  expect(reported).toEqual([['cart', { pid: 'P2' }]])
  expect(ignored).toEqual(['twice'])
  wait(1)
  push(event('add_to_cart', [item('P1')]))
  expect(reported).toHaveLength(2)
})

test('what the page marks is for the markup to report, product by product', () => {
  const { push, marks, reported } = page()
  marks.push({ mark: 'product', pid: 'P1' }, { mark: 'cart', pid: 'P2' })
  push(event('select_item', [item('P1')]), event('select_item', [item('P2')]))
  push(event('add_to_cart', [item('P1')]), event('add_to_cart', [item('P2')]))
  expect(reported).toEqual([
    ['click', { pid: 'P2' }],
    ['cart', { pid: 'P1' }],
  ])
})

test('a marked search form or confirmation is the only one to report', () => {
  const { push, marks, reported } = page()
  marks.push({ mark: 'search', pid: '' }, { mark: 'order', pid: '' })
  push({ event: 'search', search_term: 'boots' }, event('purchase', [item('P1')]))
  expect(reported).toEqual([])
})

test('an action can be given to the dataLayer', () => {
  const { push, marks, reported } = page({ wins: ['click'] })
  marks.push({ mark: 'product', pid: 'P1' })
  push(event('select_item', [item('P1')]))
  expect(reported).toEqual([['click', { pid: 'P1' }]])
})

test('a list counts when the page had its time to show it, each product once', () => {
  const { push, wait, reported } = page()
  push(event('view_item_list', [item('P1'), item('P2')]))
  push(event('view_item_list', [item('P2'), item('P3')]))
  expect(reported).toEqual([])
  wait(1_000)
  expect(reported).toEqual([impressions(['P1', 'P2', 'P3'])])
})

test('one marked tile speaks for its list: others may not be drawn yet', () => {
  const { push, wait, marks, reported } = page()
  push(event('view_item_list', [item('P1'), item('P2')], { item_list_id: 'grid' }))
  marks.push({ mark: 'product', pid: 'P2' })
  wait(1_000)
  expect(reported).toEqual([])
})

test('a click counts after what was seen before it', () => {
  const { push, reported } = page()
  push(event('view_item_list', [item('P1')]), event('select_item', [item('P1')]))
  expect(reported).toEqual([impressions(['P1']), ['click', { pid: 'P1' }]])
})

test('what waits is reported when the page goes', () => {
  const { push, layer, reported } = page()
  push(event('view_item_list', [item('P1')]))
  layer.flush()
  expect(reported).toEqual([impressions(['P1'])])
})

test('a list on another page counts anew', () => {
  const { push, wait, go, reported } = page()
  push(event('view_item_list', [item('P1')]))
  wait(1_000)
  go('https://shop.example/2')
  push(event('view_item_list', [item('P1')]))
  wait(1_000)
  expect(reported).toHaveLength(2)
})

test('a list that is called a search is one, for what was searched', () => {
  const { push, wait, reported } = page()
  push({ event: 'view_search_results', search_term: 'boots' })
  push(event('view_item_list', [item('P1')], { item_list_name: 'Search results' }))
  push(event('view_item_list', [item('P2', { item_list_name: 'Related' })]))
  wait(1_000)
  expect(reported.slice(1)).toEqual([impressions(['P1'], { query: 'boots' }), impressions(['P2'])])
})

test('rules say what a list is: by its id, its name, its categories', () => {
  const { push, wait, reported } = page({
    lists: [
      { list: 'related' },
      { list: '^cat-(\\d+)$', page: 'categoryPathId:"{1}"' },
      { list: 'category', page: 'categoryPath:"{categories}"' },
      { list: 'brand', page: 'brand:"{item_brand}"' },
    ],
  })
  const shown = (pid: string, item_list_name: string, more: object = {}) =>
    push(event('view_item_list', [item(pid, more)], { item_list_name }))
  shown('P1', 'Related items')
  shown('P2', 'cat-12')
  shown('P3', 'Category', { item_category: 'Men', item_category2: 'Shoes' })
  shown('P4', 'Brand page', { item_brand: 'Akira' })
  shown('P5', 'Brand page')
  push({ ecommerce: { impressions: [{ id: 'P6', list: 'category', category: 'Men/Hats' }] } })
  wait(1_000)
  expect(reported).toEqual([
    impressions(['P2'], { page: 'categoryPathId:"12"' }),
    impressions(['P3'], { page: 'categoryPath:"Men>Shoes"' }),
    impressions(['P4'], { page: 'brand:"Akira"' }),
    impressions(['P5']),
    impressions(['P6'], { page: 'categoryPath:"Men>Hats"' }),
  ])
})

test('ids of products and variants can stand elsewhere', () => {
  const { push, reported } = page({ pid: 'sku', variantId: 'variant_sku' })
  push(event('add_to_cart', [{ item_id: 'x', sku: 'P1', variant_sku: 'P1_2' }]))
  expect(reported).toEqual([['cart', { pid: 'P1', variantId: 'P1_2' }]])
})

test('an item without an id is told, and the others count', () => {
  const { push, wait, reported, ignored } = page()
  push(event('view_item_list', [{ item_name: 'A shoe' }, item('P1')]))
  wait(1_000)
  expect(reported).toEqual([impressions(['P1'])])
  expect(ignored).toEqual(['no id'])
})

test('what was done before there was consent does not count, what the page shows does', () => {
  const before = [
    event('view_item_list', [item('P1')]),
    event('select_item', [item('P1')]),
    event('add_to_cart', [item('P1')]),
    event('purchase', [item('P1', { price: 1 })], { transaction_id: 'T' }),
  ]
  const { push, wait, reported } = page({}, { before, isLate: true })
  push(event('add_to_cart', [item('P2')]))
  wait(1_000)
  expect(reported.map((entry) => (entry as [string])[0])).toEqual([
    'order',
    'PRODUCT_IMPRESSIONS',
    'cart',
  ])
})

test('after the stop nothing is reported', () => {
  const { push, wait, layer, reported } = page()
  push(event('view_item_list', [item('P1')]))
  layer.stop()
  push(event('select_item', [item('P1')]))
  wait(1_000)
  expect(reported).toEqual([])
})
