import type { Locator } from '@playwright/test'
import { expect, test } from '../../support/fixtures/tag-page.ts'

test.use({ hasTouch: true })

const tap = (place: Locator) => place.tap()

const own = (reported: readonly { action: string; data: Record<string, unknown> }[]) =>
  reported
    .filter(({ action }) => action !== 'PRODUCT_IMPRESSIONS')
    .map(({ action, data }) => [action, data.pid ?? data.query ?? data.facets])

test('each tap on a search, a suggestion, a facet and a cart button is one event', async ({
  page,
  watched,
}) => {
  // A page that hears spoken words submits them later.
  await watched.open(`<form data-svc-search onsubmit="return false"><input type="search" value="boots"><button>Go</button>
      <button type="button" id="mic">Speak</button></form>
    <script>document.getElementById('mic').onclick = () => setTimeout(() => {
      document.querySelector('[type=search]').value = 'green boots'
      document.querySelector('form').requestSubmit()
    }, 300)</script>
    <button type="button" data-svc-cart="P1">Add</button>
    <a href="#s" data-svc-search="red shoes">red shoes</a><div data-svc-page="shoes"></div>
    <fieldset data-svc-facet="color"><label><input type="checkbox" data-svc-value="Red">Red</label></fieldset>
    <div data-svc-facet="brand"><button type="button" data-svc-value="Ace" aria-pressed="false"
      onclick="this.ariaPressed = this.ariaPressed !== 'true'">Ace</button></div>
    <aside><fieldset data-svc-facet="size"><label><input type="checkbox" data-svc-value="M">M</label></fieldset>
      <button type="button" data-svc-facets-apply>Apply</button></aside>`)
  await tap(page.getByText('Go'))
  await tap(page.getByText('red shoes'))
  await tap(page.getByLabel('Red'))
  await watched.noticed('facets', 1)
  await tap(page.getByText('Ace'))
  await watched.noticed('facets', 2)
  await tap(page.getByLabel('M'))
  await tap(page.getByText('Apply'))
  await watched.noticed('facets', 3)
  await tap(page.getByText('Speak'))
  await watched.noticed('search', 3)
  await tap(page.getByText('Add'))
  const chosen = (prank: string, val: string) => ({ prank, selected: [{ prank: '1', val }] })
  expect(own(await watched.reported())).toEqual([
    ['search', 'boots'],
    ['search', 'red shoes'],
    ['facets', { color: chosen('1', 'Red') }],
    ['facets', { brand: chosen('2', 'Ace') }],
    ['facets', { size: chosen('3', 'M') }],
    ['search', 'green boots'],
    ['cart', 'P1'],
  ])
})

test('a swipe over tiles is no click, and the tap after it is one', async ({
  page,
  watched,
  browserName,
}) => {
  const tiles = Array.from(
    { length: 30 },
    (_, index) =>
      `<li data-svc-product="P${index}" style="height: 100px"><a href="#p">tile ${index}.</a></li>`,
  )
  await watched.open(`<ul data-svc-query="shoes">${tiles.join('')}</ul>`)
  // Only this engine's driver can move a finger.
  if (browserName === 'chromium') {
    const driver = await page.context().newCDPSession(page)
    const touch = (type: string, ...touchPoints: { x: number; y: number }[]) =>
      driver.send('Input.dispatchTouchEvent', { type: type as 'touchMove', touchPoints })
    await touch('touchStart', { x: 60, y: 500 })
    for (let y = 480; y >= 200; y -= 20) await touch('touchMove', { x: 60, y })
    await touch('touchEnd')
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(100)
  }
  await tap(page.getByText('tile 9.'))
  expect(own(await watched.reported())).toEqual([['click', 'P9']])
})
