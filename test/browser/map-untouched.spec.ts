import type { Page } from '@playwright/test'
import { openMapPage, systemPages } from '../support/fixtures/map-page.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

// A page on which nothing was pressed reports only the lists that were seen and orders.

const systems = ['hyva', 'magento', 'prestashop', 'shopify', 'woocommerce'] as const

/** Events that only a person causes. */
const MADE = ['cart', 'facets', 'search']

const CONFIRMATIONS = /^(shopify\/thanks|woocommerce\/(blocks-)?thanks)$/

/** Changes by a page's own scripts, one after the other. */
const changes: readonly (() => void)[] = [
  function choose() {
    for (const box of document.querySelectorAll<HTMLInputElement>('[type=checkbox],[type=radio]'))
      box.checked = !box.checked
    for (const chip of document.querySelectorAll('[aria-checked]'))
      chip.setAttribute('aria-checked', 'true')
    for (const control of document.querySelectorAll('a,button,option,input,select,form'))
      for (const type of ['click', 'input', 'change', 'submit'])
        control.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
  },
  function redraw() {
    for (const part of [...document.body.children])
      if (part.matches('main,div,header')) part.replaceWith(part.cloneNode(true))
  },
  function empty() {
    for (const tile of document.querySelectorAll('li,article')) tile.remove()
  },
]

/** Moves over a page by wheel, pointer and Tab, and presses nothing. */
async function lookAround(page: Page) {
  await page.mouse.wheel(0, 2_000)
  const controls = await page.locator('a:visible, button:visible, input:visible').all()
  for (const control of controls.slice(0, 8))
    await control.hover({ force: true, timeout: 1_000 }).catch(() => {})
  for (let presses = 0; presses < 12; presses++) await page.keyboard.press('Tab')
}

/** Everything that the pages of a test reported has arrived before the click at the end. */
async function expectNothingMade(page: Page, shop: Shop) {
  const tag = shop.tag({ 'data-record-bots': '' })
  shop.page('/end', `${tag}<a data-svc-product="END" href="#">End</a>`)
  await shop.open('/end')
  await page.getByText('End').click()
  expect(await shop.waitFor('click')).toMatchObject([{ data: { pid: 'END' } }])
  for (const action of MADE) expect(await shop.received(action)).toEqual([])
}

for (const system of systems)
  test(`pages of ${system} report nothing without an action of the shopper`, async ({
    page,
    shop,
  }) => {
    let orders = 0
    for (const kind of systemPages(system).keys()) {
      await openMapPage(shop, { system, kind, path: `/collections/${kind}` })
      await page.waitForFunction('window.svc')
      // Before the page is changed, the order that it shows has been reported.
      if (CONFIRMATIONS.test(`${system}/${kind}`)) await shop.waitFor('order', ++orders)
      await lookAround(page)
      for (const change of changes) await page.evaluate(change)
      await lookAround(page)
    }
    await expectNothingMade(page, shop)
    expect(await shop.received('order')).toHaveLength(orders)
  })
