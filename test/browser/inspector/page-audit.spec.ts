import type { Page } from '@playwright/test'
import { noticesOf } from '../../support/fixtures/page-errors.ts'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

interface Found {
  readonly rule: string
  readonly severity: string
  readonly message: string
  readonly fix: string
  /** The id of the element that the finding is about. */
  readonly on: string | undefined
  /** Whether the element is no longer in the page. */
  readonly isGone: boolean
}

const audit = (page: Page): Promise<Found[]> =>
  page.evaluate(async () =>
    (await window.svc.audit()).map(({ rule, severity, message, fix, element }) => ({
      ...{ rule, severity, message, fix },
      on: element?.id,
      isGone: element?.isConnected === false,
    })),
  )

async function auditOf(page: Page, shop: Shop, html: string, headers: Record<string, string> = {}) {
  shop.page('/shop/page.html', `<!doctype html>${html}`, { headers })
  await shop.open('/shop/page.html')
  await page.waitForFunction('window.svc')
  return audit(page)
}

const here = (product: string, more = '') =>
  `<li id="here" data-svc-product="${product}" ${more}><a href="#">Hat</a></li>`
const tile = (product: string) => `<li data-svc-product="${product}">One</li>`
const list = (inside: string, attributes = 'data-svc-query="shoes"') =>
  `<ul ${attributes}>${inside}</ul>`
const line = (attributes: string, id = 'id="here"') =>
  `<p data-svc-order="A1"><b ${id} data-svc-line="P1" ${attributes}>Hat</b></p>`
/** A customer's text with a forged order. */
const review = (name: string) =>
  `<${name} data-svc-order="A1"><i data-svc-line="P1" data-svc-qty="1" data-svc-price="2"></i></${name}>`
const component = (html: string) =>
  `<x-part><template shadowrootmode="open">${html}</template></x-part>`

