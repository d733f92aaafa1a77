import type { Page } from '@playwright/test'
import { delayScript } from '../support/fakes/delay-script.ts'
import { openMapPage } from '../support/fixtures/map-page.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'
import { turn } from '../support/fixtures/turn.ts'

const open = (shop: Shop, kind: 'list' | 'product' | 'thanks', path: string) =>
  openMapPage(shop, { system: 'shopify', kind, path })

const dataOf = async (shop: Shop, action: string) => {
  const [event] = await shop.waitFor(action)
  expect(event?.reasons).toEqual([])
  return event?.data
}

test('the map for shopify reads its pages', async ({ page, shop }) => {
  await open(shop, 'list', '/collections/boots')
  const list = { page: 'collection:"boots"', page_type: 'BOOLEAN' }
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject({
    ...list,
    pids_list: ['7001', '7002'],
  })

  await page.locator('.facets__item label').first().click()
  expect(await dataOf(shop, 'facets')).toMatchObject({
    ...list,
    facets: { color: { prank: '1', selected: [{ prank: '1', val: 'Red' }] } },
  })

  await page.getByRole('link', { name: /^Blue boot$/ }).click()
  expect(await dataOf(shop, 'click')).toMatchObject({ pid: '7002' })

  await page.locator('form input:visible').first().fill('boots')
  await page.locator('form input:visible').first().press('Enter')
  expect(await dataOf(shop, 'search')).toMatchObject({ query: 'boots' })

  await open(shop, 'product', '/product')
  await page.getByRole('spinbutton').fill('3')
  await page.getByRole('button').click()
  const second = { pid: '7002', variantId: '42002' }
  expect(await dataOf(shop, 'cart')).toMatchObject({ ...second, qty: '3' })

  await open(shop, 'thanks', '/thanks')
  const { products } = (await dataOf(shop, 'order')) as { products: { price: string }[] }
  expect(products).toMatchObject([
    { ...second, qty: '2' },
    { pid: '7001', qty: '1' },
  ])
  expect(products.map(({ price }) => Number(price))).toEqual([19.5, 19.5])
})

test('the map for shopify tells one facet from all, and options from a cart', async ({
  page,
  shop,
}) => {
  await open(shop, 'list', '/collections/boots')
  await shop.waitFor('PRODUCT_IMPRESSIONS')

  await page.getByText('Choose options').click()
  await page.getByText('Reset', { exact: true }).click()
  await page.getByText('Teal').click()
  await shop.waitFor('facets')
  await page.getByText('Remove all').click()
  await shop.waitFor('facets', 2)
  await page.locator('.mobile-facets__details summary').click()
  await page.getByText('Clear', { exact: true }).click()
  await page.getByText('Clear all', { exact: true }).click()
  await shop.waitFor('facets', 3)
  await page.getByRole('button', { name: 'Add to cart' }).click()

  expect(await shop.waitFor('cart')).toMatchObject([
    { data: { pid: '7002', qty: '1', variantId: '42002' } },
  ])
  const events = await shop.received('facets')
  expect(events.map(({ data }) => (data as { facets: unknown }).facets)).toEqual([
    { 'shopify.color': { prank: '2', selected: [{ prank: '1', val: 'Teal' }] } },
    { unxFacetsReset: true },
    { unxFacetsReset: true },
  ])
})

const mapped = (map: object) => ({
  'data-record-bots': '',
  'data-impressions': 'load',
  'data-map': JSON.stringify(map),
})

