import { expect, test } from 'vitest'
import { createElement, createTarget, type FakeElement } from '../../fakes/fake-dom'
import { createShopBrowser, marked, openShop } from './open-shop'

/* Single moments on a page that the histories of the models do not reach. */

const moment = (options: Parameters<typeof openShop>[2] = {}) => {
  const browser = createShopBrowser()
  const shop = openShop(browser, {}, options)
  const list = (names: Readonly<Record<string, string>>, ...pids: readonly string[]) => {
    const element = marked('div', names)
    for (const pid of pids) {
      const tile = marked('button', { product: pid })
      tile.share = 1
      shop.append(element, tile)
    }
    shop.append(shop.dom.root, element)
    return element
  }
  const sent = (action: string) =>
    browser.events.filter((event) => event.action === action).map(({ data }) => data)
  return { browser, shop, list, sent }
}

test('a click on a tile that is itself a button counts', () => {
  const { shop, list, sent } = moment()
  const [tile] = list({ query: 'boots' }, 'P1').children
  shop.timeline.advance(1_500)
  if (tile) shop.press(tile as never)
  shop.timeline.advance(3_000)
  expect(sent('click').map(({ pid }) => pid)).toEqual(['P1'])
})

test('products of two responses to one query are reported with the request id of their own', () => {
  const { shop, list, sent } = moment()
  list({ query: 'boots', 'request-id': 'R1' }, 'P1')
  list({ query: 'boots', 'request-id': 'R2' }, 'P2')
  shop.timeline.advance(10_000)
  expect(
    sent('PRODUCT_IMPRESSIONS').map(({ requestId, pids_list }) => [requestId, pids_list]),
  ).toEqual([
    ['R1', ['P1']],
    ['R2', ['P2']],
  ])
})

test('a block of events with an id counts once, also after a reload', () => {
  const browser = createShopBrowser()
  for (const _load of ['first', 'again']) {
    const shop = openShop(browser)
    const block = marked('script', { events: '' }, { id: 'order-7', type: 'application/json' })
    block.textContent = JSON.stringify([{ action: 'search', data: { query: 'boots' } }])
    shop.append(shop.dom.root, block)
    shop.timeline.advance(10_000)
    shop.hide()
  }
  expect(browser.events.filter(({ action }) => action === 'search')).toHaveLength(1)
})

test('what a refusal erases is reported as dropped, with the reason', () => {
  const { browser, shop, sent } = moment()
  browser.timeline.advance(5_000)
  const dropped: string[] = []
  shop.call((svc) => {
    svc.on('dropped', ({ reason }) => dropped.push(reason))
    void svc.track('cart', { pid: 'P1' })
    svc.consent('denied')
  })
  shop.timeline.advance(10_000)
  expect(dropped).toEqual(['consent denied'])
  expect(sent('cart')).toEqual([])
})

test('a tab that was idle goes on with the visit that another tab has kept going', () => {
  const browser = createShopBrowser()
  const [first, second] = [openShop(browser), openShop(browser)]
  const report = (shop: typeof first, pid: string) => {
    shop.call((svc) => void svc.track('click', { pid }))
    browser.timeline.advance(20 * 60_000)
  }
  report(first, 'P1')
  report(second, 'P2')
  report(second, 'P3')
  report(first, 'P4')
  expect(browser.events.filter(({ action }) => action === 'visitor')).toHaveLength(1)
  expect(new Set(browser.events.map(({ data }) => data.visitId)).size).toBe(1)
})

test('a page that is refused from its start deletes the cookies of an earlier page', () => {
  const browser = createShopBrowser()
  const first = openShop(browser)
  browser.timeline.advance(5_000)
  first.hide()
  expect([...browser.cookies.jar.keys()]).toContain('svc.userId')
  openShop(browser, {}, { navigator: { globalPrivacyControl: true } })
  browser.timeline.advance(5_000)
  expect([...browser.cookies.jar.keys()]).toEqual([])
})

test('who logs out and in again before consent is given has the id of the login', () => {
  const browser = createShopBrowser()
  const shop = openShop(browser, { consent: 'hold' })
  shop.call((svc) => {
    void svc.track('click', { pid: 'P1' })
    svc.reset()
    void svc.identify('login-7')
  })
  shop.call((svc) => svc.consent('granted'))
  shop.call((svc) => void svc.track('click', { pid: 'P2' }))
  browser.timeline.advance(5_000)
  expect(browser.events.find(({ data }) => data.pid === 'P2')?.uid).toBe('login-7')
})

test('a route that only the Navigation API tells is noticed, and the referrer is the route before, without secrets', () => {
  const browser = createShopBrowser()
  const navigation = createTarget()
  const url = 'https://shop.example/account?email=ann@shop.example'
  const shop = openShop(browser, {}, { url, window: { navigation } })
  shop.go('/shoes')
  shop.page.fire(navigation, 'currententrychange')
  shop.call((svc) => void svc.track('click', { pid: 'P1' }))
  browser.timeline.advance(5_000)
  const [click] = browser.events.filter(({ action }) => action === 'click')
  expect(click?.data).toMatchObject({ url: 'https://shop.example/shoes' })
  expect(click?.data.referrer).toMatch(/^https:\/\/shop\.example\/account(?!.*ann)/)
})

test('an addition outside of a list on a product page does not belong to the recommendations', () => {
  const { shop, list, sent } = moment()
  list({ query: 'similar', 'request-id': 'R9' }, 'P2')
  const add = marked('button', { cart: 'P1' })
  shop.append(shop.dom.root, add)
  shop.timeline.advance(1_500)
  shop.press(add)
  shop.timeline.advance(3_000)
  expect(sent('cart')).toMatchObject([{ pid: 'P1' }])
  expect(sent('cart')[0]?.requestId).toBeUndefined()
})