/** Markup with one mistake at the element `here`: the only rule that must report it, and words from its message or fix. */
const mistakes: readonly (readonly [rule: string, says: string, html: string])[] = [
  ['template-unrendered', '“undefined”', list(here('undefined'))],
  ['template-unrendered', '“null”', list(here('null'))],
  ['template-unrendered', '“{{ product.id }}”', list(here('{{ product.id }}'))],
  ['template-unrendered', '“[object Object]”', list(here('[object Object]'))],
  [
    'template-unrendered',
    'data-svc-page',
    list(tile('P1'), `id="here" data-svc-page='categoryPath:"<%= path %>"'`),
  ],
  [
    'template-unrendered',
    'data-svc-cart',
    '<button id="here" data-svc-cart="$&#123;product.id}">Add</button>',
  ],
  [
    'template-unrendered',
    '“%s”',
    '<p data-svc-order="A1"><b id="here" data-svc-line="%s" data-svc-qty="1" data-svc-price="5"></b></p>',
  ],
  ['unknown-attribute', 'data-svc-product?', list('<li id="here" data-svc_product="P1">One</li>')],
  ['unknown-attribute', 'data-svc-product?', list('<li id="here" svc-product="P1">One</li>')],
  ['unknown-attribute', 'data-svc-product?', list('<li id="here" data-svcproduct="P1">One</li>')],
  ['unknown-attribute', 'data-svc-product?', list('<li id="here" data-svc-prodcut="P1">One</li>')],
  ['tile-without-box', 'no box of its own', list(here('P1', 'style="display: contents"'))],
  [
    'tile-without-box',
    'no box of its own',
    list('<li>Hat<input id="here" type="hidden" data-svc-product="P1"></li>'),
  ],
  ['tile-without-id', 'uniqueId', list(here(''))],
  ['id-twice-in-list', 'P1', list(tile('P1') + here('P1'))],
  ['outside-list', 'in no list', here('P1')],
  ['outside-list', '', `${here('P1')}<form data-svc-search><input></form>`],
  ['outside-list', '', '<p id="here" data-svc-facet="color"><b data-svc-value="Red">Red</b></p>'],
  ['list-without-name', 'empty', list('', 'id="here" data-svc-query=""')],
  [
    'query-and-page',
    'the search takes precedence',
    list('', `id="here" data-svc-query="a" data-svc-page='brand:"b"'`),
  ],
  [
    'tiles-in-empty-list',
    'data-svc-total="0"',
    list(tile('P1'), 'id="here" data-svc-query="shoes" data-svc-total="0"'),
  ],
  [
    'tile-in-control',
    '(<div>)',
    list(
      '<li data-svc-product="P1"><div id="here" role="button" tabindex="0">Blue hat<p>of wool</p></div><button data-svc-cart>Add</button></li>',
    ),
  ],
  [
    'search-field-unclear',
    'data-svc-search-input',
    '<form id="here" data-svc-search><input name="branch"><input name="q"></form>',
  ],
  [
    'selected-unreadable',
    '“0”',
    list(
      '<p data-svc-facet="color"><b id="here" data-svc-value="Red" data-svc-selected="0">Red</b></p>',
    ),
  ],
  [
    'position-twice',
    'from 1',
    list(
      '<p id="here" data-svc-facet="size"><b data-svc-value="S" data-svc-position="2">S</b><b data-svc-value="M" data-svc-position="2">M</b></p>',
    ),
  ],
  [
    'tile-in-control',
    '(<a>)',
    list(
      '<li data-svc-product="P1"><a id="here" role="button" href="#" style="display: block">Blue hat of wool</a></li>',
    ),
  ],
  [
    'price-is-sum',
    'of P1 is the sum',
    line('data-svc-qty="2" data-svc-price="59.80"').replace('Hat', 'Hat €29.90 2 €59.80'),
  ],
  [
    'quantity-hidden',
    'the field that the shopper changes',
    '<form data-svc-cart="P1"><input id="here" type="hidden" data-svc-qty value="1"><input type="number" name="quantity" value="1"><button>Add</button></form>',
  ],
  [
    'order-before-payment',
    'after the payment',
    `<form><input type="radio" name="method"><button>Pay</button></form>${review('p').replace('<p', '<p id="here" hidden')}`,
  ],
  [
    'facet-name-twice',
    'named wood',
    list(
      '<p data-svc-facet="wood" data-svc-position="1"><b data-svc-value="Oak">Oak</b></p><p id="here" data-svc-facet="wood" data-svc-position="2"><b data-svc-value="1 m">1 m</b></p>',
    ),
  ],
  [
    'start-is-page',
    'data-svc-start is 2,',
    `${list(tile('A') + tile('B') + tile('C'), 'id="here" data-svc-query="hats" data-svc-start="2"')}<nav><b aria-current="page">2</b></nav>`,
  ],
  ['ids-are-positions', 'running numbers', list(here('1') + tile('2') + tile('3') + tile('4'))],
  ['page-encoded', 'encoded', list('', 'id="here" data-svc-page="categoryPath%3A%22Men%22"')],
  ['page-encoded', '', list('', 'id="here" data-svc-page="categoryPath:&amp;quot;Men&amp;quot;"')],
  [
    'facet-without-name',
    'no name',
    list('<li id="here" data-svc-facet=""><b data-svc-value="R">Red</b></li>'),
  ],
  ['facet-without-values', 'no values', list('<li id="here" data-svc-facet="color">Red</li>')],
  [
    'facet-without-values',
    '',
    list('<li id="here" data-svc-facet="price"><input type="text"></li>'),
  ],
  [
    'search-without-words',
    'no text',
    '<form id="here" data-svc-search><input type="checkbox"></form>',
  ],
  ['search-without-words', '', '<a id="here" href="#" data-svc-search="">shoes</a>'],
  ['cart-without-product', 'no product', '<button id="here" data-svc-cart>Add</button>'],
  ['cart-without-product', '', '<form id="here" data-svc-cart><button>Add</button></form>'],
  ['quantity-unreadable', '“1.5”', '<input id="here" data-svc-qty value="1.5">'],
  ['price-unreadable', '“1.299,00 €”', line('data-svc-qty="1" data-svc-price="1.299,00 €"')],
  [
    'order-on-control',
    'when the control is shown',
    review('button').replace('<button', '<button id="here"'),
  ],
  ['order-without-lines', 'no lines', '<p id="here" data-svc-order="A1"></p>'],
  ['order-line-incomplete', 'data-svc-price', line('data-svc-qty="1"')],
  [
    'line-outside-order',
    'no order',
    '<p id="here" data-svc-line="P1" data-svc-qty="1" data-svc-price="2"></p>',
  ],
  [
    'ignored-content-moved',
    'moved out',
    `<table><tr id="here" data-svc-ignore>${review('div')}</tr></table>`,
  ],
  [
    'ignored-content-moved',
    '',
    `<table id="here" data-svc-ignore><tbody>${review('div')}<p>more</p></tbody></table>`,
  ],
  ['ignored-content-moved', '', `<p id="here" data-svc-ignore>${review('div')}</p>`],
]

