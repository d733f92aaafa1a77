import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  type Block,
  inLanguage,
  inProject,
  isFollowed,
  readFile,
} from '../support/fixtures/docs.ts'
import { withOwnAddresses } from '../support/fixtures/own-addresses.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'
import { ownFields } from '../support/fixtures/tag-page.ts'
import { look } from '../support/simulators/fault-trial.ts'

// Runs every HTML block of the documentation in a page with the built tag: the audit finds no mistakes, and the block's events arrive.

interface Svc {
  readonly ready: Promise<void>
  consent(state: string): void
  audit(): Promise<readonly { readonly severity: string; readonly message: string }[]>
}
declare const svc: Svc

interface Happened {
  readonly action: string
  readonly data: Readonly<Record<string, unknown>>
}

/** An action on a block, and the events that the tracker must receive in addition to `visitor`. */
interface Story {
  readonly act?: (page: Page) => Promise<unknown>
  readonly events: readonly Happened[]
}

const impressions = (data: Happened['data']): Happened => ({ action: 'PRODUCT_IMPRESSIONS', data })
const seen = (pids_list: readonly string[], query = 'boots') => impressions({ query, pids_list })
const seenOn = (path: string, pids_list: readonly string[], requestId?: string) =>
  impressions({
    ...{ page: `categoryPath:"${path}"`, page_type: 'BOOLEAN', pids_list },
    ...(requestId && { requestId }),
  })
const click = (pid: string, more = {}) => ({ action: 'click', data: { pid, ...more } })
const cart = (pid: string, more = {}) => ({ action: 'cart', data: { pid, qty: '1', ...more } })
const order = (data: Happened['data']) => ({ action: 'order', data })
const search = (query: string) => ({ action: 'search', data: { query } })
const facets = (change: object) => ({
  action: 'facets',
  data: { query: 'shoes', facets: change },
})
const color = (changes: object) => facets({ color_uFilter: { prank: '1', ...changes } })
const blue = { prank: '2', val: 'Blue' }
const line = { pid: 'sku-7', qty: '2', price: '19.90' }
const pressButton = (page: Page) => page.getByRole('button').click()

const pressButtons =
  (...names: readonly string[]) =>
  async (page: Page) => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).click()
  }

/** By a part of the block's text. The first match is used. */
const stories: Readonly<Record<string, Story>> = {
  'aria-label="Also bought"': {
    async act(page) {
      await page.getByRole('spinbutton').fill('2')
      await pressButtons('Add to cart', 'Add laces')(page)
      await page.getByText('Walker').click()
    },
    events: [
      seenOn('Men>Shoes', ['sku-9'], 'r-9'),
      cart('sku-7', { qty: '2', variantId: 'sku-7_42' }),
      cart('sku-11'),
      click('sku-9', { requestId: 'r-9' }),
    ],
  },
  'aria-label="Shirt"': {
    act: pressButtons('Add to cart', 'Blue, M', 'Add to cart'),
    events: [cart('shirt-1'), cart('shirt-1', { variantId: 'shirt-1_blue-m' })],
  },
  'aria-label="Sneaker set"': {
    act: pressButtons('Add the set', 'Add both parts'),
    events: [cart('set-3'), cart('sku-7'), cart('sku-9')],
  },
  'aria-label="Mini-cart"': {
    async act(page) {
      await page.getByText('Walker').click()
      await pressButton(page)
    },
    events: [seen(['sku-7'])],
  },
  'aria-label="Wish list"': {
    act: pressButtons('Save for later', 'Move Walker to the cart'),
    events: [seen(['sku-7']), cart('sku-9')],
  },
  'Quick view': {
    act: pressButtons('Quick view', 'Add to cart'),
    events: [seen(['sku-7']), click('sku-7'), cart('sku-7')],
  },
  'New shoes': { act: pressButton, events: [seenOn('Men', ['sku-7', 'sku-9'], 'r-2')] },
  'My first list': { events: [seen(['sku-7', 'sku-9'], 'sneakers')] },
  'data-svc-page': {
    act: pressButton,
    events: [seenOn('Men>Shoes', ['sku-7']), cart('sku-7')],
  },
  'data-svc-search=': {
    async act(page) {
      await pressButton(page)
      await page.getByRole('searchbox').fill('red shoes')
      await page.getByRole('searchbox').press('Enter')
    },
    events: [search('boots'), search('red shoes')],
  },
  'data-svc-facet=': {
    async act(page) {
      for (const reported of [1, 2]) {
        await page.getByText('Blue').click()
        await expect.poll(() => svcFacts(page, 'facets')).toBe(reported)
      }
      await pressButton(page)
    },
    events: [
      color({ selected: [blue] }),
      color({ deselected: [blue] }),
      facets({ unxFacetsReset: true }),
    ],
  },
  'data-svc-cart-done': {
    async act(page) {
      await page.getByRole('button').first().click()
      await page.evaluate(() =>
        document.body.insertAdjacentHTML('beforeend', '<p class="cart-message is-success">Added'),
      )
      await page.getByRole('button').last().click()
    },
    events: [cart('sku-7'), cart('sku-8')],
  },
  'data-svc-cart="sku-7"': {
    async act(page) {
      await page.getByRole('spinbutton').fill('3')
      await pressButton(page)
    },
    events: [cart('sku-7', { qty: '3', variantId: 'sku-7_42' })],
  },
  // One line, with the `t` of the server instead of an order number.
  '1793786400000|0.2718281828': { events: [order(line)] },
  'data-svc-order': {
    events: [order({ products: [line, { pid: 'sku-9', qty: '1', price: '1299.00' }] })],
  },
  'data-svc-events': { events: [cart('sku-7', { qty: '2' })] },
  // The element itself: the visit begins.
  '<script async': { events: [] },
}