test('a rule that cannot be used is told by its name, and the others count', async ({
  page,
  shop,
}) => {
  const reported: string[] = []
  page.on('console', (message) => reported.push(message.text()))
  const map = {
    query: { in: 'main', as: 'boots' },
    product: { in: '.card', from: '@id' },
    cart: { in: 'button[' },
    line: { in: '.line', from: 'a@href', match: '(' },
  }
  shop.page(
    '/broken.html',
    `<!doctype html>${shop.tag(mapped(map))}<main><p class="card" id="P1">One</p></main>`,
  )
  await shop.open('/broken.html')
  expect(await shop.waitFor('PRODUCT_IMPRESSIONS')).toMatchObject([
    { data: { query: 'boots', pids_list: ['P1'] } },
  ])
  expect(reported.join('\n')).toContain('map.cart')
  expect(reported.join('\n')).toContain('map.line')
  expect(reported.join('\n')).not.toContain('map.product')
  const findings = await page.evaluate(() =>
    (
      window as unknown as { svc: { audit: () => Promise<{ rule: string; message: string }[]> } }
    ).svc.audit(),
  )
  const unmatched = findings.filter(({ rule }) => rule === 'map-matches-nothing')
  expect(unmatched.map(({ message }) => message)).toEqual([
    'map.cart matches nothing on this page: “button[” finds none.',
    'map.line matches nothing on this page: “.line” finds none.',
  ])
})

test('a press before the map has come does not count', async ({ page, shop }) => {
  const release = await delayScript(page, 'svc-map.*.js')
  const map = { query: { in: 'main', as: 'boots' }, product: { in: '.card', from: '@id' } }
  const cards = ['P1', 'P2'].map(
    (id) => `<p class="card" id="${id}"><a href="#${id}">${id}</a></p>`,
  )
  shop.page('/early.html', `<!doctype html>${shop.tag(mapped(map))}<main>${cards.join('')}</main>`)
  const asked = page.waitForRequest('**/svc-map.*.js')
  // The page is not loaded while a script of it is on its way.
  await page.goto(`${shop.url}/early.html`, { waitUntil: 'commit' })
  await asked
  await page.getByText('P1').click()
  release()
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByText('P2').click()
  expect(await shop.waitFor('click')).toMatchObject([{ data: { pid: 'P2' } }])
})

test('a page that is out of sight while the map is on its way is read by the map', async ({
  page,
  shop,
}) => {
  const release = await delayScript(page, 'svc-map.*.js')
  const map = { query: { in: 'main', as: 'boots' }, product: { in: '.card', from: '@id' } }
  shop.page(
    '/hidden.html',
    `<!doctype html>${shop.tag(mapped(map))}<main><p class="card" id="P1">One</p></main>`,
  )
  const asked = page.waitForRequest('**/svc-map.*.js')
  await page.goto(`${shop.url}/hidden.html`, { waitUntil: 'commit' })
  await asked
  await turn(page, 'hidden')
  release()
  await shop.waitFor('visitor')
  await turn(page, 'visible')
  expect(await shop.waitFor('PRODUCT_IMPRESSIONS')).toMatchObject([{ data: { pids_list: ['P1'] } }])
})

test('late tiles and open shadow roots are read by the map, too', async ({ page, shop }) => {
  const map = { query: { in: 'main', as: 'boots' }, product: { in: '.card', from: 'a@?id' } }
  shop.page('/late.html', `<!doctype html>${shop.tag(mapped(map))}<main></main>`)
  const script = page.waitForResponse('**/svc-map.*.js')
  await shop.open('/late.html')
  await script
  await page.evaluate(() => {
    const host = document.createElement('div')
    const inside = host.attachShadow({ mode: 'open' })
    inside.innerHTML = '<p class="card"><a href="/p?id=P2">Two</a></p>'
    const main = document.querySelector('main')
    main?.insertAdjacentHTML('beforeend', '<p class="card"><a href="/p?id=P1">One</a></p>')
    main?.append(host)
  })
  await shop.waitFor('visitor')
  await expect
    .poll(async () => {
      const events = await shop.received('PRODUCT_IMPRESSIONS')
      return events.flatMap(({ data }) => (data as { pids_list: string[] }).pids_list).sort()
    })
    .toEqual(['P1', 'P2'])
})