const WARNINGS = [
  ...['id-twice-in-list', 'query-and-page', 'tile-in-control', 'search-field-unclear'],
  'position-twice',
  ...['price-is-sum', 'quantity-hidden', 'order-before-payment', 'facet-name-twice'],
  ...['start-is-page', 'ids-are-positions'],
]

const right: readonly string[] = [
  '<h1>About us</h1><p>Write to us.</p>',
  `${list(tile('P1') + tile('P2'))}${list(tile('P1'), `data-svc-page='brand:"A"'`)}`,
  list(tile('P1'), `data-svc-page='categoryPath:"Men>Shoes 50% off"'`),
  list(`${tile('P1')}<li data-svc-ignore data-svc-product="P1">One</li>`),
  list(tile('nullable') + tile('undefined-2')),
  list('<li data-svc-product="P1" svc-icon="star" data-src="a.jpg" data-product="P1">One</li>'),
  list('<li data-svc-product="P1"><button data-svc-cart>Add</button></li>'),
  list('<li data-svc-facet="color"><select><option value="Red">Red</select></li>'),
  list('<li data-svc-facet="price"><input type="number"><input type="number"></li>'),
  `<aside data-svc-facet="color"><b data-svc-value="Red">Red</b></aside>${list('')}`,
  '<form data-svc-search><input type="search"></form>',
  '<form data-svc-search><input name="branch"><input type="search"></form>',
  '<form data-svc-search><input name="branch"><input data-svc-search-input></form>',
  list('<li data-svc-product="P1"><p>Blue hat of wool</p><button>Quick view</button></li>'),
  list(
    '<li data-svc-product="P1"><div data-svc-click role="button" tabindex="0">Blue hat</div></li>',
  ),
  `<ul data-svc-query="x" data-svc-total="0"></ul>${list(tile('P1'), `data-svc-page='brand:"A"'`)}`,
  '<div data-svc-search><input><button>Go</button></div><a href="#" data-svc-search="boots">b</a>',
  '<p data-svc-product="P2"><button data-svc-cart="P2">Add</button></p>',
  '<form data-svc-cart><button data-svc-cart="P1">Add</button></form>',
  '<form data-svc-cart="P1"><input type="number" data-svc-qty value="2"><button>Add</button></form>',
  '<button data-svc-cart="P1"><span data-svc-qty>1</span></button>',
  line('data-svc-qty="1" data-svc-price="$1234.50"', ''),
  '<p data-svc-order="A1"><b data-svc-line="P1"><i data-svc-qty>2</i><i data-svc-price>19.90</i></b></p>',
  '<ul data-svc-query="nothing" data-svc-total="0"></ul>',
  '<script type="application/json" data-svc-events data-svc-event-id="1">[]</script>',
  line('data-svc-qty="2" data-svc-price="29.90"', '').replace('Hat', 'Hat €29.90 2 €59.80'),
  '<form data-svc-cart="P1"><input type="hidden" data-svc-qty value="1"><input name="engraving"><button>Add</button></form>',
  `<form><input type="radio" name="method"><button>Pay</button></form>${review('p')}`,
  `${review('p').replace('<p', '<p hidden')}<form><input name="email"><button>Subscribe</button></form>`,
  list('<p data-svc-facet="wood"><b data-svc-value="Oak">Oak</b></p>'.repeat(2)),
  list(
    '<p data-svc-facet="size"><b data-svc-value="EU 40">40</b></p><p data-svc-facet="size"><b data-svc-value="UK 7">7</b></p>',
  ),
  `<form><input type="hidden" name="_method"><input name="email"></form>${review('p').replace('<p', '<p hidden')}`,
  `${list(tile('A') + tile('B'), 'data-svc-query="hats" data-svc-start="2"')}<nav><b aria-current="page">2</b></nav>`,
  list(tile('1') + tile('2') + tile('4') + tile('3')),
  '<ul data-svc-query="hats" data-svc-start="24" data-svc-request-id="r1"></ul>',
  `<div>text</div><table><tr data-svc-ignore><td>${review('div')}</td></tr></table>`,
  `<div data-svc-ignore><table>${review('div')}</table></div>`,
  `<p data-svc-ignore>${review('b')}</p><p></p>`,
  `${review('div')}<table><tr data-svc-ignore><td>text</td></tr></table><p data-svc-ignore></p>`,
]