const svcFacts = (page: Page, action: string) =>
  page.evaluate(
    (wanted) =>
      (svc as unknown as { explain(): { action: string; state: string }[] })
        .explain()
        .filter((entry) => entry.action === wanted && entry.state !== 'ignored').length,
    action,
  )

const storyOf = ({ where, code }: Block): Story => {
  const [, story] = Object.entries(stories).find(([part]) => code.includes(part)) ?? []
  if (!story) throw new Error(`no story tells what the block at ${where} does`)
  return story
}

/** Responds to the URLs on the pages, whose folder is the shop's own choice. */
async function serveTag(page: Page) {
  await page.route(/\/svc\/(svc-\d|svc)/, async (route) => {
    const file = new URL(route.request().url()).pathname.replace('/svc/', 'dist/')
    await route.fulfill({
      path: inProject(file),
      headers: { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' },
    })
  })
}

async function happened(shop: Shop): Promise<Happened[]> {
  const events = (await shop.received()).sort(
    (one, two) => Number.parseInt(one.t, 10) - Number.parseInt(two.t, 10),
  )
  expect(events.flatMap(({ reasons }) => reasons)).toEqual([])
  return events.map(({ action, data }) => ({ action, data: ownFields(data) }))
}

const audited = async (page: Page) =>
  (
    await page.evaluate(async () =>
      (await svc.audit()).map(({ severity, message }) => ({ severity, message })),
    )
  ).filter(({ severity }) => severity === 'error')

/** Bundled applications are opened in the tests of their framework's guide, banners in consent-claims.spec.ts. */
const opensByItself = ({ where, code }: Block) =>
  !(isFollowed(where) && code.includes('id="root"')) && !where.startsWith('docs/consent-banners')

/** Opens a block as a page of a shop, does what the documentation describes, and compares the events. */
async function follow(page: Page, shop: Shop, block: Block) {
  const { act, events } = storyOf(block)
  await serveTag(page)
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  const tag = block.code.includes('<script async')
    ? ''
    : shop.tag().replace('/svc.js', '/svc/svc.js')
  const html = `<!doctype html><title>Shop</title>${tag}${block.code}`
  shop.page('/page', withOwnAddresses(html, shop))
  // The page that a form opens.
  shop.page('/search', '<!doctype html><title>Results</title>')
  const body = `<!doctype html><title>Cart</title>${shop.tag({ 'data-record-bots': '' })}`
  await page.route('**/cart', (route) => route.fulfill({ body, contentType: 'text/html' }))
  await page.goto(`${shop.url}/page`)
  await look(page)
  if (/consent[^\n]*"hold"/.test(block.code)) await page.evaluate(() => svc.consent('granted'))
  expect(await audited(page), block.where).toEqual([])
  await act?.(page)
  await expect.poll(async () => (await happened(shop)).length, block.where).toBe(events.length + 1)
  // A tile may have become visible just before the visit began.
  const isVisitor = ({ action }: Happened) => action === 'visitor'
  const all = await happened(shop)
  expect(all.filter(isVisitor)).toEqual([{ action: 'visitor', data: {} }])
  expect(all.filter((event) => !isVisitor(event))).toEqual(events)
  expect(faults).toEqual([])
}

const blocks = inLanguage('html').filter(opensByItself)
const pageOf = ({ where }: Block) => where.replace(/:.*/, '')

for (const name of new Set(blocks.map(pageOf)))
  test(`the markup in ${name} does what the page says`, async ({ browser, shop }) => {
    test.slow()
    for (const block of blocks.filter((one) => pageOf(one) === name)) {
      const context = await browser.newContext()
      await follow(await context.newPage(), shop, block)
      await context.close()
      await shop.reset()
    }
  })

test('the built script element makes the browser refuse a changed file', async ({ page, shop }) => {
  await serveTag(page)
  const element = withOwnAddresses(readFile('dist/script-element.html'), shop)
  shop.page('/page', `<!doctype html><title>Shop</title>${element}`)
  await shop.open('/page')
  await look(page)
  // Loads the inspector's file, which the browser checks.
  expect(await audited(page)).toEqual([])

  const inspector = readdirSync('dist').find((file) => /^svc-inspector\.\w+\.js$/.test(file)) ?? ''
  for (const [changed, startsAtAll] of [
    [inspector, true],
    ['svc.js', false],
  ] as const) {
    await page.route(`**/${changed}`, (route) =>
      route.fulfill({
        body: `${readFile(`dist/${changed}`)}\n// changed`,
        headers: { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' },
      }),
    )
    await shop.open('/page')
    if (startsAtAll) {
      await look(page)
      await expect(page.evaluate(() => svc.audit())).rejects.toThrow('svc-inspector.')
    } else expect(await page.evaluate(() => typeof svc)).toBe('undefined')
  }
})

for (const { where, code } of inLanguage('http').filter(({ file }) => !file)) {
  const [name = '', value = ''] = code.trim().split(/: (.*)/)
  if (name === 'Content-Security-Policy')
    test(`the tag, Browse and the agent comply with the policy at ${where}`, async ({
      page,
      shop,
    }) => {
      const policy = value
        .replaceAll(/https:\/\/\w+\.example/g, shop.otherOrigin)
        .replaceAll('nonce-…', 'nonce-abc')
      const services = Object.fromEntries(
        ['tracker', 'browse', 'agent'].map((service) => [`data-${service}-url`, shop.otherOrigin]),
      )
      const tag = shop.tag({ ...services, 'data-record-bots': '', nonce: 'abc' })
      shop.page(
        '/page',
        `<!doctype html><title>Shop</title>${tag}<ul data-svc-query="boots"><li data-svc-product="P1">One</li></ul>`,
        {
          headers: { 'content-security-policy': policy },
        },
      )
      const violations: string[] = []
      page.on('console', (said) => {
        if (said.text().includes('Content Security Policy')) violations.push(said.text())
      })
      await shop.open('/page')
      await shop.waitFor('PRODUCT_IMPRESSIONS')
      const answers = await page.evaluate(async () => {
        const { search, agent } = svc as unknown as {
          search(text: string): Promise<{ total: number }>
          agent: { ask(text: string): Promise<{ message: string }> }
        }
        return [(await search('boots')).total >= 0, (await agent.ask('boots')).message !== '']
      })
      expect(answers).toEqual([true, true])
      expect(await audited(page)).toEqual([])
      expect(violations).toEqual([])
    })
}
