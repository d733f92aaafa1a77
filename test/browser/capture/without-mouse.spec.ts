import { delayScript } from '../../support/fakes/delay-script.ts'
import { expect, test } from '../../support/fixtures/tag-page.ts'

test.use({ hasTouch: true })

const own = (reported: readonly { action: string; data: Record<string, unknown> }[]) =>
  reported
    .filter(({ action }) => action !== 'PRODUCT_IMPRESSIONS')
    .map(({ action, data }) => [action, data.pid ?? data.facets ?? data.query])

const tile = (pid: string, inside: string, more = '') =>
  `<li data-svc-product="${pid}" ${more}>${inside}</li>`

/* For Enter and the space bar, the browser fires a click on a button or link, but not on a scripted control. */
test('a key presses a scripted control once, and only the keys that activate it', async ({
  page,
  watched,
}) => {
  const release = await delayScript(page, 'svc-components.*.js')
  await watched.open(`<div data-svc-query="boots"><ul>
      ${tile('C1', '<div role="button" tabindex="0" data-svc-click>open C1</div>')}
      ${tile('C2', '<div role="button" tabindex="0">wish C2</div>')}
      ${tile('C3', 'tile C3', 'tabindex="0"')}
    </ul>
    <p><span role="button" tabindex="0" data-svc-cart="A1">add A1</span></p>
    <p data-svc-cart="A2"><span role="button" tabindex="0">add A2</span></p>
    <p><span role="button" tabindex="0" data-svc-cart="A3" onkeydown="this.click()">add A3</span></p>
    <p><button type="button" data-svc-cart="A4">add A4</button></p>
    <p data-svc-cart="A5" tabindex="0"><input aria-label="field"></p>
    <span role="link" tabindex="0" data-svc-search="red shoes">red</span></div>
    <script>addEventListener('keydown', (event) => {
      if (event.key === ' ' && event.target.localName !== 'input') event.preventDefault()
    })</script>`)
  const press = (text: string, key: string) => page.getByText(text, { exact: true }).press(key)
  for (const text of ['add A1', 'add A3', 'add A4']) await press(text, 'Enter')
  release()
  await watched.noticed('cart', 3)
  for (const key of ['a', 'ArrowDown', 'Shift']) await press('add A1', key)
  await press('add A1', 'Space')
  await press('add A2', 'Space')
  await press('add A3', 'Enter')
  await press('add A4', 'Enter')
  await page.getByLabel('field').press('Enter')
  await page.getByText('add A1').focus()
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await press('open C1', 'Space')
  await press('open C1', 'Enter')
  await press('wish C2', 'Enter')
  await press('tile C3', 'Space')
  await press('tile C3', 'Enter')
  await press('red', 'Space')
  await press('red', 'Enter')

  expect(own(await watched.reported())).toEqual([
    ...['A1', 'A3', 'A4', 'A1', 'A2', 'A3', 'A4', 'A1'].map((pid) => ['cart', pid]),
    ...['C1', 'C1', 'C3'].map((pid) => ['click', pid]),
    ['search', 'red shoes'],
  ])
})

test('each tap is one event; a swipe over tiles is not a click, but the tap after it is', async ({
  page,
  watched,
}) => {
  const tiles = Array.from({ length: 30 }, (_, index) =>
    tile(`P${index}`, `<a href="#p">tile ${index}.</a>`, 'style="height: 100px"'),
  )
  await watched.open(`<form data-svc-search onsubmit="return false"><input type="search" value="boots"><button>Go</button></form>
    <button type="button" data-svc-cart="A1">Add</button>
    <a href="#s" data-svc-search="red shoes">red shoes</a>
    <fieldset data-svc-facet="color"><label><input type="checkbox" data-svc-value="Red">Red</label></fieldset>
    <ul data-svc-query="shoes">${tiles.join('')}</ul>`)
  await page.getByText('Go').tap()
  await page.getByText('red shoes').tap()
  await page.getByLabel('Red').tap()
  await watched.noticed('facets')
  await page.getByText('Add').tap()
  const driver = await page.context().newCDPSession(page)
  const touch = (type: string, ...touchPoints: { x: number; y: number }[]) =>
    driver.send('Input.dispatchTouchEvent', { type: type as 'touchMove', touchPoints })
  await touch('touchStart', { x: 60, y: 500 })
  for (let y = 480; y >= 200; y -= 20) await touch('touchMove', { x: 60, y })
  await touch('touchEnd')
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(100)
  await page.getByText('tile 9.').tap()
  expect(own(await watched.reported())).toEqual([
    ['search', 'boots'],
    ['search', 'red shoes'],
    ['facets', { color: { prank: '1', selected: [{ prank: '1', val: 'Red' }] } }],
    ['cart', 'A1'],
    ['click', 'P9'],
  ])
})
