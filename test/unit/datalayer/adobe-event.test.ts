import { expect, test } from 'vitest'
import { createAdobeReader } from '../../../src/parts/datalayer/adobe-event'
import { adobeCart, adobeLine, adobeOrder, adobeSearch, openAdobeSdk } from '../../fakes/adobe-sdk'

type Sdk = ReturnType<typeof openAdobeSdk>['sdk']

/** The events of what a shop does with Adobe's library, on a page of an address. */
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

/** A shop that gives the changed lines and the whole cart. */
const add = (
  sdk: Sdk,
  changed: readonly ReturnType<typeof adobeLine>[],
  cart: readonly ReturnType<typeof adobeLine>[],
) => {
  sdk.context.setShoppingCart(adobeCart(...cart))
  sdk.context.setChangedProducts({ items: [...changed] })
  sdk.publish.addToCart()
}

/** Ids and quantities of the items that carts report. */
const added = (act: (sdk: Sdk) => void) =>
  read(act).flatMap(({ name, items }) =>
    items.map((item) => {
      const { item_id, quantity } = item as { item_id: string; quantity: number }
      return [name, item_id, quantity]
    }),
  )

test('Adobe: an answered search that the address names is a search', () => {
  const events = read(
    (sdk) => search(sdk, adobeSearch('red pants')),
    'https://shop.example/search?q=red+pants',
  )
  expect(events).toEqual([
    { name: 'search', form: 'adobe', about: [{ search_term: 'red pants' }], items: [] },
  ])
})

test('Adobe: spaces around a search are no part of it', () => {
  const events = read(
    (sdk) => search(sdk, adobeSearch(' red ')),
    'https://shop.example/search?q=red%20',
  )
  expect(events.map(({ about }) => about)).toEqual([[{ search_term: 'red' }]])
})

test('Adobe: suggestions, categories and a request without answer are no search', () => {
  const events = read((sdk) => {
    search(sdk, adobeSearch('re', 'popover'))
    search(sdk, adobeSearch('', 'results'))
    sdk.context.setSearchInput(adobeSearch('red').input)
    sdk.publish.searchRequestSent('results')
  }, 'https://shop.example/search?q=red&empty=')
  expect(events).toEqual([])
})

test('Adobe: an answer that another request has overtaken is no search', () => {
  const events = read((sdk) => {
    sdk.context.setSearchInput(adobeSearch('red', 'results', 'second').input)
    sdk.context.setSearchResults(adobeSearch('re', 'results', 'first').results)
    sdk.publish.searchResponseReceived('results')
  }, 'https://shop.example/search?q=red')
  expect(events).toEqual([])
})

test('Adobe: filters and pages of one search are no further search', () => {
  const terms = read((sdk) => {
    search(sdk, adobeSearch('red', 'results', '1'))
    search(sdk, adobeSearch('red', 'results', '2'))
  }, 'https://shop.example/search?q=red')
  expect(terms).toHaveLength(1)
})

test('Adobe: the search of the unit counts that the event names', () => {
  const { input, results } = adobeSearch('red')
  const popover = adobeSearch('blue', 'popover')
  const events = read((sdk) => {
    sdk.context.setSearchInput({ units: [...popover.input.units, ...input.units] })
    sdk.context.setSearchResults({ units: [...popover.results.units, ...results.units] })
    sdk.publish.searchResponseReceived('results')
  }, 'https://shop.example/search?q=red&color=blue')
  expect(events.map(({ about }) => about)).toEqual([[{ search_term: 'red' }]])
})

test('Adobe: a press on a result is a click of its SKU', () => {
  const events = read((sdk) => sdk.publish.searchProductClick('results', 'P1'))
  expect(events).toMatchObject([
    { name: 'select_item', items: [{ item_id: 'P1', sku: 'P1', topLevelSku: 'P1' }] },
  ])
})

test('Adobe: a cart has the members of line and product', () => {
  const product = { productId: 7, name: 'Red, 42', sku: 'P1-42', topLevelSku: 'P1' }
  const line = adobeLine('P1-42', 2, { product })
  const events = read((sdk) => add(sdk, [line], [line]))
  expect(events).toMatchObject([
    {
      name: 'add_to_cart',
      items: [{ item_id: 'P1-42', productId: 7, topLevelSku: 'P1', quantity: 2, price: 20 }],
    },
  ])
})

test('Adobe: each changed line is one item', () => {
  const lines = [adobeLine('P1', 1), adobeLine('P2', 3)]
  expect(added((sdk) => add(sdk, lines, lines))).toEqual([
    ['add_to_cart', 'P1', 1],
    ['add_to_cart', 'P2', 3],
  ])
})

test('Adobe: a change that is less than the line is the quantity added', () => {
  const carts = added((sdk) => {
    add(sdk, [adobeLine('P1', 2)], [adobeLine('P1', 2)])
    add(sdk, [adobeLine('P1', 1)], [adobeLine('P1', 3)])
  })
  expect(carts).toEqual([
    ['add_to_cart', 'P1', 2],
    ['add_to_cart', 'P1', 1],
  ])
})

test('Adobe: a change that is the whole line counts what the line gained', () => {
  const carts = added((sdk) => {
    add(sdk, [adobeLine('P1', 2)], [adobeLine('P1', 2)])
    add(sdk, [adobeLine('P1', 5)], [adobeLine('P1', 5)])
    sdk.publish.pageView()
    add(sdk, [adobeLine('P1', 6)], [adobeLine('P1', 6)])
  })
  expect(carts).toEqual([
    ['add_to_cart', 'P1', 2],
    ['add_to_cart', 'P1', 3],
    ['add_to_cart', 'P1', 1],
  ])
})

