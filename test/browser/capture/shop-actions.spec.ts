import type { Page } from '@playwright/test'
import { readFile } from '../../support/fixtures/docs.ts'
import { expect, type TagPage, test } from '../../support/fixtures/tag-page.ts'

/*
 * What shops and browsers do around searches and carts, one row for each input. Each row is a page of its own.
 */

interface Row {
  readonly html: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly act: (page: Page) => Promise<unknown>
  /** The search texts, or the products added to the cart. */
  readonly reported: readonly string[]
  /** What `svc.explain()` says about the others. */
  readonly ignored?: RegExp
}

const search = '<input type="search" name="q" value="boots" aria-label="q">'
const frame = '<iframe name="f" hidden></iframe>'

const rows: Readonly<Record<string, Row>> = {
  'form.submit() by a link': {
    html: `${frame}<form target="f" data-svc-search action="/none">${search}<a href="#" onclick="this.parentNode.submit()">go</a></form>`,
    act: (page) => page.getByText('go').click(),
    reported: ['boots'],
  },
  'form.submit() of a select': {
    html: `${frame}<form target="f" data-svc-cart="P1" action="/none"><select aria-label="size" onchange="this.form.submit()"><option>S<option>M</select></form>`,
    act: (page) => page.getByLabel('size').selectOption('M'),
    reported: ['P1'],
  },
  'form.submit() although a field is called submit': {
    html: `${frame}<form target="f" data-svc-cart="P2" action="/none"><input name="submit" type="hidden"><button type="button" onclick="HTMLFormElement.prototype.submit.call(this.form)">buy</button></form>`,
    act: (page) => page.getByText('buy').click(),
    reported: ['P2'],
  },
  'form.submit() after a check that the submit event began': {
    html: `${frame}<form target="f" data-svc-cart="P3" action="/none" onsubmit="setTimeout(() => this.submit(), 300); return false"><button>buy</button></form>`,
    act: async (page) => {
      await page.getByText('buy').click()
      await page.waitForTimeout(500)
    },
    reported: ['P3'],
  },
  'requestSubmit()': {
    html: `<form data-svc-search onsubmit="return false">${search}<a href="#" onclick="this.parentNode.requestSubmit()">go</a></form>`,
    act: (page) => page.getByText('go').click(),
    reported: ['boots'],
  },
  'new FormData() for a price': {
    html: `<form data-svc-cart="P4"><select aria-label="size" onchange="new FormData(this.form)"><option>S<option>M</select></form>`,
    act: (page) => page.getByLabel('size').selectOption('M'),
    reported: [],
  },
  'form.submit() without the shopper': {
    html: `${frame}<form target="f" data-svc-search action="/none">${search}</form><script>setTimeout(() => document.forms[0].submit(), 300)</script>`,
    act: (page) => page.waitForTimeout(600),
    reported: [],
  },
  'a form that the browser does not submit, with the mark on the button': {
    html: `<form onsubmit="return false"><input required aria-label="size"><button data-svc-cart="P5">buy</button></form>`,
    act: async (page) => {
      await page.getByText('buy').click()
      await page.getByLabel('size').fill('M')
      await page.getByText('buy').click()
    },
    reported: ['P5'],
    ignored: /not filled in/,
  },
  'a form without validation, and a button outside of its form': {
    html: `<form novalidate onsubmit="return false"><input required><button data-svc-cart="P6">buy</button></form>
      <form id="g" onsubmit="return false"><select required><option value="">Choose</select></form><button form="g" data-svc-cart="P7">take</button>`,
    act: async (page) => {
      await page.getByText('buy').click()
      await page.getByText('take').click()
    },
    reported: ['P6'],
    ignored: /not filled in/,
  },
  'the Enter that ends a composition in Safari': {
    html: `<div data-svc-search>${search}<button type="button">go</button></div>`,
    act: (page) =>
      page.evaluate(() => {
        const field = document.querySelector('input') as HTMLInputElement
        const press = (keyCode: number) =>
          new KeyboardEvent('keydown', { key: 'Enter', keyCode, bubbles: true } as object)
        field.dispatchEvent(press(229))
        field.value = 'mugs'
        field.dispatchEvent(press(13))
      }),
    attributes: { 'data-script-clicks': '' },
    reported: ['mugs'],
  },
}

