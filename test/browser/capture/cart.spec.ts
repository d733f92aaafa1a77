import { expect, test } from '../../support/fixtures/tag-page.ts'

const carts = (reported: readonly { action: string; data: object }[]) =>
  reported.filter(({ action }) => action !== 'PRODUCT_IMPRESSIONS')

test('a cart addition is reported once, with the current quantity and variant', async ({
  page,
  watched,
}) => {
  const component =
    '<x-add><template shadowrootmode="open"><form data-svc-cart onsubmit="return false"><button>add within</button></form></template></x-add>'
  await watched.open(`<ul data-svc-query="shoes" data-svc-request-id="r-1">
      <li data-svc-product="P8">${component}</li>
      <li data-svc-product="P1"><a href="#p">one</a> <button type="button" data-svc-cart>add one</button></li>
      <li data-svc-product="P2"><input type="number" value="1" data-svc-qty="1" aria-label="how many">
        <button type="button" data-svc-cart data-svc-variant="P2_3">add two</button></li>
    </ul>
    <section>
      <select data-svc-variant aria-label="size"><option value="P3_S">S<option value="P3_M">M</select>
      <button type="button" data-svc-cart="P3">add three</button>
    </section>
    <form data-svc-cart="P4" onsubmit="return false">
      <label><input type="radio" name="v" data-svc-variant="P4_1" checked>red</label>
      <label><input type="radio" name="v" data-svc-variant="P4_2">blue</label>
      <input name="q" data-svc-qty value="2" aria-label="number"><button type="button">+</button>
      <button data-svc-cart>add four</button>
    </form>
    <section>
      <button type="button" data-svc-variant="P5_1" aria-pressed="false">matt</button>
      <button type="button" data-svc-variant="P5_2" aria-pressed="true">shiny</button>
      <span data-svc-qty="3">three</span><button type="button" data-svc-cart="P5">add five</button>
    </section>
    <p><input data-svc-variant value="0"><button type="button" data-svc-cart="P6">add six</button></p>
    <p><select data-svc-variant><option value=" ">Choose</select><button type="button" data-svc-cart="P7">add seven</button></p>`)
  await page.getByText('add within').click()
  await page.getByText('add one').click()
  await page.getByLabel('how many').fill('4')
  await page.getByText('add two').press('Enter')
  await page.getByLabel('size').selectOption('M')
  await page.getByText('add three').click()
  await page.getByLabel('blue').check()
  await page.getByText('+').click()
  await page.getByText('add four').click()
  await page.getByLabel('number').fill('1')
  await page.getByLabel('number').press('Enter')
  await page.getByText('add five').click()
  await page.getByText('add six').click()
  await page.getByText('add seven').click()

  const requestId = 'r-1'
  expect(carts(await watched.reported())).toEqual([
    { action: 'cart', data: { pid: 'P8', qty: '1', requestId } },
    { action: 'cart', data: { pid: 'P1', qty: '1', requestId } },
    { action: 'cart', data: { pid: 'P2', qty: '4', variantId: 'P2_3', requestId } },
    { action: 'cart', data: { pid: 'P3', qty: '1', variantId: 'P3_M' } },
    { action: 'cart', data: { pid: 'P4', qty: '2', variantId: 'P4_2' } },
    { action: 'cart', data: { pid: 'P4', qty: '1', variantId: 'P4_2' } },
    { action: 'cart', data: { pid: 'P5', qty: '3', variantId: 'P5_2' } },
    { action: 'cart', data: { pid: 'P6', qty: '1' } },
    { action: 'cart', data: { pid: 'P7', qty: '1' } },
  ])
})

test('presses that add nothing are not reported, and the reason is logged', async ({
  page,
  watched,
}) => {
  await watched.open(`
    <section><button type="button" data-svc-cart>nothing</button></section>
    <section><input data-svc-qty value="0" aria-label="qty"><button type="button" data-svc-cart="P1">none</button></section>
    <section><button type="button" data-svc-cart="P2" id="s">script</button></section>
    <form data-svc-cart="P3" onsubmit="return false"><input required><button>invalid</button></form>
    <div data-svc-ignore><button type="button" data-svc-cart="P4">inert</button></div>
    <section><button type="button" data-svc-cart="P5" aria-disabled="true"><b>sold out</b></button></section>
    <form data-svc-cart="P6" onsubmit="return false"><button aria-disabled="true">no size</button></form>
    <section><button type="button" data-svc-cart="P7" disabled><b>off</b></button></section>
    <section><button type="button" data-svc-cart="OK">real</button></section>`)
  await page.getByText('nothing').click()
  await page.getByText('none').click()
  await page.getByLabel('qty').fill('1.5')
  await page.getByText('none').click()
  await page.evaluate(() => document.getElementById('s')?.click())
  await page.getByText('invalid').click()
  await page.getByText('inert').click()
  await page.getByText('sold out').click({ force: true })
  await page.getByText('no size').click({ force: true })
  await page.getByText('off').click({ force: true })
  await page.getByText('real').click({ button: 'right' })
  await page.getByText('real').click()

  expect(await watched.reported()).toEqual([{ action: 'cart', data: { pid: 'OK', qty: '1' } }])
  expect(await watched.ignored()).toEqual([
    'data-svc-cart names no product',
    'data-svc-qty is no whole number above 0',
    'a script did it',
    'inside data-svc-ignore',
    'aria-disabled',
  ])
})

test('a cart event on a later page has the request id of its list, without the agent', async ({
  page,
  watched,
}) => {
  const withoutAgent = { 'data-agent-url': undefined }
  await watched.open(
    '<ul data-svc-query="shoes" data-svc-request-id="r-1"><li data-svc-product="P1">one</li></ul>',
    withoutAgent,
  )
  await watched.seen('P1')
  await watched.reported()
  // Requested when the browser is idle.
  const memory = page.waitForResponse(/svc-list-memory\./)
  await watched.open('<button data-svc-cart="P1">add</button>', withoutAgent)
  await memory
  await page.waitForFunction(() => !document.querySelector('script[src*="/svc-"]'))
  await page.getByText('add').click()
  expect(carts(await watched.reported()).filter(({ action }) => action === 'cart')).toMatchObject([
    { data: { pid: 'P1', requestId: 'r-1' } },
  ])
})
