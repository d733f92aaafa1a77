import { expect, test } from '../support/fixtures/shop.ts'

test('a bundled application loads the tag once, and its calls count from the start', async ({
  page,
  shop,
}) => {
  const settings = { siteKey: shop.keys.siteKey, trackerUrl: shop.url, recordBots: true }
  shop.page(
    '/',
    `<!doctype html><title>Shop</title><script type="module">
      import { loadTag, svc } from '/module.js'
      window.before = window.svc === undefined
      const { track } = svc
      track('cart', { pid: 'P1', qty: 2 })
      for (const time of [1, 2]) loadTag({ src: '/svc.js' }, ${JSON.stringify(settings)})
      await svc.ready
      window.after = { version: svc.version, explained: (await svc.explain()).length }
      track('search', { query: 'shoes' })
    </script>`,
  )
  await shop.open('/')
  expect(await shop.waitFor('cart')).toMatchObject([{ data: { pid: 'P1', qty: '2' } }])
  await shop.waitFor('search')
  expect(
    await page.evaluate(() => [document.scripts.length, Reflect.get(window, 'before')]),
  ).toEqual([2, true])
  expect(await page.evaluate(() => Reflect.get(window, 'after'))).toEqual({
    version: expect.any(String),
    explained: expect.any(Number),
  })
})
