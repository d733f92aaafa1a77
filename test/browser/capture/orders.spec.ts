import { orderRef } from '../../../src/wire/order-ref.ts'
import { delayScript } from '../../support/fakes/delay-script.ts'
import { expect, test } from '../../support/fixtures/tag-page.ts'

const REPEATED = 'this order was counted before'

const line = (pid: string, qty: string, price: string, more = '') =>
  `<li data-svc-line="${pid}" data-svc-qty="${qty}" data-svc-price="${price}" ${more}>${pid}</li>`

const order = (id: string, ...lines: readonly string[]) =>
  `<ul data-svc-order="${id}">${lines.join('')}</ul>`

test('an order counts once: not again on reload, on another page, or when redrawn', async ({
  page,
  watched,
}) => {
  const shown = order('o-1', line('A', '2', '$12.50', 'data-svc-variant="A_1"'))
  await watched.open(shown)
  await watched.noticed('order')
  await page.evaluate(() => {
    const list = document.querySelector('[data-svc-order]')
    list?.replaceWith(list.cloneNode(true))
  })
  await expect.poll(watched.ignored).toContain(REPEATED)
  await page.reload()
  await expect.poll(watched.ignored).toContain(REPEATED)
  await watched.open(shown)
  await expect.poll(watched.ignored).toContain(REPEATED)
  await watched.open(order('o-2', line('B', '1', '3'), line('C', '3', '4.05')))
  await watched.noticed('order')

  expect(await watched.reported()).toEqual([
    { action: 'order', data: { pid: 'A', qty: '2', price: '12.50', variantId: 'A_1' } },
    {
      action: 'order',
      data: {
        products: [
          { pid: 'B', qty: '1', price: '3' },
          { pid: 'C', qty: '3', price: '4.05' },
        ],
      },
    },
  ])
})

test('a confirmation that loses its id before it is read does not count as another order', async ({
  page,
  watched,
}) => {
  await watched.open(order('o-1', line('A', '2', '12.50')))
  await watched.noticed('order')
  const next = order('o-2', line('B', '1', '3'))
  await page.evaluate(async (html) => {
    const list = document.querySelector('[data-svc-order]') as Element
    const copy = list.cloneNode(true) as Element
    list.replaceWith(copy)
    // By then, the tag has found the copy and waits to see whether it changes.
    await new Promise((resolve) => setTimeout(resolve, 100))
    copy.removeAttribute('data-svc-order')
    document.body.insertAdjacentHTML('beforeend', html)
  }, next)
  await expect
    .poll(async () => (await watched.reported()).map(({ data }) => data.pid))
    .toContain('B')
  expect((await watched.reported()).map(({ data }) => data.pid)).toEqual(['A', 'B'])
})

