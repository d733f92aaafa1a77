import { expect } from '@playwright/test'
import type { StoredEvent } from '../../service/store/stored-event.ts'
import type { TestService } from './service.ts'
import type { Shopper } from './shopper.ts'

/** What a test adds to each page of the small shop. */
export interface Additions {
  /** Stands before the tag, in the head. */
  readonly head?: string
  /** Stands before the page's own content. */
  readonly body?: string
  /** The script element or elements. */
  readonly tag: string
  /** For the page's own script, where a policy asks for one. */
  readonly nonce?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The shop's own script, in old and careful words, so that it works whatever the page has replaced. */
const OWN = `
  document.addEventListener('click', function (event) {
    var mark = event.target.id
    if (mark === 'clear') document.querySelectorAll('fieldset input').forEach(function (box) { box.checked = false })
    if (mark === 'add') document.querySelector('output').textContent = 'In your cart'
  })`

const search = `
  <form action="/results.html" data-svc-search>
    <input type="hidden" name="attributes"><input type="hidden" name="children">
    <input type="search" name="parentNode" aria-label="Search"><button>Go</button>
  </form>`

const list = (marks: string, pids: readonly string[]) => `
  <ul ${marks}>${pids.map((pid) => `<li data-svc-product="${pid}"><a href="/product.html">${pid}</a></li>`).join('')}</ul>`

const box = (value: string, place: number) =>
  `<label><input type="checkbox" data-svc-value="${value}" data-svc-position="${place}"> ${value}</label>`

const category = `${search}
  <fieldset data-svc-facet="color_uFilter" data-svc-position="1">${box('Red', 1)}${box('Blue', 2)}</fieldset>
  <fieldset data-svc-facet="size_uFilter" data-svc-position="2">${box('42', 1)}</fieldset>
  <button id="clear" type="button" data-svc-facets-reset>Clear all</button>
  ${list(`data-svc-page='categoryPath:"Men>Shoes"' data-svc-request-id="req-1"`, ['P1', 'P2', 'P3'])}`

const product = `
  <div data-svc-product="P2">
    <select data-svc-variant aria-label="Size"><option value="P2-41">41</option><option value="P2-42">42</option></select>
    <input data-svc-qty value="1" aria-label="Quantity">
    <button id="add" type="button" data-svc-cart="P2">Add to cart</button><output></output>
  </div>
  <a href="/thanks.html">Buy</a>`

const thanks = `
  <div data-svc-order="order-1">
    <p data-svc-line="P2" data-svc-variant="P2-42" data-svc-qty="2" data-svc-price="59.90">Boots</p>
    <p data-svc-line="P9" data-svc-qty="1" data-svc-price="5">Laces</p>
  </div>`

/** Puts a shop of four pages before a browser: a category with facets and a search box, results, a product, a confirmation. */
export function openSmallShop(
  shop: TestService,
  { head = '', body = '', tag, nonce, headers }: Additions,
) {
  const own = `<script${nonce ? ` nonce="${nonce}"` : ''}>${OWN}</script>`
  const pages = {
    category,
    results: `${search}${list('data-svc-query="boots" data-svc-request-id="req-2"', ['P2', 'P4'])}`,
    product,
    thanks,
  }
  for (const [name, content] of Object.entries(pages)) {
    const html = `<!doctype html><head><meta charset="utf-8">${head}${own}${tag}</head><body>${body}${content}</body>`
    shop.page(`/${name}.html`, html, headers && { headers })
  }
}

/** The settings that the walk needs: this automated browser counts, and nobody has to look at a tile for long. */
export const WALKING = { 'data-record-bots': 'true', 'data-impressions': '{"dwellMs":200}' }

/**
 * Walks through the small shop as a shopper would: facets, clearing them, a search, a product, its variant, two of it into the
 * cart, an order of two lines. The page's own script must do its part all the while.
 *
 * @returns What the tracker received.
 */
export async function walkSmallShop(shop: TestService, shopper: Shopper): Promise<StoredEvent[]> {
  await shopper.open(`${shop.url}/category.html`)
  await seen(shop, 'P1', 'P2', 'P3')
  await shopper.press('[data-svc-value=Red]')
  await shop.waitFor('facets', 1)
  await shopper.press('[data-svc-value="42"]')
  await shop.waitFor('facets', 2)
  await shopper.press('#clear')
  await shop.waitFor('facets', 3)
  expect(await shopper.ask("document.querySelectorAll(':checked').length")).toBe(0)

  await shopper.enter('[type=search]', ' boots ')
  await shopper.arriveAt('/results.html')
  await seen(shop, 'P4')
  await shopper.press('[data-svc-product=P2] a')
  await shopper.arriveAt('/product.html')
  await shopper.choose('[data-svc-variant]', 'P2-42')
  await shopper.write('[data-svc-qty]', '2')
  await shopper.press('#add')
  expect(await shopper.ask("document.querySelector('output').textContent")).toBe('In your cart')
  await shop.waitFor('cart')
  await shopper.press('[href="/thanks.html"]')
  await shopper.arriveAt('/thanks.html')
  await shop.waitFor('order')
  return shop.received()
}

async function seen(shop: TestService, ...pids: string[]) {
  await expect
    .poll(async () =>
      (await shop.received('PRODUCT_IMPRESSIONS')).flatMap(
        ({ data }) => (data as { pids_list: string[] }).pids_list,
      ),
    )
    .toEqual(expect.arrayContaining(pids))
}

const MEN = { page: 'categoryPath:"Men>Shoes"', page_type: 'BOOLEAN', requestId: 'req-1' }
const BOOTS = { query: 'boots', requestId: 'req-2' }
const at = (page: string) => ({ url: expect.stringContaining(`/${page}.html`) })

const facet = (prank: string, change: string, val: string) => ({
  prank,
  [change]: [{ prank: '1', val }],
})

/** Exactly what the walk tells, in order: each action with its data. */
export const WALK = [
  ['visitor', at('category')],
  ['PRODUCT_IMPRESSIONS', { ...MEN, ...at('category'), pids_list: ['P1', 'P2', 'P3'] }],
  [
    'facets',
    { ...MEN, ...at('category'), facets: { color_uFilter: facet('1', 'selected', 'Red') } },
  ],
  ['facets', { ...MEN, ...at('category'), facets: { size_uFilter: facet('2', 'selected', '42') } }],
  ['facets', { ...MEN, ...at('category'), facets: { unxFacetsReset: true } }],
  ['search', { query: 'boots', ...at('category') }],
  ['PRODUCT_IMPRESSIONS', { ...BOOTS, ...at('results'), pids_list: ['P2', 'P4'] }],
  ['click', { pid: 'P2', requestId: 'req-2', ...at('results') }],
  ['cart', { pid: 'P2', qty: '2', variantId: 'P2-42', requestId: 'req-2', ...at('product') }],
  [
    'order',
    {
      ...at('thanks'),
      products: [
        { pid: 'P2', qty: '2', price: '59.90', variantId: 'P2-42' },
        { pid: 'P9', qty: '1', price: '5' },
      ],
    },
  ],
].map(([action, data]) => [
  action,
  {
    referrer: expect.any(String),
    visit_type: 'first_time',
    visitId: expect.stringMatching(/^visitId-/),
    ver: expect.stringMatching(/^svc-tag\//),
    seq: expect.stringMatching(/^[\w-]{8}\.\d+$/),
    ...(data as object),
  },
])

/** What was received, as `WALK` says it. */
export const asWalk = (events: readonly StoredEvent[]) =>
  events.map(({ action, data }) => [action, data])