test('each mistake in the markup is one finding with its fix, and correct pages have none', async ({
  page,
  shop,
}) => {
  await auditOf(page, shop, `<head>${shop.tag()}</head><body></body>`)
  const auditBody = async (html: string) => {
    await page.evaluate((body) => {
      document.body.innerHTML = body
    }, html)
    // What was lost on the earlier bodies stays in the history.
    return (await audit(page)).filter(({ isGone }) => !isGone)
  }
  for (const [rule, says, html] of mistakes) {
    const found = await auditBody(html)
    const severity = WARNINGS.includes(rule) ? 'warning' : 'error'
    expect.soft(found, html).toMatchObject([{ rule, severity, on: 'here' }])
    expect.soft(`${found[0]?.message} ${found[0]?.fix}`, html).toContain(says)
  }
  for (const html of right) expect.soft(await auditBody(html), html).toEqual([])
})

test('what happened contradicts the marks: a search, an order and additions', async ({
  page,
  shop,
}) => {
  const order = (id: string) =>
    `<p data-svc-order="${id}"><b data-svc-line="P1" data-svc-qty="1" data-svc-price="5.00">Hat</b></p>`
  const settings = { ...recording, 'data-impressions': '{"dwellMs":1}', 'data-user-id': undefined }
  await auditOf(
    page,
    shop,
    `${shop.tag(settings)}<form data-svc-search><input type="search"></form>
      <ul id="list" data-svc-query="rug">${tile('R1')}</ul>${order('NH-1')}${order('1')}
      <button id="add" data-svc-cart="P1" data-svc-cart-done=".is-succes">Add</button>
      <h1>rug</h1><button id="both" data-svc-cart="P2" onclick="svc.track('cart', { pid: 'P2', qty: 1 })">Both</button>`,
  )
  await shop.waitFor('order', 2)
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  const rules = async () => (await audit(page)).map(({ rule, on }) => (on ? `${rule} ${on}` : rule))
  expect((await rules()).sort()).toEqual(['dwell-short', 'order-twice'])

  await page.evaluate(() => {
    document.forms[0]?.addEventListener('submit', (event) => {
      event.preventDefault()
      document.querySelector('h1')?.replaceChildren('Results for lamp')
      const list = document.getElementById('list')
      if (list) list.innerHTML = '<li data-svc-product="L1">Lamp</li>'
    })
  })
  await page.getByRole('searchbox').fill('lamp')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('button', { name: 'Both' }).click()
  await page.evaluate("void svc.identify('ann@shop.example')")
  await page.evaluate("void svc.consent('accepted')")
  await expect
    .poll(async () => (await rules()).sort(), { timeout: 20_000 })
    .toEqual([
      'cart-never-confirmed add',
      'counted-twice both',
      'dwell-short',
      'event-not-counted',
      'order-twice',
      'query-left-behind list',
      'user-id-readable',
    ])

  await page.evaluate(() => {
    const list = document.getElementById('list')
    if (list) list.innerHTML = '<li><a href="#">Rug</a></li>'.repeat(2)
    const frame = '<iframe id="frame" srcdoc="<p data-svc-order=A1></p>"></iframe>'
    document.body.insertAdjacentHTML('beforeend', frame)
  })
  await expect.poll(rules).toContain('marks-lost list')
  await expect.poll(rules).toContain('marks-in-frame frame')
})

