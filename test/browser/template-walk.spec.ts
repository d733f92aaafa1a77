import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { started } from '../support/fixtures/consent-states.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'
import { tagManagerScript } from '../support/fixtures/template-file.ts'

// A shop without our attributes, whose tag manager installs the tag and reports what the shopper does.

const tile = (pid: string) => `<li id="${pid}"><a href="/product?sku=${pid}">${pid}</a></li>`

const pages = {
  '/home': '<form action="/results"><input type="search" name="q"><button>Search</button></form>',
  '/results': `<label class="option"><input type="checkbox">Red</label>
    <ul>${['P1', 'P2', 'P3'].map(tile).join('')}</ul>`,
  '/product': `<form class="buy" onsubmit="event.preventDefault()">
    <input type="number" value="1"><button>Add</button></form>`,
  '/thanks': '<p>Thank you</p>',
} as const

const on = (selector: string, event: string, what: string) =>
  `document.querySelector('${selector}').addEventListener('${event}', () => { ${what} });`

const fire = (action: string, fields: string) =>
  `fireTag({ command: 'event', action: '${action}', ${fields} });`

const scripts: Readonly<Record<keyof typeof pages, string>> = {
  '/home': on('form', 'submit', fire('search', `query: document.querySelector('input').value`)),
  '/results':
    fire('PRODUCT_IMPRESSIONS', `pids: 'P1, P2, P3'`) +
    on('#P2', 'click', fire('click', `pid: 'P2'`)) +
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

/** The published template with its own permissions; its only script URL is served from the built files. */
async function openShop(shop: Shop, page: Page) {
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
  const head = `<script>${await tagManagerScript()}; fireTag({ ...${install}, ${list} })</script>`
  for (const [path, body] of Object.entries(pages))
    shop.page(
      path,
      `<!doctype html><title>${path}</title>${head}<body>${body}<script>${scripts[path as keyof typeof pages]}</script>`,
    )
  await shop.open('/home')
}

/** The events of the walk in order, written from the contract. */
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

test('a tag manager with the template reports the whole walk', async ({ page, shop }) => {
  await openShop(shop, page)
  await shop.waitFor('visitor')
  await page.getByRole('searchbox').fill('boots')
  await page.getByRole('button').click()
  await shop.waitFor('search')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByText('Red').click()
  await shop.waitFor('facets')
  await page.getByRole('link', { name: 'P2' }).click()
  await shop.waitFor('click')
  // A press before the script has loaded is not noticed.
  await started(page)
  await page.getByRole('spinbutton').fill('2')
  await page.getByRole('button').click()
  await shop.waitFor('cart')
  await shop.open('/thanks')
  await shop.waitFor('order')

  // Sorted by their own times, because the next page reports a call that waits for its part when its page is left.
  const events = (await shop.received()).sort((one, other) => one.at - other.at)
  expect(events.flatMap(({ reasons }) => reasons)).toEqual([])
  const told = events.map(({ action, data }) => ({
    action,
    ...(JSON.parse(JSON.stringify(data).replaceAll(shop.url, '')) as object),
  }))
  expect(told).toMatchObject(expected)
})