test('Adobe: lines that the page showed before gain nothing', () => {
  const before = [adobeLine('P1', 4), adobeLine('P2', 1)]
  const after = [adobeLine('P1', 4), adobeLine('P2', 2), adobeLine('P3', 1)]
  const carts = added((sdk) => {
    sdk.context.setShoppingCart(adobeCart(...before))
    sdk.publish.shoppingCartView()
    add(sdk, after, after)
  })
  expect(carts).toEqual([
    ['add_to_cart', 'P2', 1],
    ['add_to_cart', 'P3', 1],
  ])
})

test('Adobe: the first lines of a cart that is opened are added', () => {
  const lines = [adobeLine('P1', 2), adobeLine('P2', 1)]
  const carts = added((sdk) => {
    sdk.context.setShoppingCart(adobeCart(...lines))
    sdk.publish.openCart()
    for (const line of lines) add(sdk, [line], lines)
  })
  expect(carts).toEqual([
    ['add_to_cart', 'P1', 2],
    ['add_to_cart', 'P2', 1],
  ])
})

test('Adobe: a line that lost some gains what is added later', () => {
  const carts = added((sdk) => {
    add(sdk, [adobeLine('P1', 5)], [adobeLine('P1', 5)])
    sdk.context.setShoppingCart(adobeCart(adobeLine('P1', 1)))
    sdk.context.setChangedProducts({ items: [adobeLine('P1', 1)] })
    sdk.publish.removeFromCart()
    add(sdk, [adobeLine('P1', 3)], [adobeLine('P1', 3)])
  })
  expect(carts).toEqual([
    ['add_to_cart', 'P1', 5],
    ['add_to_cart', 'P1', 2],
  ])
})

test('Adobe: what is removed from a line is not added', () => {
  const carts = added((sdk) => {
    sdk.context.setShoppingCart(adobeCart(adobeLine('P1', 4)))
    sdk.context.setChangedProducts({ items: [adobeLine('P1', 1)] })
    sdk.publish.removeFromCart()
  })
  expect(carts).toEqual([])
})

test('Adobe: without changed products, the lines of the cart are read', () => {
  const carts = added((sdk) => {
    for (const quantity of [1, 3]) {
      sdk.context.setShoppingCart(adobeCart(adobeLine('P1', quantity)))
      sdk.publish.addToCart()
    }
  })
  expect(carts).toEqual([
    ['add_to_cart', 'P1', 1],
    ['add_to_cart', 'P1', 2],
  ])
})

test('Adobe: a line without an id, or without a quantity, counts as written', () => {
  const item = { product: { sku: 'P1', quantity: 2 } }
  const bare = { id: '1', product: { sku: 'P2' } }
  const carts = added((sdk) => {
    for (const items of [[item], [item], [bare]]) {
      sdk.context.setShoppingCart({ id: null, items, totalQuantity: 2 } as never)
      sdk.publish.addToCart()
    }
  })
  expect(carts).toEqual([
    ['add_to_cart', 'P1', 2],
    ['add_to_cart', 'P1', 2],
    ['add_to_cart', 'P2', undefined],
  ])
})

test('Adobe: an order has its id and the lines of the cart', () => {
  const events = read((sdk) => {
    sdk.context.setShoppingCart(adobeCart(adobeLine('P1', 2), adobeLine('P2', 1)))
    sdk.context.setOrder(adobeOrder('100042'))
    sdk.publish.placeOrder()
  })
  expect(events).toMatchObject([
    {
      name: 'purchase',
      about: [{ transaction_id: '100042' }],
      items: [
        { item_id: 'P1', quantity: 2, price: 20 },
        { item_id: 'P2', quantity: 1, price: 20 },
      ],
    },
  ])
})

test("Adobe: lines as Adobe's guide for Luma writes them are read", () => {
  const items = [{ sku: 'P1', name: 'One', quantity: 2, price: 9.5 }]
  const events = read((sdk) => {
    sdk.context.setShoppingCart({ items } as never)
    sdk.publish.placeOrder()
  })
  expect(events).toMatchObject([
    { name: 'purchase', items: [{ item_id: 'P1', quantity: 2, price: 9.5 }] },
  ])
})

test('Adobe: other events report nothing', () => {
  const events = read((sdk) => {
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
  }, 'https://shop.example/search?q=red')
  expect(events).toEqual([])
})

test('Adobe: values that are no contexts report nothing and throw nothing', () => {
  const odd = [null, 7, 'cart', [], () => {}, { items: 7 }, { units: [null] }, { items: [null] }]
  const names = ['search-response-received', 'search-product-click', 'add-to-cart', 'place-order']
  const reader = createAdobeReader(() => 'https://shop.example/?q=')
  const entries = names.flatMap((event) =>
    odd.flatMap((value) => [
      { event, eventInfo: value },
      {
        event,
        eventInfo: {
          shoppingCartContext: value,
          changedProductsContext: value,
          orderContext: value,
          searchInputContext: value,
          searchResultsContext: value,
        },
      },
    ]),
  )
  const items = [...odd, { event: 'constructor', eventInfo: {} }, ...entries].flatMap(
    (entry) => reader(entry).flatMap((event) => event.items) as { item_id: string }[],
  )
  expect(items.filter(({ item_id }) => item_id)).toEqual([])
})