test('the audit reads components, as the tag does', async ({ page, shop }) => {
  const nameless = component('<p id="here" data-svc-product=""></p>')
  expect(await auditOf(page, shop, shop.tag() + nameless + list(''))).toMatchObject([
    { rule: 'tile-without-id', on: 'here' },
  ])
  const lines = `<p data-svc-line="P1">${component('<i data-svc-qty="1"></i><i data-svc-price="5"></i>')}</p>`
  const parts = `${shop.tag(recording)}<form data-svc-search>${component('<input type="search">')}</form>
    ${list('')}<div data-svc-facet="color">${component('<b data-svc-value="Red">Red</b>')}</div>
    <div data-svc-facet="price">${component('<input type="range">')}</div>
    <div data-svc-order="A1">${component(lines)}</div>
    <div data-svc-order="A2" id="bare">${component('')}</div>`
  expect(await auditOf(page, shop, parts)).toMatchObject([
    { rule: 'order-without-lines', on: 'bare' },
  ])
})

test('two copies, two cookies and denied consent are warnings', async ({ page, shop }) => {
  const warning = (rule: string) => [{ rule, severity: 'warning' }]
  await page.context().addCookies([{ name: 'svc.userId', value: 'one', url: shop.url }])
  expect(await auditOf(page, shop, shop.tag())).toEqual([])
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the shop's own way is what is tested.
    document.cookie = 'svc.userId=two; path=/shop'
  })
  expect(await audit(page)).toMatchObject(warning('cookie-twice'))
  await page.context().clearCookies()
  expect(await auditOf(page, shop, shop.tag() + shop.tag())).toMatchObject(warning('tag-twice'))
  expect(await auditOf(page, shop, shop.tag({ 'data-consent': 'denied' }))).toMatchObject(
    warning('not-watching'),
  )
})

test('a banner that asks while the settings say that consent is granted is a warning', async ({
  page,
  shop,
}) => {
  const banner =
    '<section id="here" class="cookie-bar">We use cookies. <button>Accept</button><button>Reject</button></section>'
  const found = [{ rule: 'granted-before-answer', severity: 'warning', on: 'here' }]
  expect(await auditOf(page, shop, shop.tag({ 'data-consent': 'granted' }) + banner)).toMatchObject(
    found,
  )
  const byConsentMode =
    "<script>window.dataLayer = []; dataLayer.push(['consent', 'default', { analytics_storage: 'granted' }])</script>"
  expect(
    await auditOf(page, shop, byConsentMode + shop.tag({ 'data-consent': 'hold' }) + banner),
  ).toMatchObject(found)
  const answered = `${byConsentMode}<script>dataLayer.push(['consent', 'update', { analytics_storage: 'granted' }])</script>`
  for (const html of [
    answered + shop.tag({ 'data-consent': 'hold' }) + banner,
    shop.tag({ 'data-consent': 'hold' }) + banner,
    shop.tag({ 'data-consent': 'granted' }) + banner.replace('<section', '<section hidden'),
    `${shop.tag({ 'data-consent': 'granted' })}<p>We use cookies. <button>More</button></p>`,
  ])
    expect(await auditOf(page, shop, html), html).toEqual([])
})

