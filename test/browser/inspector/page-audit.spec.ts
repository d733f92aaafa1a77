import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures/shop.ts'

/** The audit's findings: rules, and for each finding the element's own text. */
const audit = (page: Page) =>
  page.evaluate(async () => {
    type Found = { rule: string; severity: string; element?: Element; message: string; fix: string }
    const { svc } = window as unknown as { svc: { audit: () => Promise<Found[]> } }
    const findings = await svc.audit()
    return findings.map(({ element, ...reported }) => ({ ...reported, on: element?.id }))
  })

const list = (inside: string) => `<ul data-svc-query="shoes">${inside}</ul>`
const line = (inside: string) =>
  `<table data-svc-order="A1"><tr data-svc-line="P1">${inside}</tr></table>`

/** A customer's text with a forged order. */
const review = (
  name: string,
) => `<${name} data-svc-order="A1"><i data-svc-line="P1" data-svc-qty="1"
  data-svc-price="2"></i></${name}>`

/** For each rule a page that breaks it, at the element with the id `here`, and one that does not. */
const fixtures: readonly { rule: string; severity?: string; bad: string; good: string }[] = [
  {
    rule: 'tile-without-id',
    bad: list('<li id="here" data-svc-product="">One</li>'),
    good: list('<li data-svc-product="P1">One</li>'),
  },
  {
    rule: 'id-twice-in-list',
    severity: 'warning',
    bad: list('<li data-svc-product="P1">One</li><li id="here" data-svc-product="P1">One</li>'),
    good: `${list('<li data-svc-product="P1">One</li>')}
      <ul data-svc-page="new"><li data-svc-product="P1">One</li></ul>`,
  },
  {
    rule: 'id-twice-in-list',
    severity: 'warning',
    bad: list('<li data-svc-product="P1">One</li><li id="here" data-svc-product="P1">One</li>'),
    good: list(
      '<li data-svc-product="P1">One</li><li data-svc-ignore data-svc-product="P1">One</li>',
    ),
  },
  {
    rule: 'outside-list',
    bad: '<p id="here" data-svc-product="P1">One</p>',
    good: list('<li data-svc-product="P1">One</li>'),
  },
  {
    rule: 'outside-list',
    bad: '<p id="here" data-svc-product="P1">One</p><form data-svc-search><input></form>',
    good: '<p data-svc-product="P2"><button data-svc-cart="P2">Add</button></p>',
  },
  {
    rule: 'outside-list',
    bad: '<div id="here" data-svc-facet="color"><b data-svc-value="Red">Red</b></div>',
    good: `<div data-svc-facet="color"><b data-svc-value="Red">Red</b></div>${list('')}`,
  },
  {
    rule: 'list-without-name',
    bad: '<ul id="here" data-svc-query=""></ul>',
    good: '<ul data-svc-query="shoes"></ul>',
  },
  {
    rule: 'query-and-page',
    severity: 'warning',
    bad: '<ul id="here" data-svc-query="shoes" data-svc-page="new"></ul>',
    good: '<ul data-svc-query="shoes"></ul><ul data-svc-page="new"></ul>',
  },
  {
    rule: 'page-encoded',
    bad: '<ul id="here" data-svc-page="categoryPath%3A%22Men%3EShoes%22"></ul>',
    good: `<ul data-svc-page='categoryPath:"Men>Shoes 50% off"'></ul>`,
  },
  {
    rule: 'page-encoded',
    bad: '<ul id="here" data-svc-page="categoryPath:&amp;quot;Men&amp;gt;Shoes&amp;quot;"></ul>',
    good: '<ul data-svc-page="categoryPath:&quot;Men&gt;Shoes&quot;"></ul>',
  },
  {
    rule: 'facet-without-name',
    bad: list('<li id="here" data-svc-facet=""><b data-svc-value="Red">Red</b></li>'),
    good: list('<li data-svc-facet="color"><b data-svc-value="Red">Red</b></li>'),
  },
  {
    rule: 'facet-without-values',
    bad: list('<li id="here" data-svc-facet="color"><b>Red</b></li>'),
    good: list('<li data-svc-facet="color"><select><option value="Red">Red</select></li>'),
  },
  {
    rule: 'facet-without-values',
    bad: list('<li id="here" data-svc-facet="price"><input type="text"></li>'),
    good: list('<li data-svc-facet="price"><input type="number"><input type="number"></li>'),
  },
  {
    rule: 'search-without-words',
    bad: '<form id="here" data-svc-search><input type="checkbox"></form>',
    good: '<form data-svc-search><input type="search"></form>',
  },
  {
    rule: 'search-without-words',
    bad: '<a id="here" href="#" data-svc-search="">shoes</a>',
    good: '<a href="#" data-svc-search="shoes">shoes</a>',
  },
  {
    rule: 'cart-without-product',
    bad: '<button id="here" data-svc-cart>Add</button>',
    good: list('<li data-svc-product="P1"><button data-svc-cart>Add</button></li>'),
  },
  {
    rule: 'cart-without-product',
    bad: '<form id="here" data-svc-cart><button>Add</button></form>',
    good: '<form data-svc-cart><button data-svc-cart="P1">Add</button></form>',
  },
  {
    rule: 'quantity-unreadable',
    bad: '<input id="here" data-svc-qty value="1.5">',
    good: '<input data-svc-qty value="2">',
  },
  {
    rule: 'price-unreadable',
    bad: line('<td data-svc-qty="1"><td id="here" data-svc-price="1.299,00 €">'),
    good: line('<td data-svc-qty="1"><td data-svc-price="$1234.50">'),
  },
  {
    rule: 'order-on-control',
    bad: `<button id="here" data-svc-order="A1"><i data-svc-line="P1" data-svc-qty="1"
      data-svc-price="2"></i>Buy</button>`,
    good: `<section data-svc-order="A1"><i data-svc-line="P1" data-svc-qty="1"
      data-svc-price="2"></i></section>`,
  },
  {
    rule: 'order-without-lines',
    bad: '<section id="here" data-svc-order="A1"></section>',
    good: line('<td data-svc-qty="1" data-svc-price="2">'),
  },
  {
    rule: 'order-line-incomplete',
    bad: '<p data-svc-order="A1"><b id="here" data-svc-line="P1" data-svc-qty="1">One</b></p>',
    good: line('<td data-svc-qty="1" data-svc-price="2">'),
  },
  {
    rule: 'line-outside-order',
    bad: '<p id="here" data-svc-line="P1" data-svc-qty="1" data-svc-price="2"></p>',
    good: line('<td data-svc-qty="1" data-svc-price="2">'),
  },
  {
    rule: 'ignored-content-moved',
    bad: `<table><tr id="here" data-svc-ignore>${review('div')}</tr></table>`,
    good: `<div>text</div><table><tr data-svc-ignore><td>${review('div')}</td></tr></table>`,
  },
  {
    rule: 'ignored-content-moved',
    bad: `<table id="here" data-svc-ignore><tbody>${review('div')}<p>more</p></tbody></table>`,
    good: `<div data-svc-ignore><table>${review('div')}</table></div>`,
  },
  {
    rule: 'ignored-content-moved',
    bad: `<p id="here" data-svc-ignore>${review('div')}</p>`,
    good: `<p data-svc-ignore>${review('b')}</p><p></p>`,
  },
  {
    rule: 'ignored-content-moved',
    bad: `<table><tr id="here" data-svc-ignore>${review('div')}</tr></table>`,
    good: `${review('div')}<table><tr data-svc-ignore><td>text</td></tr></table><p data-svc-ignore></p>`,
  },
  {
    rule: 'unknown-attribute',
    bad: list('<li id="here" data-svc-prodcut="P1">One</li>'),
    good: list('<li data-svc-product="P1">One</li>'),
  },
]

