import { expect, test } from 'vitest'
import type { DataLayerDeps } from '../../../src/parts/datalayer/data-layer'
import type { CoveredBy } from '../../../src/parts/datalayer/dedupe-report'
import type { DataLayerRules } from '../../../src/parts/datalayer/layer-rules'
import type { Action, Timestamp } from '../../../src/wire/tracker-event'
import { adobeLine, adobeWalk } from '../../fakes/adobe-sdk'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

type Entry = ReturnType<DataLayerDeps['entries']>[number]

interface SceneOptions {
  /** Entries from before the part loaded. */
  readonly before?: readonly unknown[]
  readonly isLate?: boolean
  readonly isParsed?: boolean
}

/** A page with a dataLayer, the events reported from it, and the page's markup and its reports. */
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
        // `svc.track` treats undefined members as absent.
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

const ua = (name: string, products: unknown[], more: object = {}) => ({
  ecommerce: { [name]: { products, ...more } },
})
const list = (ids: string[], more: object = {}) =>
  event(
    'view_item_list',
    ids.map((id) => item(id)),
    more,
  )
const search = (term: string) => ({ event: 'search', search_term: term })
const gtag = (...words: unknown[]) => ({ ...words })
const click = (pid: string) => ['click', { pid }]
const cart = (pid: string, more: object = {}) => ['cart', { pid, ...more }]
const searched = (query: string) => ['search', { query }]
const ga4Cart = event('add_to_cart', [item('P1')])
const uaCart = { event: 'addToCart', ...ua('add', [{ id: 'P1' }]) }

