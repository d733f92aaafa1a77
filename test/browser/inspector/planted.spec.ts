import type { Page } from '@playwright/test'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

interface Found {
  readonly rule: string
  readonly severity: string
  readonly message: string
  readonly fix: string
}

/** Findings of the audit on the page. */
const audit = (page: Page): Promise<Found[]> =>
  page.evaluate(async () => {
    const { svc } = window as unknown as { svc: { audit: () => Promise<Found[]> } }
    return (await svc.audit()).map(({ rule, severity, message, fix }) => ({
      rule,
      severity,
      message,
      fix,
    }))
  })

const tiles = (...attributes: readonly string[]) =>
  attributes.map((text) => `<li ${text}><a href="#">Hat</a></li>`).join('')
const list = (inside: string) => `<ul data-svc-query="hats">${inside}</ul>`
const line = (attributes: string) => `<p data-svc-order="A1"><b ${attributes}>Hat</b></p>`

/** Markup with one mistake: the rule that has to name it, alone, and words of its message or fix. */
const markup: readonly (readonly [rule: string, says: string, html: string])[] = [
  ['template-unrendered', '“undefined”', list(tiles('data-svc-product="undefined"'))],
  ['template-unrendered', '“null”', list(tiles('data-svc-product="null"'))],
  ['template-unrendered', '“{{ product.id }}”', list(tiles('data-svc-product="{{ product.id }}"'))],
  ['template-unrendered', '“[object Object]”', list(tiles('data-svc-product="[object Object]"'))],
  [
    'template-unrendered',
    'data-svc-query',
    `<ul data-svc-query="{{ search.terms }}">${tiles('data-svc-product="P1"')}</ul>`,
  ],
  [
    'template-unrendered',
    'data-svc-page',
    `<ul data-svc-page='categoryPath:"<%= path %>"'>${tiles('data-svc-product="P1"')}</ul>`,
  ],
  [
    'template-unrendered',
    'data-svc-cart',
    '<button data-svc-cart="$&#123;product.id}">Add</button>',
  ],
  ['template-unrendered', '“%s”', line('data-svc-line="%s" data-svc-qty="1" data-svc-price="5"')],
  [
    'template-unrendered',
    'data-svc-facet',
    list('<li data-svc-facet="{% facet %}"><i data-svc-value="Red">Red</i></li>'),
  ],
  ['unknown-attribute', 'data-svc-product?', list(tiles('data-svc_product="P1"'))],
  ['unknown-attribute', 'data-svc-product?', list(tiles('svc-product="P1"'))],
  ['unknown-attribute', 'data-svc-product?', list(tiles('data-svcproduct="P1"'))],
  ['unknown-attribute', 'data-svc-product?', list(tiles('data-svc-prodcut="P1"'))],
  [
    'unknown-attribute',
    'data-svc-query?',
    `<ul data-scv-query="hats">${tiles('data-svc-product="P1"')}</ul>`,
  ],
  [
    'tile-without-box',
    'display: contents',
    list(tiles('data-svc-product="P1" style="display: contents"')),
  ],
  ['tile-without-id', 'uniqueId', list(tiles('data-svc-product=""'))],
  ['id-twice-in-list', 'P1', list(tiles('data-svc-product="P1"', 'data-svc-product="P1"'))],
  ['outside-list', 'in no list', tiles('data-svc-product="P1"', 'data-svc-product="P2"')],
  ['list-without-name', 'empty', `<ul data-svc-query="">${tiles('data-svc-product="P1"')}</ul>`],
  ['query-and-page', 'the search wins', `<ul data-svc-query="a" data-svc-page='brand:"b"'></ul>`],
  ['page-encoded', 'encoded', `<ul data-svc-page="categoryPath%3A%22Men%22"></ul>`],
  [
    'facet-without-name',
    'no name',
    list('<li data-svc-facet=""><i data-svc-value="R">Red</i></li>'),
  ],
  ['facet-without-values', 'no values', list('<li data-svc-facet="color">Red</li>')],
  ['search-without-words', 'no words', '<form data-svc-search><input type="checkbox"></form>'],
  ['cart-without-product', 'no product', '<button data-svc-cart>Add</button>'],
  [
    'quantity-unreadable',
    '“2 pieces”',
    '<p data-svc-cart="P1"><i data-svc-qty="2 pieces"></i></p>',
  ],
  [
    'price-unreadable',
    '“1.299,00 €”',
    line('data-svc-line="P1" data-svc-qty="1" data-svc-price="1.299,00 €"'),
  ],
  [
    'order-on-control',
    'when the control is shown',
    '<button data-svc-order="A1"><i data-svc-line="P1" data-svc-qty="1" data-svc-price="5"></i></button>',
  ],
  ['order-without-lines', 'no lines', '<p data-svc-order="A1"></p>'],
  ['order-line-incomplete', 'data-svc-price', line('data-svc-line="P1" data-svc-qty="1"')],
  [
    'ignored-content-moved',
    'moved out',
    `<table><tr data-svc-ignore>${line('data-svc-line="P1" data-svc-qty="1" data-svc-price="5"')}</tr></table>`,
  ],
  [
    'line-outside-order',
    'no order',
    '<b data-svc-line="P1" data-svc-qty="1" data-svc-price="5"></b>',
  ],
]