test('each rule finds what breaks it, and nothing where all is well', async ({ page, shop }) => {
  shop.page('/rules.html', `<!doctype html><head>${shop.tag()}</head><body></body>`)
  await shop.open('/rules.html')
  await page.waitForFunction('window.svc')
  const auditOf = async (html: string) => {
    await page.evaluate((body) => {
      document.body.innerHTML = body
    }, html)
    return audit(page)
  }

  for (const { rule, severity = 'error', bad, good } of fixtures) {
    const reported = { message: expect.any(String), fix: expect.any(String) }
    expect.soft(await auditOf(bad), bad).toEqual([{ rule, severity, on: 'here', ...reported }])
    expect.soft(await auditOf(good), good).toEqual([])
  }
})

test('the audit reads open shadow roots too', async ({ page, shop }) => {
  shop.page(
    '/shadow.html',
    `<!doctype html>${shop.tag()}<shop-tile><template shadowrootmode="open">
      <p data-svc-product=""></p></template></shop-tile>${list('')}`,
  )
  await shop.open('/shadow.html')
  await page.waitForFunction('window.svc')
  expect(await audit(page)).toMatchObject([{ rule: 'tile-without-id' }])
})

test('the audit finds search, facets and order in components, as the tag does', async ({
  page,
  shop,
}) => {
  const component = (html: string) =>
    `<x-part><template shadowrootmode="open">${html}</template></x-part>`
  const lines = `<p data-svc-line="P1">${component('<i data-svc-qty="1"></i><i data-svc-price="5"></i>')}</p>`
  shop.page(
    '/components.html',
    `<!doctype html>${shop.tag()}<form data-svc-search>${component('<input type="search">')}</form>
    <ul data-svc-query="shoes"></ul>
    <div data-svc-facet="color">${component('<b data-svc-value="Red">Red</b>')}</div>
    <div data-svc-facet="price">${component('<input type="range">')}</div>
    <div data-svc-order="A1">${component(lines)}</div><div data-svc-order="A2" id="bare">${component('')}</div>`,
  )
  await shop.open('/components.html')
  const found = (await audit(page)).map(({ rule, on }) => [rule, on])
  expect(found).toEqual([['order-without-lines', 'bare']])
})