test('an incomplete order is not reported, with a reason, until all its lines are there', async ({
  page,
  watched,
}) => {
  await watched.open(`${order('none')}${order('comma', line('A', '1', '1,234'))}
    ${order('euro', line('A', '1', '1.299,00 €'))}${order('qty', line('A', '', '5'))}
    ${order('pid', line('', '1', '5'))}
    <div data-svc-ignore>${order('review', line('A', '1', '5'))}</div>
    <div id="late" data-svc-order="late"></div>`)
  await expect
    .poll(watched.ignored)
    .toEqual([
      'an order needs data-svc-line',
      'data-svc-price is no plain number, as 1234.50',
      'data-svc-qty is no whole number above 0',
      'data-svc-line is empty',
      'inside data-svc-ignore',
    ])
  await page.evaluate(
    async (lines) => {
      // Other changes of the page do not cause a delay.
      setInterval(() => document.body.toggleAttribute('data-svc-total'), 20)
      for (const one of lines) {
        document.getElementById('late')?.insertAdjacentHTML('beforeend', one)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    [
      '<p data-svc-line="L"><b data-svc-qty="2"></b><input data-svc-price value="7.5"></p>',
      ...['A', 'B', 'C', 'D'].map((pid) => line(pid, '1', '5')),
    ],
  )
  await watched.noticed('order')
  const products = ['A', 'B', 'C', 'D'].map((pid) => ({ pid, qty: '1', price: '5' }))
  expect(await watched.reported()).toEqual([
    { action: 'order', data: { products: [{ pid: 'L', qty: '2', price: '7.5' }, ...products] } },
  ])
})

test('an order is reported even if the page is left soon, or at once', async ({
  page,
  shop,
  watched,
}) => {
  shop.page('/next', '<p>next</p>')
  // Before and after the tag has handled the change.
  for (const [index, leaveMs] of [0, 150].entries()) {
    await watched.open('<div id="here"></div>')
    await page.evaluate(
      ([html, ms]) => {
        const here = document.getElementById('here')
        if (here) here.innerHTML = html
        setTimeout(() => location.assign('/next'), ms)
      },
      [order(`o-${index}`, line(`P${index}`, '1', '5')), leaveMs] as const,
    )
    await page.getByText('next').waitFor()
    // If the part for orders has not loaded yet, the next page of the shop reports the order.
    await watched.open('<p>another page</p>')
    await shop.waitFor('order', index + 1)
  }
  expect((await shop.received('order')).map(({ data }) => Object(data).pid)).toEqual(['P0', 'P1'])
})

test('if a page is left while it loads, a complete order is reported', async ({
  page,
  shop,
  watched,
}) => {
  // Never delivered, so the content after it is not parsed.
  await delayScript(page, 'slow.js')
  const slow = '<script src="/slow.js"></script>'
  const pass = async (name: string, body: string) => {
    shop.page(`/after-${name}`, `<p>after ${name}</p>`)
    const leave = `<script>
      const leaving = setInterval(() => {
        if (window.svc?.version) location.assign('/after-${name}')
      }, 200)</script>`
    shop.page(
      `/${name}`,
      `<!doctype html>${shop.tag({ 'data-record-bots': '' })}<body>${leave}${body}`,
    )
    await page.evaluate((to) => location.assign(to), `/${name}`)
    await page.getByText(`after ${name}`).waitFor()
  }
  await watched.open('')
  await pass('whole', `${order('o-1', line('A', '1', '5'))}<p>Thank you</p>${slow}`)
  await pass('half', order('o-2', line('B', '1', '5'), slow, line('C', '1', '5')))
  await watched.open('')
  // If the part for orders had not loaded, this page reports the order.
  await shop.waitFor('order')
  expect(await watched.reported()).toEqual([
    { action: 'order', data: { pid: 'A', qty: '1', price: '5' } },
  ])
})

test('an order reported by markup and by a script is one order, and its id is neither stored nor sent', async ({
  page,
  shop,
  watched,
}) => {
  await watched.open(`${order('secret-1', line('A', '1', '5'))}<div id="late"></div>`)
  await watched.noticed('order')
  await page.evaluate(
    (html) => {
      const report = (orderId: string, pid: string) =>
        window.svc.track('order', { orderId, products: [{ pid, qty: 1, price: 5 }] })
      report('secret-1', 'A')
      report('secret-2', 'B')
      const late = document.getElementById('late')
      if (late) late.innerHTML = html
    },
    order('secret-2', line('B', '1', '5')) + order('secret-3', line('C', '1', '5')),
  )
  await watched.noticed('order', 3)
  expect((await watched.reported()).map(({ data }) => data.pid)).toEqual(['A', 'B', 'C'])
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  expect(kept).toContain('svc-tag.orders.')
  expect(kept).not.toContain('secret')
  expect(JSON.stringify(await shop.received())).not.toContain('secret')
  const refs = (await shop.received('order')).map(({ data }) => Object(data).ref)
  expect(refs.sort()).toEqual(
    ['secret-1', 'secret-2', 'secret-3'].map((id) => orderRef(shop.keys.siteKey, id)).sort(),
  )
})

test('an order counts once when the shopper returns to it from the back/forward cache', async ({
  page,
  shop,
  watched,
}) => {
  shop.page('/next.html', '<!doctype html><p>next</p>')
  await watched.open(`${order('o-1', line('A', '1', '5'))}<script>
    addEventListener('pageshow', ({ persisted }) => { document.title = persisted ? 'restored' : 'loaded' })</script>`)
  await watched.noticed('order')
  await shop.open('/next.html')
  // Not goBack(), which waits for a load event that a page from the back/forward cache never gets.
  await page.evaluate(() => history.back())
  await page.waitForFunction(() => document.title === 'restored')
  await expect.poll(watched.ignored).toEqual([REPEATED])
  expect(await watched.reported()).toEqual([
    { action: 'order', data: { pid: 'A', qty: '1', price: '5' } },
  ])
})

test('orders count only where the setting allows them', async ({ page, shop }) => {
  const order = `<p data-svc-order="A-1"><b data-svc-line="P1" data-svc-qty="1" data-svc-price="5"></b></p>`
  const events = `<script type="application/json" data-svc-events>[{"action":"cart","data":{"pid":"P1","qty":1}}]</script>`
  const tag = shop.tag({ 'data-record-bots': 'true', 'data-order-pages': '^/done' })
  for (const path of ['/review.html', '/done.html'])
    shop.page(path, `<!doctype html>${tag}${order}${events}`)
  await shop.open('/review.html')
  await expect
    .poll(() =>
      page.evaluate(
        async () =>
          (await window.svc.explain()).filter(({ reason }) => reason === 'not on an order page')
            .length,
      ),
    )
    .toBe(2)
  await shop.open('/done.html')
  await shop.waitFor('order')
  await shop.waitFor('cart')
  const paths = (await shop.received()).map(({ data }) => new URL(Object(data).url).pathname)
  expect(paths.slice(1)).toEqual(['/done.html', '/done.html'])
})
