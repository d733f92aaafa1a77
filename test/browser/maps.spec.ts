import type { Page } from '@playwright/test'
import { delayScript } from '../support/fakes/delay-script.ts'
import { noticesOf } from '../support/fixtures/page-errors.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'
import { turn } from '../support/fixtures/turn.ts'

const mapped = (map: object) => ({
  'data-record-bots': '',
  'data-impressions': 'load',
  'data-map': JSON.stringify(map),
})

async function openMapped(
  page: Page,
  shop: Shop,
  map: object,
  body: string,
  { path = '/mapped.html', settings = {} } = {},
) {
  const head = shop.tag({ ...mapped(map), ...settings })
  shop.page(path.replace(/[?#].*/, ''), `<!doctype html>${head}${body}`)
  await shop.open(path)
  await page.waitForFunction('window.svc')
}

const BOOTS = { query: { in: 'main', as: 'boots' }, product: { in: '.card', from: '@id' } }
const card = (id: string, more = '') => `<p class="card" id="${id}" ${more}>${id}</p>`
const products = (...pids_list: string[]) => [{ data: { pids_list } }]

test('an invalid rule is reported by name, and the others apply', async ({ page, shop }) => {
  const reported = noticesOf(page)
  const broken = { cart: { in: 'button[' }, line: { in: '.line', from: 'a@href', match: '(' } }
  await openMapped(page, shop, { ...BOOTS, ...broken }, `<main>${card('P1')}</main>`)
  expect(await shop.waitFor('PRODUCT_IMPRESSIONS')).toMatchObject(products('P1'))
  expect(reported.join('\n')).toContain('map.cart')
  expect(reported.join('\n')).toContain('map.line')
  expect(reported.join('\n')).not.toContain('map.product')
  const findings = await page.evaluate(() => window.svc.audit())
  const unmatched = findings.filter(({ rule }) => rule === 'map-matches-nothing')
  expect(unmatched.map(({ message }) => message)).toEqual([
    'map.cart matches nothing on this page: “button[” finds none.',
    'map.line matches nothing on this page: “.line” finds none.',
  ])
})

test('a press before the map part has loaded does not count, and a hidden page is read', async ({
  page,
  shop,
}) => {
  const release = await delayScript(page, 'svc-map.*.js')
  const cards = ['P1', 'P2'].map((id) => `<p class="card" id="${id}"><a href="#">${id}</a></p>`)
  shop.page(
    '/early.html',
    `<!doctype html>${shop.tag(mapped(BOOTS))}<main>${cards.join('')}</main>`,
  )
  const asked = page.waitForRequest('**/svc-map.*.js')
  // The load event waits for this script.
  await page.goto(`${shop.url}/early.html`, { waitUntil: 'commit' })
  await asked
  await page.getByText('P1').click()
  await turn(page, 'hidden')
  release()
  await shop.waitFor('visitor')
  await turn(page, 'visible')
  expect(await shop.waitFor('PRODUCT_IMPRESSIONS')).toMatchObject(products('P1', 'P2'))
  await page.getByText('P2').click()
  expect(await shop.waitFor('click')).toMatchObject([{ data: { pid: 'P2' } }])
})

test('the map also reads late tiles and open shadow roots', async ({ page, shop }) => {
  const map = { ...BOOTS, product: { in: '.card', from: 'a@?id' } }
  const script = page.waitForResponse('**/svc-map.*.js')
  await openMapped(page, shop, map, '<main></main>')
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

test('a list named by a text on the page has the name it shows when its tiles are seen', async ({
  page,
  shop,
}) => {
  const map = { ...BOOTS, query: { in: 'main', from: 'h1' } }
  const settings = { 'data-impressions': '{"ratio":0.5,"dwellMs":100}' }
  const far = card('P2', 'style="margin-top: 3000px"')
  await openMapped(page, shop, map, `<main><h1>boots</h1>${card('P1')}${far}</main>`, { settings })
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  // The tag does not notice a change of only the text.
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

test('a map part that fails to load is requested again, and without it the attributes count', async ({
  page,
  shop,
}) => {
  let asked = 0
  await page.route('**/svc-map.*.js', (route) => (++asked < 2 ? route.abort() : route.continue()))
  await openMapped(page, shop, BOOTS, `<main>${card('P1')}</main>`)
  expect(await shop.waitFor('PRODUCT_IMPRESSIONS')).toMatchObject(products('P1'))
  expect(asked).toBe(2)
  expect(await page.locator('script[src*="svc-map"]').count()).toBe(0)

  await page.route('**/svc-map.*.js', (route) => route.abort())
  const marked = '<main data-svc-query="boots"><p data-svc-product="P2">Two</p></main>'
  await openMapped(page, shop, BOOTS, marked)
  expect(await shop.waitFor('PRODUCT_IMPRESSIONS', 2)).toMatchObject([
    ...products('P1'),
    ...products('P2'),
  ])
})

test('the first of several rules with a value applies, at an ancestor or the page, and decoded', async ({
  page,
  shop,
}) => {
  const rule = { in: '.card a', at: '.card', from: 'a@href', decode: 'uri' }
  const map = {
    page: { in: 'main', at: 'html', from: 'h1', as: 'brand:"$&"' },
    product: [
      { ...rule, match: '/product/([^/]+)' },
      { ...rule, match: '/item/([^/]+)' },
    ],
  }
  const tiles = ['/product/P1', '/item/caf%C3%A9', '/item/100%-wool'].map(
    (href) => `<p class="card"><a href="${href}">Boot</a></p>`,
  )
  await openMapped(page, shop, map, `<h1>Alder</h1><main>${tiles.join('')}</main>`)
  expect(await shop.waitFor('PRODUCT_IMPRESSIONS')).toMatchObject([
    { data: { page: 'brand:"Alder"', pids_list: ['P1', 'café', '100%-wool'] } },
  ])
})

test('tiles of an unnamed list belong to no other list, but its facets to the only list', async ({
  page,
  shop,
}) => {
  const map = {
    ...BOOTS,
    query: undefined,
    page: [
      { in: '.grid', as: 'brand:"A"' },
      { in: '.carousel', from: '@data-name' },
    ],
    facet: { in: 'fieldset', from: 'legend' },
    value: { in: 'label', from: '@text' },
  }
  const facet =
    '<fieldset><legend>color</legend><label><input type="checkbox">Red</label></fieldset>'
  const lists = `<div class="grid">${card('P1')}</div><div class="carousel">${card('P2')}${facet}</div>`
  await openMapped(page, shop, map, lists)
  // Tiles of one list share an event, so the other tile would be in it.
  expect(await shop.waitFor('PRODUCT_IMPRESSIONS')).toMatchObject(products('P1'))
  await page.getByLabel('Red').check()
  expect(await shop.waitFor('facets')).toMatchObject([{ data: { page: 'brand:"A"' } }])
})
