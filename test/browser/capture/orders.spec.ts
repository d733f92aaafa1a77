import { expect, test } from '../../support/watched.ts'

const line = (pid: string, qty: string, price: string, more = '') =>
  `<li data-svc-line="${pid}" data-svc-qty="${qty}" data-svc-price="${price}" ${more}>${pid}</li>`

const order = (id: string, ...lines: readonly string[]) =>
  `<ul data-svc-order="${id}">${lines.join('')}</ul>`

const click = '<a href="#c" data-svc-search="done">done</a>'

test('an order is told once: not on reload, not from another page, not when it is drawn again', async ({
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
  await page.reload()
  await watched.open(shown)
  await expect.poll(watched.ignored).toContain('this order was counted before')
  await watched.open(order('o-2', line('B', '1', '3'), line('C', '3', '4.05')))
  await watched.noticed('order')

  expect(await watched.told()).toEqual([
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

test('without an id the same lines are the same order, and other lines another', async ({
  watched,
}) => {
  await watched.open(order('', line('A', '1', '5')))
  await watched.noticed('order')
  await watched.open(order('', line('A', '1', '5')))
  await expect.poll(watched.ignored).toContain('this order was counted before')
  await watched.open(order('', line('A', '2', '5')))
  await watched.noticed('order')
  expect((await watched.told()).map(({ data }) => data.qty)).toEqual(['1', '2'])
})

test('an order that cannot be read for certain is not told, with the reason, until it can', async ({
  page,
  watched,
}) => {
  await watched.open(`${order('none')}${order('comma', line('A', '1', '1,234'))}
    ${order('euro', line('A', '1', '1.299,00 €'))}${order('qty', line('A', '', '5'))}
    ${order('pid', line('', '1', '5'))}
    <div data-svc-ignore>${order('review', line('A', '1', '5'))}</div>
    <div id="late" data-svc-order="late"></div>${click}`)
  await expect
    .poll(watched.ignored)
    .toEqual([
      'an order needs data-svc-line',
      'data-svc-price is no plain number, as 1234.50',
      'data-svc-qty is no whole number above 0',
      'data-svc-line is empty',
      'inside data-svc-ignore',
    ])
  await page.evaluate((lines) => {
    const late = document.getElementById('late')
    if (late) late.innerHTML = lines
  }, `<p data-svc-line="L"><b data-svc-qty="2"></b><input data-svc-price value="7.5"></p>`)
  await watched.noticed('order')
  expect(await watched.told()).toEqual([
    { action: 'order', data: { pid: 'L', qty: '2', price: '7.5' } },
  ])
})

test('an order is told even when the page is left at once', async ({ page, shop, watched }) => {
  shop.page('/next', '<p>next</p>')
  await watched.open('<div id="here"></div>')
  await page.evaluate(
    (html) => {
      const here = document.getElementById('here')
      if (here) here.innerHTML = html
      setTimeout(() => location.assign('/next'), 150)
    },
    order('o-9', line('A', '1', '5')),
  )
  await page.getByText('next').waitFor()
  expect((await shop.waitFor('order'))[0]?.data).toMatchObject({ pid: 'A', qty: '1', price: '5' })
})