test('the audit finds a second copy of the tag', async ({ page, shop }) => {
  shop.page('/twice.html', `<!doctype html>${shop.tag()}${shop.tag()}`)
  await shop.open('/twice.html')
  await page.waitForFunction('window.svc')
  expect(await audit(page)).toMatchObject([{ rule: 'tag-twice', severity: 'warning' }])
})

test('the audit finds two cookies of the visitor', async ({ page, shop }) => {
  shop.page('/shop/cookies.html', `<!doctype html>${shop.tag()}`)
  await page.context().addCookies([{ name: 'svc.userId', value: 'one', url: shop.url }])
  await shop.open('/shop/cookies.html')
  await page.waitForFunction('window.svc')
  expect(await audit(page)).toEqual([])

  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the shop's own way is what is tested.
    document.cookie = 'svc.userId=two; path=/shop'
  })
  expect(await audit(page)).toMatchObject([{ rule: 'cookie-twice', severity: 'warning' }])
})

test('the audit says when nothing is watched', async ({ page, shop }) => {
  shop.page('/denied.html', `<!doctype html>${shop.tag({ 'data-consent': 'denied' })}`)
  await shop.open('/denied.html')
  await page.waitForFunction('window.svc')
  expect(await audit(page)).toMatchObject([{ rule: 'not-watching', severity: 'warning' }])
})

test('the audit finds a security policy that keeps the tag from its services', async ({
  page,
  shop,
}) => {
  const policy = `script-src 'self'; connect-src 'self'`
  const elsewhere = {
    'data-tracker-url': shop.otherOrigin,
    'data-browse-url': shop.otherOrigin,
    'data-agent-url': shop.url,
  }
  shop.page('/strict.html', `<!doctype html>${shop.tag(elsewhere)}`, {
    headers: { 'content-security-policy': policy },
  })
  await shop.open('/strict.html')
  await page.waitForFunction('window.svc')
  const findings = await audit(page)
  expect(findings).toMatchObject([{ rule: 'csp-blocks' }, { rule: 'csp-blocks' }])
  expect(findings[0]?.fix).toContain(shop.otherOrigin)

  shop.page('/kind.html', `<!doctype html>${shop.tag(elsewhere)}`, {
    headers: { 'content-security-policy': `${policy} ${shop.otherOrigin}` },
  })
  await shop.open('/kind.html')
  await page.waitForFunction('window.svc')
  expect(await audit(page)).toEqual([])
})
