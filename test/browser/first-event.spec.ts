import { expect, test } from '../support/fixtures/shop.ts'

test('one page: visitor, impression, click and cart arrive', async ({ page, shop }) => {
  shop.page(
    '/list.html',
    `<!doctype html>${shop.tag({ 'data-record-bots': 'true', 'data-debug': 'true' })}
    <ul data-svc-page='categoryPath:"Men>Shoes"'>
      <li data-svc-product="P1"><a href="#x">One</a> <button type="button" data-svc-cart>Add</button></li>
    </ul>`,
  )
  await shop.open('/list.html')
  await shop.waitFor('visitor')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByText('One').click()
  await page.getByText('Add').click()
  await shop.waitFor('cart')
  expect((await shop.received()).map((e) => e.action)).toEqual([
    'visitor',
    'PRODUCT_IMPRESSIONS',
    'click',
    'cart',
  ])
})