const subjects = async (watched: TagPage) =>
  (await watched.reported()).map(({ data }) => String(data.query ?? data.pid))

for (const [name, { html, act, reported, ignored, attributes }] of Object.entries(rows))
  test(`counted or not: ${name}`, async ({ page, watched }) => {
    await watched.open(html, attributes)
    await act(page)
    expect(await subjects(watched)).toEqual(reported)
    if (ignored) expect((await watched.ignored()).join()).toMatch(ignored)
  })

const done = (rule: object | string, script: string, more = '') =>
  `<span id="count">0</span><button type="button" data-svc-cart="P1" data-svc-cart-done='${typeof rule === 'string' ? rule : JSON.stringify(rule)}'>buy</button>${more}
  <script>
    const say = (html) => document.body.insertAdjacentHTML('beforeend', html)
    let presses = 0
    document.querySelector('button').onclick = () => { presses += 1; ${script} }
  </script>`

/** Each page refuses the first press and accepts the second. */
const answers: Readonly<Record<string, string>> = {
  'an element that appears': done(
    '.added',
    `say(presses > 1 ? '<p class="added">' : '<p class="error">')`,
  ),
  'a message that is shown again': done(
    '.note',
    `if (presses > 1) document.querySelector('.note').textContent = 'added'`,
    '<p class="note">error</p>',
  ),
  'a number that grows': done(
    { changes: '#count' },
    `if (presses > 1) setTimeout(() => { document.getElementById('count').textContent = '1' }, 200)`,
  ),
  'a DOM event that does not bubble': done(
    { event: 'cart:added' },
    `document.body.dispatchEvent(new Event(presses > 1 ? 'cart:added' : 'cart:refused'))`,
  ),
  'a response': done(
    { response: '/cart/add' },
    `fetch(presses > 1 ? '/cart/add' : '/cart/add?refused')`,
  ),
  'the answer of EverShop, which has a longer address for a changed quantity': done(
    JSON.parse(readFile('docs/maps/evershop.json')).cart[0].done,
    `fetch(presses > 1 ? '/api/cart/1/items' : '/api/cart/1/items/9')`,
  ),
  'another route': done(
    { page: '^/cart' },
    `history.pushState({}, '', presses > 1 ? '/cart' : '/login')`,
  ),
}

for (const [name, html] of Object.entries(answers))
  test(`a cart that the shop confirms by ${name} counts once`, async ({ page, shop, watched }) => {
    for (const path of ['/cart/add', '/api/cart/1/items', '/api/cart/1/items/9'])
      shop.page(path, '{}')
    await page.route('**/cart/add?refused', (route) => route.fulfill({ status: 422, body: '{}' }))
    await watched.open(html)
    await page.getByText('buy').click()
    await page.waitForTimeout(600)
    expect(await subjects(watched)).toEqual([])
    await page.getByText('buy').click()
    await watched.noticed('cart')
    // The first press is not answered by what the second does.
    expect((await subjects(watched)).filter((pid) => pid === 'P1')).toHaveLength(1)
  })

for (const name of [
  'an element that appears',
  'a number that grows',
  'a response',
  'another route',
])
  test(`${name} confirms a cart before the part has loaded`, async ({ page, shop, watched }) => {
    shop.page('/cart/add', '{}')
    await page.route(/svc-cart-answer/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600))
      await route.continue()
    })
    await watched.open(answers[name]?.replace('presses = 0', 'presses = 1') ?? '')
    await page.getByText('buy').click()
    await watched.noticed('cart')
    expect(await subjects(watched)).toEqual(['P1'])
  })

