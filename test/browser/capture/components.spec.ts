import { expect, test } from '../../support/fixtures/tag-page.ts'

/*
 * Attributes, and the fields that they refer to, are in open shadow roots of components inside the
 * element they belong to. Events of a field there, such as `change`, may not be visible outside.
 */

const component = (html: string, more = '') =>
  `<x-part ${more}><template shadowrootmode="open">${html}</template></x-part>`

const one = (value: string) => [{ prank: '1', val: value }]

test('cart additions, searches and server events are read from components', async ({
  page,
  watched,
}) => {
  const events = JSON.stringify([{ action: 'click', data: { pid: 'H1' } }])
  await watched.open(`<form data-svc-cart="P1" onsubmit="return false">
      ${component(`<button type="button" onclick="this.nextElementSibling.stepUp()">more</button>
        <input type="number" value="1" data-svc-qty>`)}
      ${component(`<label><input type="radio" name="v" data-svc-variant="P1_1" checked>matt</label>
        <label><input type="radio" name="v" data-svc-variant="P1_2">shiny</label>`)}
      <button>add P1</button></form>
    <ul data-svc-query="shoes" data-svc-request-id="r-1"><li data-svc-product="P2">
      ${component(component('<select data-svc-variant aria-label="size"><option value="P2_S">S<option value="P2_M">M</select>'))}
      ${component('<b data-svc-qty="3">three</b>')}<a href="#p2">open P2</a>
      <button type="button" data-svc-cart>add P2</button></li></ul>
    <section>${component('<input value="4" data-svc-qty>')}
      ${component('<button type="button" data-svc-cart="P3">add P3</button>')}</section>
    <form data-svc-search onsubmit="return false"><input type="search" value="decoy">
      ${component('<input aria-label="words" data-svc-search-input>')}<button>Go</button></form>
    ${component('<a href="#s" data-svc-search="red shoes">red <b>shoes</b></a>')}
    ${component(`<script type="application/json" data-svc-events>${events}</script>`)}`)
  await watched.noticed('click')
  await page.getByText('more').click()
  await page.getByText('shiny').click()
  await page.getByText('add P1').click()
  await page.getByLabel('size').selectOption('M')
  await page.getByText('add P2').click()
  await page.getByText('add P3').click()
  await page.getByText('open P2').click()
  await watched.noticed('click', 2)
  await page.getByLabel('words').fill('boots')
  await page.getByText('Go').click()
  await page.getByText('red shoes').click()

  const reported = (await watched.reported()).filter(
    ({ action }) => action !== 'PRODUCT_IMPRESSIONS',
  )
  const requestId = 'r-1'
  expect(reported).toEqual([
    { action: 'click', data: { pid: 'H1' } },
    { action: 'cart', data: { pid: 'P1', qty: '2', variantId: 'P1_2' } },
    { action: 'cart', data: { pid: 'P2', qty: '3', variantId: 'P2_M', requestId } },
    { action: 'cart', data: { pid: 'P3', qty: '4' } },
    { action: 'click', data: { pid: 'P2', variantId: 'P2_M', requestId } },
    { action: 'search', data: { query: 'boots' } },
    { action: 'search', data: { query: 'red shoes' } },
  ])
})

test('an order has the lines that components show, in order, even if the part loads late', async ({
  page,
  watched,
}) => {
  await page.route('**/svc-components.*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  const line = (pid: string) =>
    component(`<p data-svc-line="${pid}" data-svc-variant="${pid}_1">${component('<b data-svc-price="5">5</b>')}
      <input data-svc-qty value="2"></p>`)
  await watched.open(`<section data-svc-order="o-1">${line('A')}
    <p data-svc-line="B" data-svc-qty="1" data-svc-price="7.5">B</p>${line('C')}</section>`)
  await watched.noticed('order')
  await watched.open(component(`<section data-svc-order="o-2">${component(line('D'))}</section>`))
  await watched.noticed('order')

  const ofTwo = (pid: string) => ({ pid, qty: '2', price: '5', variantId: `${pid}_1` })
  expect(await watched.reported()).toEqual([
    {
      action: 'order',
      data: { products: [ofTwo('A'), { pid: 'B', qty: '1', price: '7.5' }, ofTwo('C')] },
    },
    { action: 'order', data: ofTwo('D') },
  ])
  expect(await watched.ignored()).toEqual([])
})

test('facet values are read from components, and each press is one selection', async ({
  page,
  watched,
}) => {
  const box = (value: string) => `<label><input type="checkbox">${value}</label>`
  await watched.open(`<div data-svc-page="shoes"></div>
    ${component(`<fieldset data-svc-facet="color">
      ${component(box('Red'), 'data-svc-value="Red"')}${component(box('Blue'), 'data-svc-value="Blue"')}</fieldset>`)}
    <fieldset data-svc-facet="size">${component('<select aria-label="size"><option value="">all<option>S<option>M</select>')}</fieldset>
    <div data-svc-facet="price">${component('<input type="range" min="0" max="100" value="0" aria-label="from">')}
      ${component('<input type="range" min="0" max="100" value="100" aria-label="to">')}</div>
    <div data-svc-facet="brand">${['Ace', 'Bolt']
      .map((value) =>
        component(`<button type="button" data-svc-value="${value}" aria-pressed="false"
      onclick="this.ariaPressed = this.ariaPressed !== 'true'">${value}</button>`),
      )
      .join('')}</div>`)
  let count = 0
  const next = () => watched.noticed('facets', ++count)
  await page.getByText('Red').click()
  await next()
  await page.getByText('Blue').click()
  await next()
  await page.getByText('Red').click()
  await next()
  await page.getByLabel('size').press('M')
  await next()
  await page.getByLabel('from').press('PageUp')
  await next()
  await page.getByText('Bolt').click()
  await next()
  expect((await watched.reported()).map(({ data }) => data.facets)).toEqual([
    { color: { prank: '1', selected: one('Red') } },
    { color: { prank: '1', selected: [{ prank: '2', val: 'Blue' }] } },
    { color: { prank: '1', deselected: one('Red') } },
    { size: { prank: '2', selected: [{ prank: '2', val: 'M' }] } },
    { price: { prank: '3', selected: one('10 TO 100') } },
    { brand: { prank: '4', selected: [{ prank: '2', val: 'Bolt' }] } },
  ])
})

test('facets in a panel of components have their rendered positions and are reported together', async ({
  page,
  watched,
}) => {
  const group = (name: string) =>
    `<fieldset data-svc-facet="${name}"><label><input type="checkbox" data-svc-value="Yes">${name}</label></fieldset>`
  await watched.open(`<main data-svc-query="shoes">${component(group('first'))}${group('second')}
    <x-part><template shadowrootmode="open"><slot></slot>${group('fourth')}</template>${group('third')}</x-part>
    ${component('<button type="button" data-svc-facets-apply>Apply</button>')}
    ${component('<button type="button" data-svc-facets-reset>Clear</button>')}</main>${group('fifth')}`)
  for (const name of ['fourth', 'first', 'third', 'fifth']) await page.getByLabel(name).check()
  await watched.noticed('facets')
  await page.getByLabel('second').check()
  await page.getByText('Apply').click()
  await watched.noticed('facets', 2)
  await page.getByText('Clear').click()
  await watched.noticed('facets', 3)
  const chosen = (prank: string) => ({ prank, selected: one('Yes') })
  expect((await watched.reported()).map(({ data }) => data.facets)).toEqual([
    { fifth: chosen('5') },
    { first: chosen('1'), second: chosen('2'), third: chosen('3'), fourth: chosen('4') },
    { unxFacetsReset: true },
  ])
})
