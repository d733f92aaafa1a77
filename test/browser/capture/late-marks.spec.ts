import { expect, test } from '../../support/fixtures/tag-page.ts'

/* Marks that are set, or taken away, on elements that have long been in the page. */

const seen = (...pids_list: readonly string[]) => ({
  action: 'PRODUCT_IMPRESSIONS',
  data: { query: 'shoes', pids_list },
})

test('a page, an order and events of the server count when their marks are set late', async ({
  page,
  watched,
}) => {
  await watched.open(`<ul id="list" data-svc-query="shoes"><li data-svc-product="A">A</li></ul>
    <table id="order"><tr data-svc-line="B" data-svc-qty="2" data-svc-price="7.5"><td>B</td></tr></table>
    <script type="application/json" id="events">[{"action":"click","data":{"pid":"C"}}]</script>
    <script type="application/json" id="other">[{"action":"click","data":{"pid":"not marked"}}]</script>`)
  await watched.seen('A')
  expect(await watched.reported()).toEqual([seen('A')])
  await page.evaluate(() => document.getElementById('events')?.setAttribute('data-svc-events', ''))
  await watched.noticed('click')
  await page.evaluate(() => document.getElementById('order')?.setAttribute('data-svc-order', 'o-1'))
  await watched.noticed('order')
  await page.evaluate(() => document.getElementById('list')?.setAttribute('data-svc-start', '24'))
  await watched.noticed('PRODUCT_IMPRESSIONS', 2)
  expect(await watched.reported()).toEqual([
    seen('A'),
    { action: 'click', data: { pid: 'C' } },
    { action: 'order', data: { pid: 'B', qty: '2', price: '7.5' } },
    seen('A'),
  ])
})

test('attributes of controls count from when they are set until they are removed', async ({
  page,
  watched,
}) => {
  await watched.open(`<div data-svc-query="shoes"><div data-svc-product="P1">
      <button type="button" data-late="click">open</button>
      <button type="button" data-late="cart">add</button></div></div>
    <a href="#s" data-late="search=sale">sale</a>
    <form onsubmit="return false" data-late="search"><input type="search"></form>
    <fieldset data-late="facet=color"><label><input type="checkbox" data-svc-value="Red">Red</label></fieldset>
    <fieldset data-svc-facet="size"><label><input type="checkbox" data-svc-value="XL">XL</label></fieldset>
    <a href="#e" data-svc-search="the last">the last</a>`)
  const mark = (isSet: boolean) =>
    page.evaluate((set) => {
      for (const element of document.querySelectorAll<HTMLElement>('[data-late]')) {
        const [name, value = ''] = String(element.dataset.late).split('=')
        if (set) element.setAttribute(`data-svc-${name}`, value)
        else element.removeAttribute(`data-svc-${name}`)
      }
    }, isSet)
  const use = async (words: string) => {
    await page.getByText('open').click()
    await page.getByText('add').click()
    await page.getByText('sale').click()
    await page.getByRole('searchbox').fill(words)
    await page.getByRole('searchbox').press('Enter')
    await page.getByLabel('Red').click()
  }
  await use('before')
  await mark(true)
  await use('marked')
  await watched.noticed('facets')
  await mark(false)
  await use('after')
  // Values that are chosen together are reported together.
  await page.getByLabel('XL').click()
  await watched.noticed('facets', 2)
  await page.getByText('the last').click()

  const reported = (await watched.reported()).filter(
    ({ action }) => action !== 'PRODUCT_IMPRESSIONS',
  )
  expect(reported).toEqual([
    { action: 'click', data: { pid: 'P1' } },
    { action: 'cart', data: { pid: 'P1', qty: '1' } },
    { action: 'search', data: { query: 'sale' } },
    { action: 'search', data: { query: 'marked' } },
    {
      action: 'facets',
      data: {
        query: 'shoes',
        facets: { color: { prank: '1', deselected: [{ prank: '1', val: 'Red' }] } },
      },
    },
    {
      action: 'facets',
      data: {
        query: 'shoes',
        facets: { size: { prank: '1', selected: [{ prank: '1', val: 'XL' }] } },
      },
    },
    { action: 'search', data: { query: 'the last' } },
  ])
})
