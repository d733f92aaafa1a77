import { expect, test } from '../../support/fixtures/tag-page.ts'

test('of tiles seen too briefly, only the clicked one has an impression', async ({
  page,
  watched,
}) => {
  const tiles = {
    wish: '<button type="button">wish</button>',
    cart: '<button type="button" data-svc-cart>add</button>',
    facet: '<span data-svc-facet="color"><a href="#f" data-svc-value="Red">Red</a></span>',
    ignored: '<a href="#i" data-svc-ignore>inert</a>',
    drag: '<p>a long text to drag over</p>',
    right: '<p>right</p>',
    clicked: '<a href="#c">clicked</a>',
  }
  const html = Object.entries(tiles).map(
    ([pid, inside]) => `<li data-svc-product="${pid}">${inside}</li>`,
  )
  await watched.open(`<ul data-svc-query="shoes">${html.join('')}</ul>`, {
    'data-impressions': '{"ratio":0.5,"dwellMs":60000}',
  })
  for (const name of ['wish', 'add', 'Red', 'inert'])
    await page.getByText(name, { exact: true }).click()
  await page.getByText('to drag over').hover({ position: { x: 2, y: 5 } })
  await page.mouse.down()
  await page.getByText('to drag over').hover({ position: { x: 60, y: 5 } })
  await page.mouse.up()
  await page.getByText('right').click({ button: 'right' })
  await watched.noticed('facets')
  await page.getByText('clicked').click()

  expect(await watched.reported()).toEqual([
    { action: 'cart', data: { pid: 'cart', qty: '1' } },
    {
      action: 'facets',
      data: {
        query: 'shoes',
        facets: { color: { prank: '1', selected: [{ prank: '1', val: 'Red' }] } },
      },
    },
    { action: 'PRODUCT_IMPRESSIONS', data: { query: 'shoes', pids_list: ['clicked'] } },
    { action: 'click', data: { pid: 'clicked' } },
  ])
})
