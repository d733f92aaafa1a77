import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { started } from '../support/fixtures/consent-states.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'
import { tagManagerScript } from '../support/fixtures/tag-manager.ts'

/** How a shop came to have the tag: what stands in the head of each page, and attributes where it has them. */
interface Installation {
  readonly head: string
  readonly mark: (attributes: string) => string
  /** The shop's own script of each page: what it says to its dataLayer or its tag manager. */
  readonly scripts: Partial<Readonly<Record<keyof typeof pages, string>>>
}

const tile = (pid: string, { mark }: Installation) =>
  `<li class="card" data-sku="${pid}" ${mark(`data-svc-product="${pid}"`)}><a href="/product?sku=${pid}">${pid}</a></li>`

const line = (pid: string, qty: number, price: string, { mark }: Installation) =>
  `<p class="line" data-sku="${pid}" ${mark(`data-svc-line="${pid}"`)}>
    <span class="pieces" ${mark(`data-svc-qty="${qty}"`)}>${qty}</span>
    <span class="each" ${mark(`data-svc-price="${price}"`)}>${price}</span>
  </p>`

/** One small shop, page by page. */
const pages = {
  '/home': ({ mark }: Installation) =>
    `<form class="search" action="/results" ${mark('data-svc-search')}>
      <input type="search" name="q"><button>Search</button></form>`,
  '/results': (installation: Installation) =>
    `<main class="results" ${installation.mark('data-svc-query="boots"')}>
      <fieldset class="facet" data-name="color" ${installation.mark('data-svc-facet="color"')}>
        <label class="option" ${installation.mark('data-svc-value="Red"')}><input type="checkbox" value="Red">Red</label>
      </fieldset>
      <ul>${['P1', 'P2', 'P3'].map((pid) => tile(pid, installation)).join('')}</ul></main>`,
  '/product': ({ mark }: Installation) =>
    `<form class="buy" data-sku="P2" onsubmit="event.preventDefault()" ${mark('data-svc-cart="P2"')}>
      <input type="number" name="qty" value="1" ${mark('data-svc-qty')}><button>Add</button></form>`,
  '/thanks': (installation: Installation) =>
    `<section class="order" data-number="A-1" ${installation.mark('data-svc-order="A-1"')}>
      ${line('P2', 2, '€10.50', installation)}${line('P1', 1, '€7', installation)}</section>`,
}

const map = {
  search: { in: 'form.search' },
  query: { in: '.results', from: '@?q' },
  product: { in: '.card', from: '@data-sku' },
  facet: { in: '.facet', from: '@data-name' },
  value: { in: '.option', from: 'input@.value' },
  cart: { in: 'form.buy', from: '@data-sku' },
  qty: [{ in: 'form.buy [name=qty]' }, { in: '.line', from: '.pieces' }],
  price: { in: '.line', from: '.each' },
  order: { in: '.order', from: '@data-number' },
  line: { in: '.line', from: '@data-sku' },
}

const on = (selector: string, event: string, what: string) =>
  `document.querySelector('${selector}').addEventListener('${event}', () => { ${what} });`

const ga4 = (event: string, ecommerce: string) =>
  `dataLayer.push({ event: '${event}', ${ecommerce} });`

const dataLayerScripts: Installation['scripts'] = {
  '/home': on(
    'form',
    'submit',
    `dataLayer.push({ event: 'search', search_term: document.querySelector('input').value })`,
  ),
  '/results':
    ga4(
      'view_item_list',
      `ecommerce: { item_list_name: 'Results for boots', items: ['P1', 'P2', 'P3'].map((item_id) => ({ item_id })) }`,
    ) +
    on('[data-sku=P2]', 'click', ga4('select_item', `ecommerce: { items: [{ item_id: 'P2' }] }`)),
  '/product': on(
    'form',
    'submit',
    ga4(
      'add_to_cart',
      `ecommerce: { items: [{ item_id: 'P2', quantity: document.querySelector('input').value }] }`,
    ),
  ),
  '/thanks': ga4(
    'purchase',
    `ecommerce: { transaction_id: 'A-1', items: [{ item_id: 'P2', quantity: 2, price: 10.5 }, { item_id: 'P1', quantity: 1, price: 7 }] }`,
  ),
}

const fire = (action: string, fields: string) =>
  `fireTag({ command: 'event', action: '${action}', ${fields} });`

const tagScripts: Installation['scripts'] = {
  '/home': on('form', 'submit', fire('search', `query: document.querySelector('input').value`)),
  '/results':
    fire('PRODUCT_IMPRESSIONS', `pids: 'P1, P2, P3'`) +
    on('[data-sku=P2]', 'click', fire('click', `pid: 'P2'`)) +
    on(
      '.option input',
      'change',
      fire('facets', `facets: { color: { prank: 1, selected: [{ prank: 1, val: 'Red' }] } }`),
    ),
  '/product': on(
    'form',
    'submit',
    fire('cart', `pid: 'P2', qty: document.querySelector('input').value`),
  ),
  '/thanks': fire(
    'order',
    `orderId: 'A-1', products: [{ pid: 'P2', qty: 2, price: 10.5 }, { item_id: 'P1', quantity: 1, price: 7 }]`,
  ),
}