/** The pushed entries (numbers are pauses in ms, strings are new URLs), and the events reported from them. */
const readings: readonly (readonly [
  what: string,
  pushed: readonly unknown[],
  reported: readonly unknown[],
  rules?: DataLayerRules,
])[] = [
  [
    'each item of a cart and of a purchase, with its quantity and price',
    ['add_to_cart', 'purchase'].map((name) =>
      event(name, [item('P1', { quantity: 2, price: 2.5 }), item('P2')], { transaction_id: 'T-2' }),
    ),
    [
      cart('P1', { qty: 2, price: 2.5 }),
      cart('P2'),
      ['order', { orderId: 'T-2', products: [{ pid: 'P1', qty: 2, price: 2.5 }, { pid: 'P2' }] }],
    ],
  ],
  [
    'gtag',
    [
      gtag('event', 'select_item', { items: [item('P1')] }),
      gtag('event', 'search', { search_term: 'red shoes' }),
      gtag('config', 'G-1', { items: [item('P2')] }),
    ],
    [click('P1'), searched('red shoes')],
  ],
  [
    'select_content of a product',
    [
      gtag('event', 'select_content', { content_type: 'product', content_id: 'P1' }),
      { event: 'select_content', content_type: 'product', content_id: 2 },
      gtag('event', 'select_content', { content_type: 'article', content_id: 'A1' }),
      gtag('event', 'select_content', { content_type: 'product' }),
    ],
    [click('P1'), click('2')],
  ],
  [
    'Universal Analytics, whatever its event is called',
    [
      { ecommerce: { impressions: [{ id: 'P1', list: 'x' }, { id: 'P2' }] } },
      1_000,
      { event: 'productClick', ...ua('click', [{ id: 'P1' }]) },
      { event: 'addToCart', ...ua('add', [{ id: 'P1', quantity: 3 }]) },
      ua('purchase', [{ id: 'P1', quantity: 3, price: '9.50' }], { actionField: { id: 'T-1' } }),
    ],
    [
      impressions(['P1', 'P2']),
      click('P1'),
      cart('P1', { qty: 3 }),
      ['order', { orderId: 'T-1', products: [{ pid: 'P1', qty: 3, price: '9.50' }] }],
    ],
  ],
  [
    'no event of a shop',
    [
      { event: 'gtm.js' },
      { ecommerce: null },
      null,
      true,
      { event: { name: 'purchase' } },
      event('view_item', [item('P1')]),
      event('remove_from_cart', [item('P1')]),
      event('purchase', []),
      { event: 'add_to_cart' },
      search(''),
      { event: 'toString' },
      event('constructor', [item('P1')]),
      gtag('consent', 'default', { analytics_storage: 'denied' }),
    ],
    [],
  ],
  [
    'one search in two forms, once on a page',
    [
      search('boots'),
      { event: 'view_search_results', ecommerce: { search_term: 'boots' } },
      '?again',
      search('boots'),
    ],
    [searched('boots'), searched('boots')],
  ],
  [
    'a search repeated after another one',
    ['boots', 'hats', 'hats', 'boots'].map(search),
    ['boots', 'hats', 'boots'].map(searched),
  ],
  [
    'GA4 and Universal Analytics as one, and again after 10 s',
    [ga4Cart, uaCart, 10_000, ga4Cart, uaCart],
    [cart('P1'), cart('P1')],
  ],
  ['two presses in one form', [ga4Cart, ga4Cart], [cart('P1'), cart('P1')]],
  ['no list before 1 s', [list(['P1']), 999], []],
  [
    'lists after 1 s, each product once',
    [list(['P1', 'P2']), list(['P2', 'P3']), 1_000],
    [impressions(['P1', 'P2', 'P3'])],
  ],
  [
    'impressions before their click',
    [list(['P1']), event('select_item', [item('P1')])],
    [impressions(['P1']), click('P1')],
  ],
  [
    'a list on another route anew',
    [list(['P1']), 1_000, '/2', list(['P1']), 1_000],
    [impressions(['P1']), impressions(['P1'])],
  ],
  [
    'a list of search results with the search text',
    [
      { event: 'view_search_results', search_term: 'boots' },
      list(['P1'], { item_list_name: 'Search results' }),
      event('view_item_list', [item('P2', { item_list_name: 'Related' })]),
      1_000,
    ],
    [searched('boots'), impressions(['P1'], { query: 'boots' }), impressions(['P2'])],
  ],
  [
    'lists as rules name them',
    [
      list(['P1'], { item_list_name: 'Related items' }),
      list(['P2'], { item_list_name: 'cat-12' }),
      event('view_item_list', [
        item('P3', { item_list_name: 'Category', item_category: 'Men', item_category2: 'Shoes' }),
        item('P4', { item_list_name: 'Brand page', item_brand: 'Akira' }),
        item('P5', { item_list_name: 'Brand page' }),
      ]),
      { ecommerce: { impressions: [{ id: 'P6', list: 'category', category: 'Men/Hats' }] } },
      1_000,
    ],
    [
      impressions(['P2'], { page: 'categoryPathId:"12"' }),
      impressions(['P3'], { page: 'categoryPath:"Men>Shoes"' }),
      impressions(['P4'], { page: 'brand:"Akira"' }),
      impressions(['P5']),
      impressions(['P6'], { page: 'categoryPath:"Men>Hats"' }),
    ],
    {
      lists: [
        { list: 'related' },
        { list: '^cat-(\\d+)$', page: 'categoryPathId:"{1}"' },
        { list: 'category', page: 'categoryPath:"{categories}"' },
        { list: 'brand', page: 'brand:"{item_brand}"' },
      ],
    },
  ],
  [
    'ids of the members that rules name',
    [event('add_to_cart', [{ item_id: 'x', sku: 'P1', variant_sku: 'P1_2' }])],
    [cart('P1', { variantId: 'P1_2' })],
    { pid: 'sku', variantId: 'variant_sku' },
  ],
]
for (const [what, pushed, expected, rules = {}] of readings)
  test(`the dataLayer reports ${what}`, () => {
    const { push, wait, go, reported } = scene(rules)
    for (const one of pushed)
      if (typeof one === 'number') wait(one)
      else if (typeof one === 'string') go(`https://shop.example/${one}`)
      else push(one)
    expect(reported).toEqual(expected)
  })

const walk = [
  search('boots'),
  list(['P1']),
  event('select_item', [item('P1')]),
  ga4Cart,
  event('purchase', [item('P1', { price: 5 })], { transaction_id: 'T-1' }),
]
const actionsOf = (reported: readonly unknown[]) => reported.map((entry) => (entry as [string])[0])

test('entries from before the part loaded count: orders on an unparsed page, without consent also lists', () => {
  expect(actionsOf(scene({}, { before: walk }).reported)).toContain('click')
  const unparsed = scene({}, { before: walk, isParsed: false })
  unparsed.layer.flush()
  expect(actionsOf(unparsed.reported)).toEqual(['order'])
  const late = scene({}, { before: walk, isLate: true })
  late.push(ga4Cart)
  late.wait(1_000)
  expect(actionsOf(late.reported)).toEqual(
    expect.arrayContaining(['order', 'PRODUCT_IMPRESSIONS', 'cart']),
  )
  expect(actionsOf(late.reported)).not.toContain('click')
  expect(actionsOf(late.reported).filter((action) => action === 'cart')).toHaveLength(1)
})

