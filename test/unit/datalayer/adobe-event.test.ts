import { expect, test } from 'vitest'
import { createAdobeReader } from '../../../src/parts/datalayer/adobe-event'
import { adobeCart, adobeLine, adobeOrder, adobeSearch, openAdobeSdk } from '../../fakes/adobe-sdk'

type Sdk = ReturnType<typeof openAdobeSdk>['sdk']

/** The events of a shop that uses Adobe's library, on a page with this URL. */
function read(act: (sdk: Sdk) => void, url = 'https://shop.example/') {
  const { sdk, entries } = openAdobeSdk()
  act(sdk)
  const events = entries.flatMap(createAdobeReader(() => url))
  return events.filter(({ name, items }) => name === 'search' || items.length > 0)
}

const search = (sdk: Sdk, { input, results }: ReturnType<typeof adobeSearch>) => {
  sdk.context.setSearchInput(input)
  sdk.context.setSearchResults(results)
  sdk.publish.searchResponseReceived(input.units[0]?.searchUnitId ?? '')
}

/** A shop that reports the changed lines and the whole cart. */
const add = (
  sdk: Sdk,
  changed: readonly ReturnType<typeof adobeLine>[],
  cart: readonly ReturnType<typeof adobeLine>[],
) => {
  sdk.context.setShoppingCart(adobeCart(...cart))
  sdk.context.setChangedProducts({ items: [...changed] })
  sdk.publish.addToCart()
}

/** What a shop does on a search page with this URL, and the search terms that count. */
const searches: readonly (readonly [
  what: string,
  act: (sdk: Sdk) => void,
  terms: readonly string[],
  query?: string,
])[] = [
  ['an answered search that the address names', (sdk) => search(sdk, adobeSearch('red')), ['red']],
  ['spaces around a search', (sdk) => search(sdk, adobeSearch(' red ')), ['red'], 'red%20'],
  ['suggestions', (sdk) => search(sdk, adobeSearch('re', 'popover')), []],
  ['categories', (sdk) => search(sdk, adobeSearch('', 'results')), []],
  [
    'a request without an answer',
    (sdk) => {
      sdk.context.setSearchInput(adobeSearch('red').input)
      sdk.publish.searchRequestSent('results')
    },
    [],
  ],
  [
    'an answer that another request has overtaken',
    (sdk) => {
      sdk.context.setSearchInput(adobeSearch('red', 'results', 'second').input)
      sdk.context.setSearchResults(adobeSearch('re', 'results', 'first').results)
      sdk.publish.searchResponseReceived('results')
    },
    [],
  ],
  [
    'filters and pages of one search',
    (sdk) => ['1', '2'].forEach((id) => void search(sdk, adobeSearch('red', 'results', id))),
    ['red'],
  ],
  [
    'the unit that the event names',
    (sdk) => {
      const [{ input, results }, popover] = [adobeSearch('red'), adobeSearch('blue', 'popover')]
      sdk.context.setSearchInput({ units: [...popover.input.units, ...input.units] })
      sdk.context.setSearchResults({ units: [...popover.results.units, ...results.units] })
      sdk.publish.searchResponseReceived('results')
    },
    ['red'],
    'red&color=blue',
  ],
]
for (const [what, act, terms, query = 'red&empty='] of searches)
  test(`Adobe: searches of ${what}`, () => {
    expect(read(act, `https://shop.example/search?q=${query}`)).toEqual(
      terms.map((search_term) => ({
        name: 'search',
        form: 'adobe',
        about: [{ search_term }],
        items: [],
      })),
    )
  })

const product = { productId: 7, name: 'Red, 42', sku: 'P1-42', topLevelSku: 'P1' }
const whole = [adobeLine('P1-42', 2, { product })]
const events: readonly (readonly [
  what: string,
  act: (sdk: Sdk) => void,
  expected: readonly object[],
])[] = [
  [
    'a press on a result',
    (sdk) => sdk.publish.searchProductClick('results', 'P1'),
    [{ name: 'select_item', items: [{ item_id: 'P1', sku: 'P1', topLevelSku: 'P1' }] }],
  ],
  [
    'a cart, with the members of line and product',
    (sdk) => add(sdk, whole, whole),
    [
      {
        name: 'add_to_cart',
        items: [{ item_id: 'P1-42', productId: 7, topLevelSku: 'P1', quantity: 2, price: 20 }],
      },
    ],
  ],
  [
    'an order, with its id and the lines of the cart',
    (sdk) => {
      sdk.context.setShoppingCart(adobeCart(adobeLine('P1', 2), adobeLine('P2', 1)))
      sdk.context.setOrder(adobeOrder('100042'))
      sdk.publish.placeOrder()
    },
    [
      {
        name: 'purchase',
        about: [{ transaction_id: '100042' }],
        items: [
          { item_id: 'P1', quantity: 2, price: 20 },
          { item_id: 'P2', quantity: 1, price: 20 },
        ],
      },
    ],
  ],
  [
    "lines as Adobe's guide for Luma writes them",
    (sdk) => {
      const items = [{ sku: 'P1', name: 'One', quantity: 2, price: 9.5 }]
      sdk.context.setShoppingCart({ items } as never)
      sdk.publish.placeOrder()
    },
    [{ name: 'purchase', items: [{ item_id: 'P1', quantity: 2, price: 9.5 }] }],
  ],
  [
    'nothing of other events',
    (sdk) => {
      sdk.context.setShoppingCart(adobeCart(adobeLine('P1', 1)))
      sdk.context.setSearchResults(adobeSearch('red').results)
      sdk.publish.searchResultsView('results')
      sdk.publish.categoryResultsView('results')
      sdk.publish.searchSuggestionClick('popover', 'red')
      sdk.publish.recsItemAddToCartClick('recs', 7)
      sdk.publish.recsItemClick('recs', 7)
      sdk.publish.removeFromCart()
      sdk.publish.updateCart()
      sdk.publish.initiateCheckout()
      sdk.publish.custom({ event: 'place-order' })
    },
    [],
  ],
]
test.each(events)('Adobe: %s', (_, act, expected) => {
  expect(read(act, 'https://shop.example/search?q=red')).toMatchObject(expected)
})

