import { expect, test } from 'vitest'
import type { DataLayerDeps } from '../../../src/parts/datalayer/data-layer'
import type { CoveredBy } from '../../../src/parts/datalayer/dedupe-report'
import type { DataLayerRules } from '../../../src/parts/datalayer/layer-rules'
import type { Action, Timestamp } from '../../../src/wire/tracker-event'
import { adobeCart, adobeLine, adobeOrder, adobeSearch, openAdobeSdk } from '../../fakes/adobe-sdk'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

type Entry = ReturnType<DataLayerDeps['entries']>[number]

interface SceneOptions {
  /** Entries that were there before the part came. */
  readonly before?: readonly unknown[]
  readonly isLate?: boolean
  readonly isParsed?: boolean
}

/** A page with a dataLayer, what is reported of it, and what its markup carries and reports. */
function scene(rules: DataLayerRules = {}, options: SceneOptions = {}) {
  const { before = [], isLate = false, isParsed = true } = options
  const browser = createBrowser()
  const { timeline } = browser
  const { tag, run } = openPage(browser)
  let url = 'https://shop.example/'
  let onEntry: (entry: unknown) => void = () => {}
  const reported: unknown[] = []
  const ignored: string[] = []
  const entries: Entry[] = []
  const attributes: { readonly name: CoveredBy; readonly pid: string }[] = []

  const layer = run(() =>
    tag.dataLayer.createDataLayer({
      rules,
      watch(callback) {
        onEntry = callback
        before.forEach(callback)
        return () => {
          onEntry = () => {}
        }
      },
      track(action, data, { at }) {
        // Members that are undefined are as good as absent for `svc.track`.
        const given: unknown = JSON.parse(JSON.stringify(data))
        reported.push([action, given])
        entries.push({ at, action, data: given })
      },
      ignore: (reason) => ignored.push(reason),
      elementsWith: (name) =>
        attributes.filter((attribute) => attribute.name === name) as unknown as Element[],
      composedAncestors: (element) => [element],
      read: (element) => (element as unknown as { pid: string }).pid,
      entries: () => entries,
      url: () => url,
      isLate,
      isParsed,
    }),
  )
  return {
    layer: { flush: () => run(layer.flush), stop: () => run(layer.stop) },
    reported,
    ignored,
    attributes,
    push(...pushed: readonly unknown[]) {
      for (const entry of pushed) run(() => onEntry(entry))
    },
    gtag: (...args: readonly unknown[]) => run(() => onEntry(Object.assign({}, args))),
    wait: timeline.advance,
    go(to: string) {
      url = to
    },
    /** The markup reports something. */
    markup(action: Action, data: object) {
      entries.push({ at: timeline.now() as Timestamp, action, data })
    },
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

test('an entry from before the part came counts', () => {
  const { reported } = scene({}, { before: [event('select_item', [item('P1')])] })
  expect(reported).toEqual([['click', { pid: 'P1' }]])
})

test('each item of add_to_cart is one event, with its quantity', () => {
  const { push, reported } = scene()
  push(event('add_to_cart', [item('P1', { quantity: 2, price: 5 }), item('P2')]))
  expect(reported).toEqual([
    ['cart', { pid: 'P1', qty: 2, price: 5 }],
    ['cart', { pid: 'P2' }],
  ])
})

test('gtag events report the same as pushed ones', () => {
  const { gtag, reported } = scene()
  gtag('event', 'select_item', { items: [item('P1')] })
  gtag('event', 'search', { search_term: 'red shoes' })
  gtag('config', 'G-1', { items: [item('P2')] })
  expect(reported).toEqual([
    ['click', { pid: 'P1' }],
    ['search', { query: 'red shoes' }],
  ])
})

test('select_content is a click where its content is a product', () => {
  const { gtag, push, reported } = scene()
  gtag('event', 'select_content', { content_type: 'product', content_id: 'P1' })
  push({ event: 'select_content', content_type: 'product', content_id: 2 })
  gtag('event', 'select_content', { content_type: 'article', content_id: 'A1' })
  gtag('event', 'select_content', { content_type: 'product' })
  expect(reported).toEqual([
    ['click', { pid: 'P1' }],
    ['click', { pid: '2' }],
  ])
})

test('Universal Analytics objects count, whatever their event is called', () => {
  const { push, wait, reported } = scene()
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
  const { push, reported } = scene()
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

test('entries that are no event of a shop report nothing', () => {
  const { push, gtag, reported } = scene()
  push({ event: 'gtm.js' }, { ecommerce: null }, null, 'event', 7, { event: { name: 'purchase' } })
  push(event('view_item', [item('P1')]), event('remove_from_cart', [item('P1')]))
  push(event('purchase', []), { event: 'add_to_cart' }, { event: 'search', search_term: '' })
  push({ event: 'toString' }, { event: 'constructor', ecommerce: { items: [item('P1')] } })
  gtag('consent', 'default', { analytics_storage: 'denied' })
  expect(reported).toEqual([])
})

test('one search in two forms on one page is one event', () => {
  const { push, go, reported } = scene()
  push({ event: 'search', search_term: 'boots' })
  push({ event: 'view_search_results', ecommerce: { search_term: 'boots' } })
  expect(reported).toEqual([['search', { query: 'boots' }]])
  go('https://shop.example/?q=boots&again')
  push({ event: 'search', search_term: 'boots' })
  expect(reported).toHaveLength(2)
})

test('a search repeated after another search is a new event', () => {
  const { push, reported } = scene()
  for (const term of ['boots', 'hats', 'hats', 'boots'])
    push({ event: 'search', search_term: term })
  expect(reported).toEqual([
    ['search', { query: 'boots' }],
    ['search', { query: 'hats' }],
    ['search', { query: 'boots' }],
  ])
})

test('a page that is not parsed yet reports only orders', () => {
  const before = [
    { event: 'search', search_term: 'boots' },
    event('view_item_list', [item('P1')]),
    event('select_item', [item('P1')]),
    event('purchase', [item('P1', { price: 5 })], { transaction_id: 'T-1' }),
  ]
  const { layer, reported } = scene({}, { before, isParsed: false })
  layer.flush()
  expect(reported).toEqual([['order', { orderId: 'T-1', products: [{ pid: 'P1', price: 5 }] }]])
})

test('another search is no duplicate of the one before, in any form', () => {
  const { markup, push, gtag, wait, go, reported } = scene()
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

test('an event in GA4 and in Universal Analytics form counts once within 10 s', () => {
  const { push, wait, reported } = scene()
  const newer = event('add_to_cart', [item('P1')])
  const older = { event: 'addToCart', ecommerce: { add: { products: [{ id: 'P1' }] } } }
  push(newer, older)
  expect(reported).toHaveLength(1)
  wait(10_000)
  push(newer, older)
  expect(reported).toHaveLength(2)
})

test('two presses in the same form are two events', () => {
  const { push, reported } = scene()
  push(event('add_to_cart', [item('P1')]), event('add_to_cart', [item('P1')]))
  expect(reported).toHaveLength(2)
})

test('an event that markup reported less than 10 s ago does not count again', () => {
  const { push, wait, markup, reported, ignored } = scene()
  markup('cart', { pid: 'P1' })
  wait(9_999)
  push(event('add_to_cart', [item('P1')]), event('add_to_cart', [item('P2')]))
  expect(reported).toEqual([['cart', { pid: 'P2' }]])
  expect(ignored).toEqual(['twice'])
  wait(1)
  push(event('add_to_cart', [item('P1')]))
  expect(reported).toHaveLength(2)
})

test('a product whose tile carries attributes is left to the markup', () => {
  const { push, attributes, reported } = scene()
  attributes.push({ name: 'product', pid: 'P1' }, { name: 'cart', pid: 'P2' })
  push(event('select_item', [item('P1')]), event('select_item', [item('P2')]))
  push(event('add_to_cart', [item('P1')]), event('add_to_cart', [item('P2')]))
  expect(reported).toEqual([
    ['click', { pid: 'P2' }],
    ['cart', { pid: 'P1' }],
  ])
})

test('a search or order whose element carries attributes is left to the markup', () => {
  const { push, attributes, reported } = scene()
  attributes.push({ name: 'search', pid: '' }, { name: 'order', pid: '' })
  push({ event: 'search', search_term: 'boots' }, event('purchase', [item('P1')]))
  expect(reported).toEqual([])
})

test('an action in `preferred` is reported although the page has attributes for it', () => {
  const { push, attributes, reported } = scene({ preferred: ['click'] })
  attributes.push({ name: 'product', pid: 'P1' })
  push(event('select_item', [item('P1')]))
  expect(reported).toEqual([['click', { pid: 'P1' }]])
})

test('a list counts after 1 s, each product once', () => {
  const { push, wait, reported } = scene()
  push(event('view_item_list', [item('P1'), item('P2')]))
  push(event('view_item_list', [item('P2'), item('P3')]))
  expect(reported).toEqual([])
  wait(1_000)
  expect(reported).toEqual([impressions(['P1', 'P2', 'P3'])])
})

test('one tile with attributes leaves its whole list to the markup', () => {
  const { push, wait, attributes, reported } = scene()
  push(event('view_item_list', [item('P1'), item('P2')], { item_list_id: 'grid' }))
  attributes.push({ name: 'product', pid: 'P2' })
  wait(1_000)
  expect(reported).toEqual([])
})

test('impressions are reported before the click that follows them', () => {
  const { push, reported } = scene()
  push(event('view_item_list', [item('P1')]), event('select_item', [item('P1')]))
  expect(reported).toEqual([impressions(['P1']), ['click', { pid: 'P1' }]])
})

test('waiting impressions are reported when the page is left', () => {
  const { push, layer, reported } = scene()
  push(event('view_item_list', [item('P1')]))
  layer.flush()
  expect(reported).toEqual([impressions(['P1'])])
})

test('a list on another route counts anew', () => {
  const { push, wait, go, reported } = scene()
  push(event('view_item_list', [item('P1')]))
  wait(1_000)
  go('https://shop.example/2')
  push(event('view_item_list', [item('P1')]))
  wait(1_000)
  expect(reported).toHaveLength(2)
})

test('a list named search results has the search text as its query', () => {
  const { push, wait, reported } = scene()
  push({ event: 'view_search_results', search_term: 'boots' })
  push(event('view_item_list', [item('P1')], { item_list_name: 'Search results' }))
  push(event('view_item_list', [item('P2', { item_list_name: 'Related' })]))
  wait(1_000)
  expect(reported.slice(1)).toEqual([impressions(['P1'], { query: 'boots' }), impressions(['P2'])])
})

test('rules name a list by its id, its name or its categories', () => {
  const { push, wait, reported } = scene({
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

test('rules name the members that hold the ids of product and variant', () => {
  const { push, reported } = scene({ pid: 'sku', variantId: 'variant_sku' })
  push(event('add_to_cart', [{ item_id: 'x', sku: 'P1', variant_sku: 'P1_2' }]))
  expect(reported).toEqual([['cart', { pid: 'P1', variantId: 'P1_2' }]])
})

test('an item without an id is noted, and the others count', () => {
  const { push, wait, reported, ignored } = scene()
  push(event('view_item_list', [{ item_name: 'A shoe' }, item('P1')]))
  wait(1_000)
  expect(reported).toEqual([impressions(['P1'])])
  expect(ignored).toEqual(['no id'])
})

test('before consent orders and lists count, presses do not', () => {
  const before = [
    event('view_item_list', [item('P1')]),
    event('select_item', [item('P1')]),
    event('add_to_cart', [item('P1')]),
    event('purchase', [item('P1', { price: 1 })], { transaction_id: 'T' }),
  ]
  const { push, wait, reported } = scene({}, { before, isLate: true })
  push(event('add_to_cart', [item('P2')]))
  wait(1_000)
  expect(reported.map((entry) => (entry as [string])[0])).toEqual([
    'order',
    'PRODUCT_IMPRESSIONS',
    'cart',
  ])
})

test('a stopped dataLayer reports nothing', () => {
  const { push, wait, layer, reported } = scene()
  push(event('view_item_list', [item('P1')]))
  layer.stop()
  push(event('select_item', [item('P1')]))
  wait(1_000)
  expect(reported).toEqual([])
})

/** Entries that Adobe's library writes when a shop has a search, a click, a cart and an order. */
function adobeWalk(lines = [adobeLine('P1', 2)]) {
  const { sdk, entries } = openAdobeSdk()
  const { input, results } = adobeSearch('boots')
  sdk.context.setSearchInput(input)
  sdk.context.setSearchResults(results)
  sdk.publish.searchResponseReceived('results')
  sdk.publish.searchProductClick('results', 'P1')
  sdk.context.setShoppingCart(adobeCart(...lines))
  sdk.context.setChangedProducts({ items: lines })
  sdk.publish.addToCart()
  sdk.context.setOrder(adobeOrder('100042'))
  sdk.publish.placeOrder()
  return entries
}

const FOUND = 'https://shop.example/search?q=boots'

const walked = [
  ['search', { query: 'boots' }],
  ['click', { pid: 'P1' }],
  ['cart', { pid: 'P1', qty: 2, price: 20 }],
  ['order', { orderId: '100042', products: [{ pid: 'P1', qty: 2, price: 20 }] }],
]

test("Adobe's entries are search, click, cart and order", () => {
  const { go, push, reported } = scene()
  go(FOUND)
  push(...adobeWalk())
  expect(reported).toEqual(walked)
})

test("Adobe's entries from before the part came count", () => {
  const { reported } = scene({}, { before: adobeWalk() })
  expect(reported).toEqual(walked.slice(1))
})

test('a page that is not parsed yet reports of Adobe only orders', () => {
  const { reported } = scene({}, { before: adobeWalk(), isParsed: false })
  expect(reported).toEqual(walked.slice(3))
})

test('what GA4 and Adobe both say counts once, whoever is first', () => {
  const ga4 = [
    { event: 'view_search_results', search_term: 'Boots' },
    event('select_item', [item('P1')]),
    event('add_to_cart', [item('P1', { quantity: 2, price: 20 })]),
  ]
  for (const entries of [
    [...ga4, ...adobeWalk()],
    [...adobeWalk(), ...ga4],
  ]) {
    const { go, push, wait, reported } = scene()
    go(FOUND)
    for (const entry of entries) {
      push(entry)
      wait(10)
    }
    expect(reported.map((entry) => (entry as [string])[0]).sort()).toEqual([
      'cart',
      'click',
      'order',
      'search',
    ])
  }
})

test('what markup reports or marks is not reported of Adobe again', () => {
  const { go, push, markup, attributes, reported, ignored } = scene()
  go(FOUND)
  markup('cart', { pid: 'P1' })
  attributes.push({ name: 'search', pid: '' }, { name: 'product', pid: 'P1' })
  push(...adobeWalk())
  expect(reported).toEqual(walked.slice(3))
  expect(ignored).toEqual(['twice', 'twice', 'twice'])
})

test("the rule `pid` names a member of Adobe's line or product", () => {
  const product = { productId: 7, name: 'Boot, 42', sku: 'P1-42', topLevelSku: 'P1' }
  const lines = [adobeLine('P1-42', 1, { product })]
  const carts = (rules: DataLayerRules) => {
    const { push, reported } = scene(rules)
    push(...adobeWalk(lines))
    return reported.filter((entry) => (entry as [string])[0] === 'cart')
  }
  expect(carts({})).toMatchObject([['cart', { pid: 'P1-42' }]])
  expect(carts({ pid: 'productId' })).toMatchObject([['cart', { pid: '7' }]])
  expect(carts({ pid: 'topLevelSku', variantId: 'sku' })).toMatchObject([
    ['cart', { pid: 'P1', variantId: 'P1-42' }],
  ])
})