test("the audit finds a security policy that blocks the tag's services", async ({ page, shop }) => {
  const policy = `script-src 'self'; connect-src 'self'`
  const tag = shop.tag({
    'data-tracker-url': shop.otherOrigin,
    'data-browse-url': shop.otherOrigin,
    'data-agent-url': shop.url,
  })
  const findings = await auditOf(page, shop, tag, { 'content-security-policy': policy })
  expect(findings).toMatchObject([{ rule: 'csp-blocks' }, { rule: 'csp-blocks' }])
  expect(findings[0]?.fix).toContain(shop.otherOrigin)
  const kind = { 'content-security-policy': `${policy} ${shop.otherOrigin}` }
  expect(await auditOf(page, shop, tag, kind)).toEqual([])
})

/** A page whose script element, settings or calls are wrong. */
interface Misconfigured {
  readonly tag: (shop: Shop) => string
  readonly body?: string
  /** The text of the element to click when the tag has loaded. */
  readonly click?: string
  /** The expected rules; none if the message is on the console. */
  readonly rules?: readonly string[]
  readonly says?: RegExp
}

const without = (shop: Shop, attribute: string) =>
  shop.tag().replace(new RegExp(` ${attribute}="[^"]*"`), '')

const recording = { 'data-record-bots': 'true' }

const misconfigured: Readonly<Record<string, Misconfigured>> = {
  'data-sitekey': {
    tag: (shop) => shop.tag().replace('data-site-key', 'data-sitekey'),
    rules: ['not-configured'],
    says: /^error svc-tag: data-sitekey is not a setting.*Write data-site-key instead of data-sitekey/,
  },
  'no tracker URL': {
    tag: (shop) => without(shop, 'data-tracker-url'),
    rules: ['not-configured'],
    says: /^error svc-tag: data-tracker-url is missing/,
  },
  'a tracker URL that is none': {
    tag: (shop) => shop.tag({ 'data-tracker-url': 'htp:/tracker' }),
    rules: ['not-configured'],
    says: /^error svc-tag: data-tracker-url is “htp:\/tracker”/,
  },
  'svc.init with sitekey': {
    tag: () =>
      "<script src='/svc.js'></script><script>svc.init({ sitekey: 'S', trackerUrl: '' })</script>",
    rules: ['not-configured'],
    says: /^error svc-tag: sitekey is not a setting.*Write siteKey instead/,
  },
  'data-debgu': { tag: (shop) => shop.tag({ 'data-debgu': '' }), rules: ['unknown-setting'] },
  'an unrendered site key': {
    tag: (shop) => shop.tag({ 'data-site-key': '{{ settings.key }}' }),
    rules: ['setting-unreadable', 'tracker-refuses-key'],
  },
  'a tracker that is not there': {
    tag: (shop) => shop.tag({ 'data-tracker-url': `${shop.url}/gone` }),
    rules: ['tracker-status'],
  },
  'a map that finds half of the ids': {
    tag: (shop) =>
      shop.tag({
        'data-map':
          '{"query":{"in":"main","as":"hats"},"product":{"in":".card","from":"@data-sku"}}',
      }),
    body: '<main><p class="card" data-sku="1">A</p><p class="card">B</p><p class="card">C</p></main>',
    rules: ['map-value-missing'],
  },
  'a quantity that cannot be read, without debug': {
    tag: (shop) => shop.tag(recording),
    body: '<button data-svc-cart="P1"><span data-svc-qty>one</span>Add</button>',
    click: 'Add',
    rules: ['quantity-unreadable'],
    says: /data-svc-qty is no whole number/,
  },
}

test('the tag names each mistake in its setup, in one line', async ({ page, shop }) => {
  let said: string[] = []
  page.on('console', (message) => said.push(`${message.type()} ${message.text()}`))
  const own = () => said.filter((text) => text.includes('svc-tag:'))
  for (const [name, { tag, body = '', click, rules = [], says }] of Object.entries(misconfigured)) {
    await shop.open('/favicon.ico')
    await page.context().clearCookies()
    await page.evaluate(() => {
      sessionStorage.clear()
      indexedDB.deleteDatabase('svc-tag')
    })
    said = []
    await page.goto(shop.page('/wrong.html', `<!doctype html><head>${tag(shop)}</head>${body}`))
    await page.waitForFunction('window.svc')
    if (click) await page.getByText(click).click()
    const found = await audit(page)
    expect
      .soft(
        found.map(({ rule }) => rule),
        name,
      )
      .toEqual(rules)
    for (const { message, fix } of found) expect(message && fix).toBeTruthy()
    if (says) await expect.soft.poll(own, name).toContainEqual(expect.stringMatching(says))
    expect.soft(own().length, name).toBeLessThanOrEqual(1)
  }
})