const P1 = (quantity: number) => [adobeLine('P1', quantity)]
const addAll = (sdk: Sdk, ...quantities: readonly number[]) => {
  for (const quantity of quantities) add(sdk, P1(quantity), P1(quantity))
}
const show = (sdk: Sdk, lines: readonly ReturnType<typeof adobeLine>[]) =>
  sdk.context.setShoppingCart(adobeCart(...lines))
const remove = (sdk: Sdk, before: number) => {
  show(sdk, P1(before))
  sdk.context.setChangedProducts({ items: P1(1) })
  sdk.publish.removeFromCart()
}

/** What a shop does with its cart, and the added quantities. */
const carts: readonly (readonly [what: string, act: (sdk: Sdk) => void, quantities: string])[] = [
  [
    'each changed line',
    (sdk) => {
      const lines = [adobeLine('P1', 1), adobeLine('P2', 3)]
      add(sdk, lines, lines)
    },
    'P1 1, P2 3',
  ],
  [
    'a change that is less than the line',
    (sdk) => {
      addAll(sdk, 2)
      add(sdk, P1(1), P1(3))
    },
    'P1 2, P1 1',
  ],
  [
    'what a whole line gained',
    (sdk) => {
      addAll(sdk, 2, 5)
      sdk.publish.pageView()
      addAll(sdk, 6)
    },
    'P1 2, P1 3, P1 1',
  ],
  [
    'nothing of lines that the page showed before',
    (sdk) => {
      const after = [adobeLine('P1', 4), adobeLine('P2', 2), adobeLine('P3', 1)]
      show(sdk, [adobeLine('P1', 4), adobeLine('P2', 1)])
      sdk.publish.shoppingCartView()
      add(sdk, after, after)
    },
    'P2 1, P3 1',
  ],
  [
    'the first lines of a cart that is opened',
    (sdk) => {
      const lines = [adobeLine('P1', 2), adobeLine('P2', 1)]
      show(sdk, lines)
      sdk.publish.openCart()
      for (const line of lines) add(sdk, [line], lines)
    },
    'P1 2, P2 1',
  ],
  [
    'what comes after a loss',
    (sdk) => {
      addAll(sdk, 5)
      remove(sdk, 1)
      addAll(sdk, 3)
    },
    'P1 5, P1 2',
  ],
  ['nothing removed', (sdk) => remove(sdk, 4), ''],
  [
    'the lines of the cart, if no products changed',
    (sdk) => {
      for (const quantity of [1, 3]) {
        show(sdk, P1(quantity))
        sdk.publish.addToCart()
      }
    },
    'P1 1, P1 2',
  ],
  [
    'a line without an id, or a quantity, as written',
    (sdk) => {
      const item = { product: { sku: 'P1', quantity: 2 } }
      for (const items of [[item], [item], [{ id: '1', product: { sku: 'P2' } }]]) {
        sdk.context.setShoppingCart({ id: null, items, totalQuantity: 2 } as never)
        sdk.publish.addToCart()
      }
    },
    'P1 2, P1 2, P2 undefined',
  ],
]
test.each(carts)('Adobe: a cart gains %s', (_, act, quantities) => {
  const gained = read(act).flatMap(({ items }) => items) as { item_id: string; quantity?: number }[]
  const found = gained.map(({ item_id, quantity }) => `${item_id} ${quantity}`)
  expect(found.join(', ')).toBe(quantities)
})

test('Adobe: values that are not contexts report nothing and throw nothing', () => {
  const odd = [null, 7, 'cart', [], () => {}, { items: 7 }, { units: [null] }, { items: [null] }]
  const names = ['search-response-received', 'search-product-click', 'add-to-cart', 'place-order']
  const reader = createAdobeReader(() => 'https://shop.example/?q=')
  const contexts = ['shoppingCart', 'changedProducts', 'order', 'searchInput', 'searchResults']
  const withContexts = (value: unknown) =>
    Object.fromEntries(contexts.map((context) => [`${context}Context`, value]))
  const entries = names.flatMap((event) =>
    odd.flatMap((value) => [
      { event, eventInfo: value },
      { event, eventInfo: withContexts(value) },
    ]),
  )
  const items = [...odd, { event: 'constructor', eventInfo: {} }, ...entries].flatMap(
    (entry) => reader(entry).flatMap((event) => event.items) as { item_id: string }[],
  )
  expect(items.filter(({ item_id }) => item_id)).toEqual([])
})