test('a list named by a text of the page has the name of when its tiles are seen', async ({
  page,
  shop,
}) => {
  const map = { query: { in: 'main', from: 'h1' }, product: { in: '.card', from: '@id' } }
  const settings = {
    ...mapped(map),
    'data-impressions': JSON.stringify({ ratio: 0.5, dwellMs: 100 }),
  }
  shop.page(
    '/renamed.html',
    `<!doctype html>${shop.tag(settings)}<main><h1>boots</h1><p class="card" id="P1">One</p>
    <p class="card" id="P2" style="margin-top: 3000px">Two</p></main>`,
  )
  await shop.open('/renamed.html')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  // A change of the text alone is no sign to the tag.
  await page.evaluate(() => {
    const name = document.querySelector('h1')?.firstChild
    if (name) name.nodeValue = 'shoes'
    document.getElementById('P2')?.scrollIntoView()
  })
  expect(await shop.waitFor('PRODUCT_IMPRESSIONS', 2)).toMatchObject([
    { data: { query: 'boots', pids_list: ['P1'] } },
    { data: { query: 'shoes', pids_list: ['P2'] } },
  ])
})

test('a map that failed to load is fetched again', async ({ page, shop }) => {
  let asked = 0
  await page.route('**/svc-map.*.js', (route) => (++asked < 2 ? route.abort() : route.continue()))
  const map = { query: { in: 'main', as: 'boots' }, product: { in: '.card', from: '@id' } }
  shop.page(
    '/again.html',
    `<!doctype html>${shop.tag(mapped(map))}<main><p class="card" id="P1">One</p></main>`,
  )
  await shop.open('/again.html')
  expect(await shop.waitFor('PRODUCT_IMPRESSIONS')).toMatchObject([{ data: { pids_list: ['P1'] } }])
  expect(asked).toBe(2)
  expect(await page.locator('script[src*="svc-map"]').count()).toBe(0)
})

test('a map that cannot be had leaves the attributes', async ({ page, shop }) => {
  await page.route('**/svc-map.*.js', (route) => route.abort())
  shop.page(
    '/gone.html',
    `<!doctype html>${shop.tag(mapped({ product: { in: '.card' } }))}
    <main data-svc-query="boots"><p data-svc-product="P1">One</p></main>`,
  )
  await shop.open('/gone.html')
  expect(await shop.waitFor('PRODUCT_IMPRESSIONS')).toMatchObject([{ data: { pids_list: ['P1'] } }])
})

