import { expect, test } from '../support/fixtures/every-engine.ts'
import { WALKING } from '../support/fixtures/small-shop.ts'

test('a product click counts by pointer and by key, wherever the pointer was before', async ({
  shop,
  shopper,
}) => {
  const list = ['P1', 'P2', 'P3'].map(
    (pid) => `<li data-svc-product="${pid}"><a href="#${pid}">${pid}</a></li>`,
  )
  await shopper.open(
    shop.page(
      '/list.html',
      `<!doctype html>${shop.tag(WALKING)}<ul data-svc-query="shoes">${list.join('')}</ul><h1 style="margin-top: 300px">Shoes</h1>`,
    ),
  )
  await shop.waitFor('visitor')
  await shopper.press('[data-svc-product=P1] a')
  await shopper.press('h1')
  await shopper.pressEnter('[data-svc-product=P2] a')
  await shopper.press('[data-svc-product=P3] a')
  const clicks = await shop.waitFor('click', 3)
  expect(clicks.map(({ data }) => (data as { pid: string }).pid)).toEqual(['P1', 'P2', 'P3'])
})