test('a cart that waits is forgotten with a refusal', async ({ page, watched }) => {
  await watched.open(done('.added', ''))
  await page.getByText('buy').click()
  await page.evaluate("svc.consent('denied'), svc.consent('granted')")
  await page.evaluate("say('<p class=added>')")
  await page.waitForTimeout(600)
  expect(await subjects(watched)).toEqual([])
})

test('a cart without an answer counts only if the shop says so, and the reason is logged', async ({
  page,
  watched,
}) => {
  await watched.open(done({ appears: '.added', within: 0.5 }, ''))
  await page.getByText('buy').click()
  await expect
    .poll(() => watched.ignored())
    .toContain('the shop did not confirm it (data-svc-cart-done)')
  expect(await subjects(watched)).toEqual([])
  watched.begin()
  await watched.open(done({ appears: '.added', within: 0.5, otherwise: 'counts' }, ''))
  await page.getByText('buy').click()
  await watched.noticed('cart')
  expect(await subjects(watched)).toEqual(['P1'])
})

test('the page that follows confirms a cart, or refuses it by showing the product again', async ({
  page,
  shop,
  watched,
}) => {
  const tag = shop.tag({ 'data-record-bots': '' })
  const form = (pid: string, action: string) =>
    `<form action="${action}" data-svc-cart="${pid}" data-svc-cart-done='{"page":"^/basket"}'><button>buy ${pid}</button></form>`
  shop.page('/basket', `<!doctype html>${tag}<body>your basket ${form('P3', '/basket')}`)
  shop.page('/product', `<!doctype html>${tag}<body>out of stock ${form('P2', '/basket')}`)
  await watched.open(form('P1', '/product'))
  await page.getByText('buy P1').click()
  await page.getByText('out of stock').waitFor()
  await expect
    .poll(() => watched.ignored())
    .toContain('the shop did not confirm it (data-svc-cart-done)')
  await page.getByText('buy P2').click()
  await page.getByText('your basket').waitFor()
  await watched.noticed('cart')
  const [cart] = await shop.waitFor('cart')
  expect(cart?.data).toMatchObject({ pid: 'P2', url: expect.stringContaining('/product') })
  expect(await shop.received('cart')).toHaveLength(1)
})

/** Translates a text as Chrome does, and changes the list, so that the page is read again. */
function translate() {
  const font = '<font style="vertical-align: inherit;">'
  const heading = document.querySelector('h1') as HTMLElement
  heading.innerHTML = `${font}${font}Schuhe (12)</font></font>`
  document.querySelector('ul')?.append(document.createElement('li'))
}

test('a map keeps the names of a translated page, and its expressions may look ahead', async ({
  page,
  watched,
}) => {
  const map = {
    page: { in: 'main', from: 'h1', as: 'category:"$1"', match: '(\\w+)(?= \\()' },
    product: { in: 'li', from: 'a@href', match: '^/p/(\\d+)(?=/)' },
  }
  await watched.open(
    `<main><h1>Shoes (12)</h1><ul><li><a href="/p/12/runner">Runner</a></li><li><a href="/p/13/tent">Tent</a></li></ul></main>`,
    { 'data-map': JSON.stringify(map) },
  )
  await watched.seen('12', '13')
  await page.evaluate(translate)
  await page.waitForTimeout(800)
  expect(await watched.reported()).toEqual([
    {
      action: 'PRODUCT_IMPRESSIONS',
      data: { page: 'category:"Shoes"', page_type: 'BOOLEAN', pids_list: ['12', '13'] },
    },
  ])
})