const openMapped = async (
  page: Page,
  shop: Shop,
  map: object,
  body: string,
  path = '/mapped.html',
) => {
  shop.page(path.replace(/[?#].*/, ''), `<!doctype html>${shop.tag(mapped(map))}${body}`)
  await shop.open(path)
  await page.waitForFunction('window.svc')
}

test('of several rules the first with a value counts', async ({ page, shop }) => {
  const map = {
    query: { in: 'main', as: 'boots' },
    product: [
      { in: '.card', from: 'a@href', match: '/product/([^/]+)' },
      { in: '.card', from: 'a@href', match: '/item/([^/]+)' },
    ],
  }
  const card = (href: string) => `<p class="card"><a href="${href}">Boot</a></p>`
  await openMapped(page, shop, map, `<main>${card('/product/P1')}${card('/item/P2')}</main>`)
  expect(await shop.waitFor('PRODUCT_IMPRESSIONS')).toMatchObject([
    { data: { query: 'boots', pids_list: ['P1', 'P2'] } },
  ])
})

test('tiles of a nameless list belong to no other list, its facets to the only one', async ({
  page,
  shop,
}) => {
  const map = {
    page: [
      { in: '.grid', as: 'brand:"A"' },
      { in: '.carousel', from: '@data-name' },
    ],
    product: { in: '.card', from: '@id' },
    facet: { in: 'fieldset', from: 'legend' },
    value: { in: 'label', from: '@text' },
  }
  const facet =
    '<fieldset><legend>color</legend><label><input type="checkbox">Red</label></fieldset>'
  await openMapped(
    page,
    shop,
    map,
    `<div class="grid"><p class="card" id="P1">One</p></div>
    <div class="carousel"><p class="card" id="P2">Two</p>${facet}</div>`,
  )
  // Tiles of one list are one event: the other tile would be in it.
  const seen = await shop.waitFor('PRODUCT_IMPRESSIONS')
  expect(seen.map(({ data }) => (data as { pids_list: string[] }).pids_list)).toEqual([['P1']])
  await page.getByLabel('Red').check()
  const [facets] = await shop.waitFor('facets')
  expect(facets?.data).toMatchObject({ page: 'brand:"A"' })
})

test('a rule reads at an ancestor or the whole page, and decodes an address', async ({
  page,
  shop,
}) => {
  const map = {
    page: { in: '.grid', at: 'html', from: 'h1', as: 'brand:"$&"' },
    product: { in: '.card a', at: '.card', from: 'a@href', match: '/p/([^/]+)', decode: 'uri' },
  }
  await openMapped(
    page,
    shop,
    map,
    '<h1>Alder</h1><div class="grid"><p class="card"><a href="/p/caf%C3%A9">One</a></p></div>',
  )
  expect(await shop.waitFor('PRODUCT_IMPRESSIONS')).toMatchObject([
    { data: { page: 'brand:"Alder"', pids_list: ['café'] } },
  ])
})

test('a start that follows the address is a finding once the address has changed', async ({
  page,
  shop,
}) => {
  const map = {
    query: { in: 'main', as: 'boots' },
    start: { in: 'main', from: '@?start' },
    product: { in: '.card', from: '@id' },
  }
  const rules = () =>
    page.evaluate<string[]>('svc.audit().then((found) => found.map(({ rule }) => rule))')
  await openMapped(
    page,
    shop,
    map,
    '<main><p class="card" id="P1">One</p></main>',
    '/grown.html?start=0',
  )
  expect(await rules()).toEqual([])
  await page.evaluate("history.replaceState(null, '', '?start=24')")
  expect(await rules()).toEqual(['map-start-moves'])
})

/** Grids that carry no mark: markup of shops as it is met, and what the first event has to hold. */
const foreign: readonly (readonly [
  address: string,
  body: string,
  data: Record<string, unknown>,
])[] = [
  [
    '/shoes.html',
    `<h1>Shoes</h1><div class="products">${['P1', 'P2', 'P3']
      .map(
        (id) =>
          `<article class="card" data-sku="${id}"><a href="/p/${id}"><img alt="${id}" src="data:,"></a><b>$ 19.90</b><button class="buy">Add to cart</button></article>`,
      )
      .join('')}</div>`,
    { page: 'categoryPath:"Shoes"', pids_list: ['P1', 'P2', 'P3'] },
  ],
  [
    '/search.html?q=hat',
    `<header><nav><ul>${['a', 'b', 'c', 'd'].map((id) => `<li><a href="/${id}"><img alt="" src="data:,">${id}</a></li>`).join('')}</ul></nav></header>
    <ul id="results">${['red-hat', 'blue-hat', 'caf%C3%A9-hat']
      .map(
        (id) =>
          `<li><a href="/products/${id}.html"><img alt="" src="data:,">${id}</a> 19,90 €</li>`,
      )
      .join('')}</ul>`,
    { query: 'hat', pids_list: ['red-hat', 'blue-hat', 'café-hat'] },
  ],
  [
    '/ids.html',
    `<h1>Tents</h1><section class="list">${[7, 8, 9]
      .map(
        (id) =>
          `<div class="item"><form><input type="hidden" name="product_id" value="${id}"></form><a href="/view?ref=x">Tent</a> 99 EUR<img alt="" src="data:,"></div>`,
      )
      .join('')}</section>`,
    { page: 'categoryPath:"Tents"', pids_list: ['7', '8', '9'] },
  ],
]

/** Lists for which no map can be proposed: tiles that scripts open, and posts of a blog. */
const unproposed: readonly (readonly [name: string, body: string, found: string])[] = [
  [
    'tiles without links and ids',
    `<div class="Grid--d2dbe">${['Hat', 'Tent', 'Lamp']
      .map(
        (name) =>
          `<div class="sc-bdvvtL iTTAxJ"><img alt="" src="data:,">${name} <b>$</b><i>5</i></div>`,
      )
      .join('')}</div><button class="btn">Add to cart</button>`,
    'a list of 3 products without ids (body > div)',
  ],
  [
    'posts of a blog',
    `<ul>${['one', 'two', 'three'].map((name) => `<li><a href="/blog/${name}"><img alt="" src="data:,"></a></li>`).join('')}</ul>`,
    '',
  ],
]

for (const [name, body, found] of unproposed) {
  test(`the audit proposes no map for ${name}`, async ({ page, shop }) => {
    const tag = shop.tag({ 'data-record-bots': '' })
    shop.page('/page.html', `<!doctype html><head>${tag}</head><body>${body}`)
    await shop.open('/page.html')
    await page.waitForFunction('window.svc')
    const findings = await page.evaluate(() => window.svc.audit())
    const said = findings.map(({ message }) => message)
    const message = expect.stringContaining(`is marked, and it seems to have ${found}`)
    expect(said).toEqual(found ? [message] : [])
  })
}

for (const [address, body, data] of foreign) {
  test(`the audit proposes a working map for ${address}`, async ({ page, shop }) => {
    const tag = shop.tag({ 'data-record-bots': '', 'data-impressions': 'load' })
    const search = '<form role="search"><input name="q"></form>'
    shop.page(address.replace(/\?.*/, ''), `<!doctype html>${tag}<body>${search}${body}`)
    await shop.open(address)
    await page.waitForFunction('window.svc')
    // By the proposal alone, as a script would follow it.
    const tried = await page.evaluate(async () => {
      type Found = { rule: string; message: string; fix: string; map: Record<string, unknown> }
      const { svc } = window as unknown as {
        svc: {
          audit: () => Promise<Found[]>
          tryMap: (map: Record<string, unknown>) => Promise<{ rule: string; values: number }[]>
        }
      }
      const [finding] = await svc.audit()
      const json = /svc\.tryMap\((.*?)\), check/.exec(finding?.fix ?? '')?.[1] ?? ''
      const isSame = JSON.stringify(finding?.map) === json
      return {
        rule: finding?.rule,
        message: finding?.message,
        isSame,
        rules: await svc.tryMap(JSON.parse(json)),
      }
    })
    expect(tried).toMatchObject({ rule: 'page-unmarked', isSame: true })
    expect(tried.message).toContain('a list of 3 products')
    expect(tried.message).toContain('a search box')
    expect(tried.rules).toContainEqual(
      expect.objectContaining({ rule: 'product', found: 3, values: 3 }),
    )
    const [seen] = await shop.waitFor('PRODUCT_IMPRESSIONS')
    expect(seen?.data).toMatchObject(data)
    if (!body.includes('buy')) return
    await page.getByText('Add to cart').first().click()
    expect(await shop.waitFor('cart')).toMatchObject([{ data: { pid: 'P1' } }])
  })
}

for (const folder of ['/fr', '/en-gb', '/de-at'])
  test(`the map for shopify reads the forms of the folder ${folder}`, async ({ page, shop }) => {
    const edit = (html: string) => html.replace(/action="\//g, `action="${folder}/`)
    await openMapPage(shop, { system: 'shopify', kind: 'product', path: '/product', edit })
    await page.getByRole('button').click()
    expect(await dataOf(shop, 'cart')).toMatchObject({ pid: '7002' })
    await openMapPage(shop, { system: 'shopify', kind: 'list', path: '/collections/boots', edit })
    await page.locator('form input:visible').first().fill('boots')
    await page.locator('form input:visible').first().press('Enter')
    expect(await dataOf(shop, 'search')).toMatchObject({ query: 'boots' })
  })
