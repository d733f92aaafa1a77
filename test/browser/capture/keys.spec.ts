import { delayScript } from '../../support/fakes/delay-script.ts'
import { expect, test } from '../../support/fixtures/tag-page.ts'

/*
 * The browser makes a click of Enter and the space bar on a button or a link. On what only a script makes a control it does not.
 */

const tile = (pid: string, inside: string, more = '') =>
  `<li data-svc-product="${pid}" ${more}>${inside}</li>`

test('a key presses a scripted control once, and only the keys that activate it', async ({
  page,
  watched,
}) => {
  await watched.open(`<div data-svc-query="boots"><ul>
      ${tile('C1', '<div role="button" tabindex="0" data-svc-click>open C1</div>')}
      ${tile('C2', '<div role="button" tabindex="0">wish C2</div>')}
      ${tile('C3', 'tile C3', 'tabindex="0"')}
      ${tile('C4', '<button type="button" data-svc-click>open C4</button>')}
      ${tile('C5', 'tile C5', 'tabindex="0" role="listitem"')}
    </ul>
    <p><span role="button" tabindex="0" data-svc-cart="A1">add A1</span></p>
    <p><span tabindex="0" data-svc-cart="A2">add A2</span></p>
    <p><a role="button" tabindex="0" data-svc-cart="A3">add A3</a></p>
    <p data-svc-cart="A4"><span role="button" tabindex="0">add A4</span></p>
    <p><span role="button" tabindex="0" data-svc-cart="A5" onkeydown="this.click()">add A5</span></p>
    <p><button type="button" data-svc-cart="A6">add A6</button></p>
    <p data-svc-cart="A7" tabindex="0"><input aria-label="field"></p>
    <span role="link" tabindex="0" data-svc-search="red shoes">red</span>
    <span role="option" tabindex="0" data-svc-search="blue shoes">blue</span></div>
    <script>addEventListener('keydown', (event) => {
      if (event.key === ' ' && event.target.localName !== 'input') event.preventDefault()
    })</script>`)
  const press = (text: string, key: string) => page.getByText(text, { exact: true }).press(key)
  for (const key of ['a', 'ArrowDown', 'Shift']) await press('add A1', key)
  await press('add A1', 'Enter')
  await press('add A1', 'Space')
  await press('add A2', 'Enter')
  await press('add A2', 'Space')
  await press('add A3', 'Enter')
  await press('add A4', 'Space')
  await press('add A5', 'Enter')
  await press('add A6', 'Enter')
  await page.getByLabel('field').press('Enter')
  await page.getByLabel('field').press('Space')
  await page.getByText('add A2').focus()
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await press('open C1', 'Space')
  await press('open C1', 'Enter')
  await press('wish C2', 'Enter')
  await press('tile C3', 'Space')
  await press('tile C3', 'Enter')
  await press('open C4', 'Enter')
  await press('tile C5', 'Space')
  await press('tile C5', 'Enter')
  await press('red', 'Space')
  await press('red', 'Enter')
  await press('blue', 'Space')

  const reported = (await watched.reported()).filter(
    ({ action }) => action !== 'PRODUCT_IMPRESSIONS',
  )
  expect(reported.map(({ action, data }) => [action, data.pid ?? data.query])).toEqual([
    ...['A1', 'A1', 'A2', 'A2', 'A3', 'A4', 'A5', 'A6', 'A2'].map((pid) => ['cart', pid]),
    ...['C1', 'C1', 'C3', 'C4', 'C5'].map((pid) => ['click', pid]),
    ['search', 'red shoes'],
    ['search', 'blue shoes'],
  ])
})

test('keys that are pressed before their part is there have the time of the press', async ({
  page,
  watched,
}) => {
  const release = await delayScript(page, 'svc-components.*.js')
  await watched.open(
    `<p><span role="button" tabindex="0" data-svc-cart="A1">add A1</span></p>
    <p><span role="button" tabindex="0" data-svc-cart="A2">add A2</span></p>
    <p><button type="button" data-svc-cart="A3">add A3</button></p>`,
  )
  for (const text of ['add A1', 'add A2', 'add A3']) await page.getByText(text).press('Enter')
  release()
  await watched.noticed('cart', 3)
  const reported = await watched.reported()
  expect(reported.map(({ data }) => data.pid)).toEqual(['A1', 'A2', 'A3'])
})

test('where scripted clicks count, a click made of a key by the page is the same press', async ({
  page,
  watched,
}) => {
  const part = page.waitForEvent('requestfinished', (request) =>
    /svc-components/.test(request.url()),
  )
  await watched.open(
    `<p><span role="button" tabindex="0" data-svc-cart="A1" onkeydown="this.click()">add A1</span></p>
    <p><span role="button" tabindex="0" data-svc-cart="A2">add A2</span></p>`,
    { 'data-script-clicks': '' },
  )
  await part
  await expect(page.locator('script[src*=svc-components]')).toHaveCount(0)
  await page.getByText('add A1').press('Enter')
  await page.getByText('add A1').press('Space')
  await page.getByText('add A2').press('Enter')
  await page.getByText('add A1').evaluate((element: HTMLElement) => element.click())
  // Long after the key, and after the mouse was used.
  await page.mouse.click(5, 300)
  await page.getByText('add A2').evaluate((element: HTMLElement) => element.click())
  await page.getByText('add A2').evaluate((element: HTMLElement) => element.click())
  const reported = await watched.reported()
  expect(reported.map(({ data }) => data.pid)).toEqual(['A1', 'A1', 'A2', 'A1', 'A2', 'A2'])
})