/** Pages on which nothing is wrong. */
const right: readonly string[] = [
  '<h1>About us</h1><p>Write to us.</p>',
  list(tiles('data-svc-product="P1"', 'data-svc-product="P2"')),
  `<ul data-svc-page='categoryPath:"Men>Shoes 50% off"'>${tiles('data-svc-product="P1"')}</ul>`,
  `${list(tiles('data-svc-product="P1"'))}<ul data-svc-page='brand:"A"'>${tiles('data-svc-product="P1"')}</ul>`,
  list(tiles('data-svc-product="P1"', 'data-svc-product="P1" data-svc-ignore')),
  list(tiles('data-svc-product="nullable"', 'data-svc-product="undefined-2"')),
  list(tiles('data-svc-product="P1" svc-icon="star" data-src="a.jpg" data-product="P1"')),
  list('<li data-svc-product="P1"><button data-svc-cart>Add</button></li>'),
  list('<li data-svc-facet="color"><select><option value="Red">Red</select></li>'),
  list('<li data-svc-facet="price"><input type="number"><input type="number"></li>'),
  `<aside data-svc-facet="color"><b data-svc-value="Red">Red</b></aside>${list('')}`,
  '<form data-svc-search><input type="search"></form>',
  '<div data-svc-search><input><button>Go</button></div><a href="#" data-svc-search="boots">boots</a>',
  '<p data-svc-product="P2"><button data-svc-cart="P2">Add</button></p>',
  '<form data-svc-cart="P1"><input type="number" data-svc-qty value="2"><button>Add</button></form>',
  '<p data-svc-cart="P1"><span data-svc-qty>1</span></p>',
  line('data-svc-line="P1" data-svc-qty="1" data-svc-price="19.90"'),
  '<p data-svc-order="A1"><b data-svc-line="P1"><i data-svc-qty>2</i><i data-svc-price>19.90</i></b></p>',
  '<ul data-svc-query="nothing" data-svc-total="0"></ul>',
  '<script type="application/json" data-svc-events>[]</script>',
  '<ul data-svc-query="hats" data-svc-start="24" data-svc-request-id="r1"></ul>',
]

test('each of 32 markup mistakes is one finding with its fix; 21 right pages give none', async ({
  page,
  shop,
}) => {
  shop.page('/planted.html', `<!doctype html><head>${shop.tag()}</head><body></body>`)
  await shop.open('/planted.html')
  await page.waitForFunction('window.svc')
  const auditOf = async (html: string) => {
    await page.evaluate((body) => {
      document.body.innerHTML = body
    }, html)
    return audit(page)
  }
  for (const [rule, says, html] of markup) {
    const found = await auditOf(html)
    expect
      .soft(
        found.map((one) => one.rule),
        html,
      )
      .toEqual([rule])
    expect.soft(`${found[0]?.message} ${found[0]?.fix}`, html).toContain(says)
  }
  for (const html of right) expect.soft(await auditOf(html), html).toEqual([])
})