test('a different search is not a duplicate of the previous one, in any form', () => {
  const { markup, push, wait, go, reported } = scene()
  markup('search', { query: 'Shoes' })
  wait(4_000)
  push(search(' shoes'))
  wait(4_000)
  go('https://shop.example/boots')
  push(search('boots'), gtag('event', 'view_search_results', { search_term: 'boots' }))
  wait(4_000)
  go('https://shop.example/hats')
  push(gtag('event', 'view_search_results', { search_term: 'hats' }))
  expect(reported).toEqual([searched('boots'), searched('hats')])
})

test('an event that markup reported less than 10 s ago does not count again', () => {
  const { push, wait, markup, reported, ignored } = scene()
  markup('cart', { pid: 'P1' })
  wait(9_999)
  push(ga4Cart, event('add_to_cart', [item('P2')]))
  expect(reported).toEqual([cart('P2')])
  expect(ignored).toEqual(['twice'])
  wait(1)
  push(ga4Cart)
  expect(reported).toHaveLength(2)
})

test('actions covered by attributes are left to the markup, unless they are preferred', () => {
  const pushed = [
    search('boots'),
    event('purchase', [item('P1')]),
    list(['P1', 'P3'], { item_list_id: 'grid' }),
    ...['P1', 'P2'].map((pid) => event('select_item', [item(pid)])),
    ...['P1', 'P2'].map((pid) => event('add_to_cart', [item(pid)])),
  ]
  const play = (rules: DataLayerRules) => {
    const { push, attributes, wait, reported } = scene(rules)
    attributes.push({ name: 'product', pid: 'P1' }, { name: 'cart', pid: 'P2' })
    attributes.push({ name: 'search', pid: '' }, { name: 'order', pid: '' })
    push(...pushed)
    wait(1_000)
    return reported
  }
  expect(play({})).toEqual([click('P2'), cart('P1')])
  expect(play({ preferred: ['click'] })).toEqual([click('P1'), click('P2'), cart('P1')])
})

test('waiting impressions are reported when the page is left, but not after a stop', () => {
  const { push, layer, reported, wait } = scene()
  push(list(['P1']))
  layer.flush()
  expect(reported).toEqual([impressions(['P1'])])
  push(list(['P2']))
  layer.stop()
  push(event('select_item', [item('P1')]))
  wait(1_000)
  expect(reported).toHaveLength(1)
})

test('an item without an id is logged, and the others count', () => {
  const { push, wait, reported, ignored } = scene()
  push(event('view_item_list', [{ item_name: 'A shoe' }, item('P1')]))
  wait(1_000)
  expect(reported).toEqual([impressions(['P1'])])
  expect(ignored).toEqual(['no id'])
})

const FOUND = 'https://shop.example/search?q=boots'

const walked = [
  ['search', { query: 'boots' }],
  ['click', { pid: 'P1' }],
  ['cart', { pid: 'P1', qty: 2, price: 20 }],
  ['order', { orderId: '100042', products: [{ pid: 'P1', qty: 2, price: 20 }] }],
]

test("Adobe's entries report search, click, cart and order; on an unparsed page only the order", () => {
  const { go, push, reported } = scene()
  go(FOUND)
  push(...adobeWalk())
  expect(reported).toEqual(walked)
  expect(scene({}, { before: adobeWalk() }).reported).toEqual(walked.slice(1))
  const unparsed = scene({}, { before: adobeWalk(), isParsed: false })
  expect(unparsed.reported).toEqual(walked.slice(3))
})

test('an event that both GA4 and Adobe report counts once, in either order', () => {
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
    expect(actionsOf(reported).sort()).toEqual(['cart', 'click', 'order', 'search'])
  }
})

test("events that markup reports or covers are not reported from Adobe's entries", () => {
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
    push(...adobeWalk({ lines }))
    return reported.filter((entry) => (entry as [string])[0] === 'cart')
  }
  expect(carts({})).toMatchObject([['cart', { pid: 'P1-42' }]])
  expect(carts({ pid: 'productId' })).toMatchObject([['cart', { pid: '7' }]])
  expect(carts({ pid: 'topLevelSku', variantId: 'sku' })).toMatchObject([
    ['cart', { pid: 'P1', variantId: 'P1-42' }],
  ])
})