test('unreadable tracker responses, and a tracker URL that is a shop page, are reported', async ({
  page,
  shop,
}) => {
  await shop.faults({ cors: false })
  const elsewhere = shop.tag({ 'data-tracker-url': shop.otherOrigin, ...recording })
  expect(await auditOf(page, shop, elsewhere)).toMatchObject([
    { rule: 'tracker-cors', severity: 'warning' },
  ])

  await shop.faults({ html: true })
  expect(await auditOf(page, shop, shop.tag())).toMatchObject([{ rule: 'tracker-status' }])
})

test('an unconfigured tag answers explain, audit and inspect, and starts with init', async ({
  page,
  shop,
}) => {
  const said = noticesOf(page)
  const script = shop.tag().replace('data-site-key', 'data-sitekey')
  shop.page('/open.html', `<!doctype html>${script}`)
  await shop.open('/open.html')
  await page.waitForFunction('window.svc')
  const answers = await page.evaluate(async () => {
    const { svc } = window
    const explained = (await svc.explain()).map(({ reason }) => reason)
    const audited = (await svc.audit()).map(({ message }) => message)
    const close = await svc.inspect()
    close()
    return { explained, audited }
  })
  expect(answers.audited).toEqual([
    'data-sitekey is not a setting, so data-site-key is missing and nothing is reported.',
  ])
  expect(answers.explained).toEqual([expect.stringContaining(String(answers.audited[0]))])
  expect(said).toHaveLength(1)
  // The page continues as usual once it is set up.
  await page.evaluate((settings) => window.svc.init(settings), {
    siteKey: shop.keys.siteKey,
    trackerUrl: shop.url,
    recordBots: true,
  })
  await page.evaluate("void svc.track('search', { query: 'hats' })")
  expect(await shop.waitFor('search')).toMatchObject([{ data: { query: 'hats' } }])
})

test('a bare script element waits for init, and says once that none came', async ({
  page,
  shop,
}) => {
  const said = noticesOf(page)
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  shop.page('/bare.html', '<!doctype html><script src="/svc.js"></script>')
  await shop.open('/bare.html')
  await page.waitForFunction('window.svc')
  await expect
    .poll(() => said)
    .toEqual([
      expect.stringContaining(
        'there is no script element with data-site-key and data-tracker-url, and no svc.init',
      ),
    ])
  expect(files.filter((file) => file.includes('/svc-'))).toEqual([])
})

test('an unrendered template is never sent, and the reason names it', async ({ page, shop }) => {
  shop.page(
    '/raw.html',
    `<!doctype html>${shop.tag({ ...recording, 'data-impressions': 'load' })}
    <ul data-svc-query="hats">${here('{{ product.id }}')}${here('P1')}</ul>
    <ul data-svc-query="{{ search.terms }}">${here('P2')}</ul>`,
  )
  await shop.open('/raw.html')
  await page.locator('li a').first().click()
  await page.locator('li a').last().click()
  expect(await shop.waitFor('click')).toMatchObject([{ data: { pid: 'P2' } }])
  expect(await shop.waitFor('PRODUCT_IMPRESSIONS')).toMatchObject([
    { data: { query: 'hats', pids_list: ['P1'] } },
  ])
  const reasons = (await page.evaluate(
    'Promise.resolve(svc.explain()).then((all) => all.map(({ reason }) => reason))',
  )) as string[]
  expect(reasons).toContain(
    'data-svc-product is empty (data-svc-product is “{{ product.id }}”, an unrendered template)',
  )
})