test.each([0, 1_500])(
  'a form that React marks with "true" reports what was typed, %i ms after the script',
  (waitMs) => {
    const { shop, sent } = moment({ restMs: 0 })
    const form = marked('form', { search: 'true' })
    const field = createElement('input', { type: 'search' })
    field.value = 'boots'
    shop.append(form, field)
    shop.append(shop.dom.root, form)
    shop.timeline.advance(waitMs)
    shop.dispatch('submit', form)
    shop.timeline.advance(3_000)
    expect(sent('search').map(({ query }) => query)).toEqual(['boots'])
  },
)

test('a list that a map names by the address has the name of the route', () => {
  const browser = createShopBrowser()
  const map = JSON.stringify({
    page: { in: 'main', from: '@?c', match: '(.+)', as: 'categoryPath:"$1"' },
    product: { in: 'li', from: '@id' },
  })
  const shop = openShop(browser, { map }, { url: 'https://shop.example/list?c=Shoes' })
  browser.timeline.advance(1_000)
  const show = (pid: string) => {
    const list = createElement('main')
    const tile = createElement('li', { id: pid })
    tile.share = 1
    shop.append(list, tile)
    shop.append(shop.dom.root, list)
    browser.timeline.advance(5_000)
    return list
  }
  const first = show('P1')
  shop.remove(first)
  shop.go('/list?c=Hats')
  show('P2')
  const lists = browser.events
    .filter(({ action }) => action === 'PRODUCT_IMPRESSIONS')
    .map(({ data }) => [data.page, data.pids_list])
  expect(lists).toEqual([
    ['categoryPath:"Shoes"', ['P1']],
    ['categoryPath:"Hats"', ['P2']],
  ])
})

test('a page that is left in the task of the script has reported its visit, its order and its call', () => {
  const browser = createShopBrowser()
  const url = 'https://shop.example/done'
  const shop = openShop(browser, {}, { url, restMs: 0 })
  const order = marked('div', { order: 'A1' })
  shop.append(order, marked('b', { line: 'P1', qty: '1', price: '5.00' }))
  shop.append(shop.dom.root, order)
  shop.call((svc) => void svc.track('search', { query: 'boots' }))
  shop.hide()
  shop.page.remove()
  browser.timeline.advance(5_000)
  expect(browser.events.map(({ action }) => action)).toEqual(['visitor', 'search', 'order'])
})

test.each([
  ['granted', ['visitor', 'PRODUCT_IMPRESSIONS', 'click']],
  ['hold', []],
])(
  'a press that comes before the task in which the tag starts counts, as far as consent allows: %s',
  (consent, counted) => {
    const browser = createShopBrowser()
    const shop = openShop(browser, { consent }, { restMs: 0 })
    const list = marked('div', { query: 'boots' })
    const tile = marked('li', { product: 'P1' })
    shop.append(list, tile)
    shop.append(shop.dom.root, list)
    shop.press(tile)
    browser.timeline.advance(5_000)
    expect(browser.events.map(({ action }) => action)).toEqual(counted)
  },
)

test('a route that such a press opens is a page of its own', () => {
  const { browser, shop, list, sent } = moment({ restMs: 0 })
  const before = list({ query: 'boots' }, 'P1')
  shop.press(before.children[0] as FakeElement)
  shop.go('/p1')
  shop.remove(before)
  list({ query: 'boots' }, 'P1')
  browser.timeline.advance(5_000)
  expect(sent('PRODUCT_IMPRESSIONS')).toHaveLength(2)
})

test.each(['mouse', 'touch'])(
  'a facet that is pressed before the page is scanned counts, with the %s',
  (pointerType) => {
    const { browser, shop, list, sent } = moment({ restMs: 0 })
    const facet = marked('div', { facet: 'color' })
    const red = marked('button', { value: 'red' }, { role: 'checkbox', 'aria-checked': 'false' })
    shop.append(facet, red)
    shop.append(list({ query: 'boots' }, 'P1'), facet)
    shop.press(red, { pointerType })
    shop.set(red, 'aria-checked', 'true')
    browser.timeline.advance(5_000)
    expect(sent('facets').map(({ facets }) => facets)).toEqual([
      { color: { prank: '1', selected: [{ prank: '1', val: 'red' }] } },
    ])
  },
)

test('a page that was opened in the background, and hidden in the task of the script, counts what happens when it is shown', () => {
  const browser = createShopBrowser()
  const shop = openShop(browser, {}, { restMs: 0 })
  shop.hide()
  browser.timeline.advance(5_000)
  shop.show()
  const list = marked('div', { query: 'boots' })
  const tile = marked('li', { product: 'P1' })
  shop.append(list, tile)
  shop.append(shop.dom.root, list)
  browser.timeline.advance(1_500)
  shop.press(tile)
  browser.timeline.advance(5_000)
  expect(browser.events.filter(({ action }) => action === 'click')).toHaveLength(1)
})

test('what is no consent is refused with a reason, whatever it is, and never throws into the page', () => {
  const { shop } = moment()
  const thrown: unknown[] = []
  for (const answer of ['accepted', Symbol('yes'), Object.create(null), { toString: null }])
    shop.call((svc) => {
      try {
        svc.consent(answer as never)
        void svc.on(answer as never, () => {})
      } catch (error) {
        thrown.push(error)
      }
    })
  expect(thrown).toEqual([])
  expect(shop.page.warnings).toContain(
    'svc-tag: svc.consent needs granted, denied or hold, not accepted',
  )
})