const attributes = { 'data-record-bots': '', 'data-impressions': 'load' }
const unmarked = () => ''

const withMarkup = (shop: Shop): Installation => ({
  head: shop.tag(attributes),
  mark: (given) => given,
  scripts: {},
})

const withMap = (shop: Shop): Installation => ({
  head: shop.tag({ ...attributes, 'data-map': JSON.stringify(map) }),
  mark: unmarked,
  scripts: {},
})

const withDataLayer = (shop: Shop): Installation => ({
  head: `<script>dataLayer = []</script>${shop.tag({
    ...attributes,
    'data-data-layer': JSON.stringify({ lists: [{ list: '^results for (.+)', query: '{1}' }] }),
  })}`,
  mark: unmarked,
  scripts: dataLayerScripts,
})

/** The template as it is published, with its own permissions: its one script address is answered with the built files. */
async function withTagManager(shop: Shop, page: Page): Promise<Installation> {
  await page.route('https://cdn.example/*', (route) =>
    route.fulfill({
      path: fileURLToPath(
        new URL(`../../dist${new URL(route.request().url()).pathname}`, import.meta.url),
      ),
    }),
  )
  const install = JSON.stringify({
    ...{ command: 'install', scriptUrl: 'https://cdn.example/svc.js' },
    ...{ siteKey: shop.keys.siteKey, trackerUrl: shop.url },
    ...{ consent: 'granted', impressions: 'load' },
    settings: [{ name: 'recordBots', value: 'true' }],
  })
  const list = `listQuery: new URL(location).searchParams.get('q') || ''`
  return {
    head: `<script>${await tagManagerScript()}; fireTag({ ...${install}, ${list} })</script>`,
    mark: unmarked,
    scripts: tagScripts,
  }
}

/** The shopper's actions, from the search to the order, and the events that the tracker received of them. */
async function walk(page: Page, shop: Shop, installation: Installation) {
  for (const [path, body] of Object.entries(pages)) {
    const script = installation.scripts[path as keyof typeof pages] ?? ''
    shop.page(
      path,
      `<!doctype html><title>${path}</title>${installation.head}<body>${body(installation)}<script>${script}</script>`,
    )
  }
  await shop.open('/home')
  await shop.waitFor('visitor')
  await page.getByRole('searchbox').fill('boots')
  await page.getByRole('button').click()
  await shop.waitFor('search')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByText('Red').click()
  if (installation.scripts !== dataLayerScripts) await shop.waitFor('facets')
  await page.getByRole('link', { name: 'P2' }).click()
  await shop.waitFor('click')
  // A press before the script has come is known to nobody.
  await started(page)
  await page.getByRole('spinbutton').fill('2')
  await page.getByRole('button').click()
  await shop.waitFor('cart')
  await shop.open('/thanks')
  await shop.waitFor('order')

  // By their own times: a call that waits for its part when its page is left is told by the next page.
  const events = (await shop.received()).sort(
    (one, other) => Number.parseInt(one.t, 10) - Number.parseInt(other.t, 10),
  )
  expect(events.flatMap(({ reasons }) => reasons)).toEqual([])
  return events.map(({ action, data }) => {
    const text = JSON.stringify(data).replaceAll(shop.url, '')
    return { action, ...(JSON.parse(text) as object), visitId: 'the same' }
  })
}

/** Written down once, from the contract: the events of the walk, in order. */
const list = { query: 'boots' }
const expected = [
  { action: 'visitor', url: '/home', referrer: '' },
  { action: 'search', url: '/home', query: 'boots' },
  {
    action: 'PRODUCT_IMPRESSIONS',
    url: '/results?q=boots',
    referrer: '/home',
    ...list,
    pids_list: ['P1', 'P2', 'P3'],
  },
  {
    action: 'facets',
    ...list,
    facets: { color: { prank: '1', selected: [{ prank: '1', val: 'Red' }] } },
  },
  { action: 'click', url: '/results?q=boots', pid: 'P2' },
  { action: 'cart', url: '/product?sku=P2', pid: 'P2', qty: '2' },
  {
    action: 'order',
    url: '/thanks',
    products: [
      { pid: 'P2', qty: '2', price: '10.5' },
      { pid: 'P1', qty: '1', price: '7' },
    ],
  },
]

const withSamePrices = (events: readonly object[]) =>
  JSON.parse(JSON.stringify(events).replaceAll('"10.50"', '"10.5"')) as object[]

const installations = {
  markup: withMarkup,
  'a map': withMap,
  'a tag manager': withTagManager,
  'the dataLayer': withDataLayer,
}

for (const [name, install] of Object.entries(installations)) {
  test(`one walk is the same events when the tag is installed by ${name}`, async ({
    page,
    shop,
  }) => {
    const installation = await install(shop, page)
    const events = withSamePrices(await walk(page, shop, installation))
    // GA4 has no event for facets.
    const wanted = expected.filter(({ action }) => name !== 'the dataLayer' || action !== 'facets')
    expect(events).toMatchObject(wanted)
  })
}