test('prices with a currency symbol in the text of an element are read', async ({ watched }) => {
  const line = (pid: string, price: string) =>
    `<tr data-svc-line="${pid}"><td data-svc-qty>1</td><td data-svc-price>${price}</td></tr>`
  await watched.open(
    `<table data-svc-order="A-1">${line('P1', '$12.00')}${line('P2', ' 7.5 € ')}${line('P3', 'CHF 1299.00')}</table>`,
  )
  await watched.noticed('order')
  expect((await watched.reported()).map(({ data }) => data.products)).toEqual([
    [
      { pid: 'P1', qty: '1', price: '12.00' },
      { pid: 'P2', qty: '1', price: '7.5' },
      { pid: 'P3', qty: '1', price: '1299.00' },
    ],
  ])
})

test('GA4 items that are written as an object are read', async ({ watched }) => {
  await watched.open(
    `<script>
      addEventListener('load', () => setTimeout(() => dataLayer.push({ event: 'add_to_cart', ecommerce: { items: { 0: { item_id: 'P1' }, 2: { item_id: 'P2' } } } }), 1_000))
      var dataLayer = []
    </script>`,
    { 'data-data-layer': 'true' },
  )
  await watched.noticed('cart', 2)
  expect(await subjects(watched)).toEqual(['P1', 'P2'])
})

const grid = (more: string, style = '') =>
  `<style>li { height: 90px; width: 90px; list-style: none; position: relative } ${style}</style><ul data-svc-query="shoes" style="position: relative">${[1, 2, 3].map((n) => `<li data-svc-product="P${n}">tile ${n}</li>`).join('')}${more}</ul>`

test('tiles under any element do not count until it is gone; a stretched link hides nothing', async ({
  page,
  watched,
}) => {
  const gate = (look: string) =>
    `<div id="gate" style="position: absolute; inset: 0; ${look}"><p style="margin: 0">18?</p></div>`
  for (const look of [
    'background: rgba(255, 255, 255, 0.7)',
    'background: linear-gradient(red, blue)',
  ]) {
    watched.begin()
    await watched.open(grid(gate(look)))
    await page.waitForTimeout(600)
    expect(await watched.reportedViews(), look).toEqual([])
    await page.evaluate(() => document.getElementById('gate')?.remove())
    await watched.seen('P1', 'P2', 'P3')
  }
  watched.begin()
  await watched.open(grid('<a href="#p" style="position: absolute; inset: 0"></a>'))
  await watched.seen('P1', 'P2', 'P3')
})

test('tiles that are replaced by equal ones all the time are seen once', async ({ watched }) => {
  await watched.open(
    `${grid('')}<script>setInterval(() => { const list = document.querySelector('ul'); list.innerHTML = list.innerHTML }, 150)</script>`,
    { 'data-impressions': JSON.stringify({ ratio: 0.5, dwellMs: 700 }) },
  )
  await watched.seen('P1', 'P2', 'P3')
  expect((await watched.reportedViews()).sort()).toEqual(['P1', 'P2', 'P3'])
})

test('a block of server events with an id counts once over page loads', async ({
  page,
  shop,
  watched,
}) => {
  const block = (attribute: string, pid: string) =>
    `<script type="application/json" data-svc-events ${attribute}>[{"action":"cart","data":{"pid":"${pid}"}},{"action":"search","data":{"query":"${pid}"}}]</script>`
  const html = block('id="d1"', 'P1') + block('data-svc-event-id="d2"', 'P2') + block('', 'P3')
  await watched.open(html)
  await expect.poll(async () => (await shop.received('cart')).length).toBe(3)
  await page.reload()
  await expect.poll(async () => (await shop.received('cart')).length).toBe(4)
  await watched.open(
    html + block('data-svc-event-id="d3"', 'P4') + block('data-svc-event-id="d2"', 'P5'),
  )
  await expect.poll(async () => (await shop.received('cart')).length).toBe(6)
  const pids = (await shop.received('cart')).map(({ data }) => Object(data).pid).sort()
  expect(pids).toEqual(['P1', 'P2', 'P3', 'P3', 'P3', 'P4'])
})