/** A page whose script element, settings or calls are wrong. */
interface Misconfigured {
  /** The script element and what belongs to it. */
  readonly tag: (shop: Shop) => string
  readonly body?: string
  /** Run once the tag is there. */
  readonly call?: string
  /** The words of what is clicked then. */
  readonly click?: string
  /** The rules that have to be found; none where the console says it. */
  readonly rules?: readonly string[]
  /** Expected words on the console. */
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
  'a misspelt tracker URL': {
    tag: (shop) => shop.tag().replace('data-tracker-url', 'data-traker-url'),
    rules: ['not-configured'],
    says: /^error svc-tag: data-traker-url is not a setting/,
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
  'no settings at all': {
    tag: () => '<script src="/svc.js"></script>',
    rules: ['not-configured'],
    says: /^error svc-tag: data-site-key is missing.*svc\.init/,
  },
  'data-debgu': { tag: (shop) => shop.tag({ 'data-debgu': '' }), rules: ['unknown-setting'] },
  'data-consentt': {
    tag: (shop) => shop.tag({ 'data-consentt': 'hold' }),
    rules: ['unknown-setting'],
  },
  'a consent state that is none': {
    tag: (shop) => shop.tag({ 'data-consent': 'grant' }),
    says: /consent needs granted, denied or hold/,
  },
  'an unrendered site key': {
    tag: (shop) => shop.tag({ 'data-site-key': '{{ settings.key }}' }),
    rules: ['setting-unrendered', 'tracker-refuses-key'],
  },
  'another site key': {
    tag: (shop) => shop.tag({ 'data-site-key': 'other-site' }),
    rules: ['tracker-refuses-key'],
  },
  'a tracker that is not there': {
    tag: (shop) => shop.tag({ 'data-tracker-url': `${shop.url}/gone` }),
    rules: ['tracker-status'],
  },
  'the tag twice': { tag: (shop) => shop.tag() + shop.tag(), rules: ['tag-twice'] },
  'a map with a broken selector': {
    tag: (shop) => shop.tag({ 'data-map': '{"cart":{"in":"button["}}' }),
    rules: ['map-matches-nothing'],
    says: /map\.cart/,
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
  'a field that svc.track does not know': {
    tag: (shop) => shop.tag(recording),
    call: "svc.track('cart', { pid: 'P1', foo: 1 })",
    says: /there is no field foo/,
  },
  "svc.track('visitor') in a visit": {
    tag: (shop) => shop.tag(recording),
    call: "svc.track('visitor'); svc.track('visitor')",
    says: /this visit is reported already/,
  },
  'an unrendered product in svc.track': {
    tag: (shop) => shop.tag(recording),
    call: "svc.track('cart', { pid: 'undefined' })",
    says: /pid is "undefined"/,
  },
  'a quantity that cannot be read, without debug': {
    tag: (shop) => shop.tag(recording),
    body: '<p data-svc-cart="P1"><span data-svc-qty>one</span>Add</p>',
    click: 'Add',
    rules: ['quantity-unreadable'],
    says: /data-svc-qty is no whole number/,
  },
  'events of the server that are no list, without debug': {
    tag: (shop) => shop.tag(recording),
    body: '<script type="application/json" data-svc-events>{}</script>',
    says: /data-svc-events is not a list/,
  },
}

for (const [name, { tag, body = '', call, click, rules = [], says }] of Object.entries(
  misconfigured,
)) {
  test(`the tag names ${name}`, async ({ page, shop }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(`${message.type()} ${message.text()}`))
    shop.page('/wrong.html', `<!doctype html><head>${tag(shop)}</head><body>${body}</body>`)
    await shop.open('/wrong.html')
    await page.waitForFunction('window.svc')
    if (call) await page.evaluate(`void svc.ready.then(() => { ${call} })`)
    if (click) await page.getByText(click).click()
    const found = await audit(page)
    expect(found.map(({ rule }) => rule)).toEqual(rules)
    for (const { message, fix } of found) expect(message && fix).toBeTruthy()
    const own = () => said.filter((text) => text.includes('svc-tag:'))
    if (says) await expect.poll(own).toContainEqual(expect.stringMatching(says))
    // One line for one cause.
    expect(own().length).toBeLessThanOrEqual(1)
  })
}

test('unreadable tracker responses, and a tracker that is a shop page, are named', async ({
  page,
  shop,
}) => {
  await shop.faults({ cors: false })
  shop.page(
    '/cors.html',
    `<!doctype html>${shop.tag({ 'data-tracker-url': shop.otherOrigin, ...recording })}`,
  )
  await shop.open('/cors.html')
  await page.waitForFunction('window.svc')
  expect(await audit(page)).toMatchObject([{ rule: 'tracker-cors', severity: 'warning' }])

  await shop.faults({ html: true })
  shop.page('/html.html', `<!doctype html>${shop.tag()}`)
  await shop.open('/html.html')
  await page.waitForFunction('window.svc')
  expect(await audit(page)).toMatchObject([{ rule: 'tracker-status' }])
})

test('an unconfigured tag answers explain, audit and inspect, and starts with init', async ({
  page,
  shop,
}) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const script = shop.tag().replace('data-site-key', 'data-sitekey')
  shop.page('/open.html', `<!doctype html>${script}`)
  await shop.open('/open.html')
  await page.waitForFunction('window.svc')
  const answers = await page.evaluate(async () => {
    type Entry = { reason?: string; message?: string }
    const { svc } = window as unknown as {
      svc: Record<'explain' | 'audit', () => Promise<Entry[]>> & {
        inspect: () => Promise<() => void>
      }
    }
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
  expect(said.filter((text) => text.includes('svc-tag:'))).toHaveLength(1)
  // The whole page goes on as usual once it is set up.
  await page.evaluate(
    (settings) =>
      (window as unknown as { svc: { init: (given: object) => void } }).svc.init(settings),
    { siteKey: shop.keys.siteKey, trackerUrl: shop.url, recordBots: true },
  )
  await page.evaluate("void svc.track('search', { query: 'hats' })")
  expect(await shop.waitFor('search')).toMatchObject([{ data: { query: 'hats' } }])
})

test('a bare script element waits for init in silence, and fetches nothing', async ({
  page,
  shop,
}) => {
  const said: string[] = []
  const files: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  shop.page('/bare.html', '<!doctype html><script src="/svc.js"></script>')
  await shop.open('/bare.html')
  await page.waitForFunction('window.svc')
  expect(said.filter((text) => text.includes('svc-tag:'))).toEqual([])
  expect(files.filter((file) => file.includes('/svc-'))).toEqual([])
})

test('an unrendered template is sent nowhere, and its reason names it', async ({ page, shop }) => {
  shop.page(
    '/raw.html',
    `<!doctype html>${shop.tag({ ...recording, 'data-impressions': 'load' })}
    <ul data-svc-query="hats">${tiles('data-svc-product="{{ product.id }}"', 'data-svc-product="P1"')}</ul>
    <ul data-svc-query="{{ search.terms }}">${tiles('data-svc-product="P2"')}</ul>`,
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
