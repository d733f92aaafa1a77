import type { Locator, Page } from '@playwright/test'
import { barriersOf } from '../../support/fixtures/barriers.ts'
import { openInspector, unlockRoots } from '../../support/fixtures/opened-inspector.ts'
import { pixelScript } from '../../support/fixtures/other-tags.ts'
import { saved } from '../../support/fixtures/saved.ts'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

const windows = {
  'on a desktop': { width: 1280, height: 800 },
  'on a phone': { width: 390, height: 844 },
}

/** Content for every part of the panel: events with each outcome, findings, and a list. */
const html = (
  tag: string,
) => `<!doctype html><html lang="en"><head><title>Shoes</title>${tag}</head><body>
  <h1>Shoes</h1><form data-svc-search><input type="search" aria-label="Search"></form>
  <ul data-svc-page='categoryPath:"Men>Shoes>Trainers and everything else that runs"'>
    <li data-svc-product="P1"><a href="#P1">One</a> <button type="button">Like</button></li>
    <li data-svc-product="a-product-with-a-name-that-is-much-longer-than-a-line-of-the-panel-can-hold"><a href="#P2">Two</a></li>
    <li data-svc-product="">Nameless</li></ul></body></html>`

async function open(page: Page, shop: Shop) {
  const tag = shop.tag({ 'data-record-bots': 'true', 'data-impressions': '{"dwellMs":200}' })
  shop.page('/list.html', html(tag + pixelScript(shop.url)))
  await shop.open('/list.html')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByRole('link', { name: 'One' }).click()
  await page.getByRole('button', { name: 'Like' }).click()
  await shop.waitFor('click')
  await page.evaluate(
    `pixel('click', { pid: 'P1' }); pixel('cart', { pid: 'a-product-with-a-name-that-is-much-longer-than-a-line', qty: '1' })`,
  )
  await shop.waitFor('cart')
  return openInspector(page)
}

const views: Readonly<Record<string, (panel: Locator) => Promise<unknown>>> = {
  'with an event open': (panel) => panel.getByRole('button', { name: /Sent Click/ }).click(),
  'with what the audit found': async (panel) => {
    await panel.getByRole('tab', { name: 'Audit' }).click()
    await expect(panel).toContainText('A tile names no product')
  },
  'with another tag compared': async (panel) => {
    await panel.getByRole('tab', { name: 'Compare' }).click()
    await expect(panel.getByRole('rowheader', { name: /Only Other script/ })).toBeVisible()
  },
  'with what is set up': (panel) => panel.getByRole('tab', { name: 'Setup' }).click(),
  'with the outlines': async (panel) => {
    await expect(panel.getByRole('list', { name: 'Tiles in the window' })).toContainText('clicked')
  },
  folded: (panel) => panel.getByRole('button', { name: 'Fold' }).click(),
}

/** Controls too small for a finger, and whether a part is wider than the panel. */
const reach = (panel: Locator) =>
  panel.evaluate((section) => {
    const body = section.querySelector('.body')
    const small = [...section.querySelectorAll('button, input')]
      .map((control) => ({
        name: control.textContent || control.ariaLabel,
        box: control.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.height > 0 && Math.min(box.width, box.height) < 40)
    return { small, isTooWide: body ? body.scrollWidth > body.clientWidth : true }
  })

test('on a phone the panel is an accessible sheet with controls large enough for a finger', async ({
  page,
  shop,
}) => {
  await unlockRoots(page, { forPage: true })
  await page.setViewportSize(windows['on a phone'])
  await page.emulateMedia({ colorScheme: 'light' })
  const panel = await open(page, shop)
  const sheet = await panel.boundingBox()
  expect(sheet).toMatchObject({ x: 0, width: 390 })
  expect(sheet?.y).toBeGreaterThan(844 / 3)
  expect(Number(sheet?.y) + Number(sheet?.height)).toBe(844)
  for (const [what, view] of Object.entries(views)) {
    await view(panel)
    expect.soft(await barriersOf(page, { within: ['svc-inspector'] }), what).toEqual([])
    if (what !== 'folded')
      expect.soft(await reach(panel), what).toEqual({ small: [], isTooWide: false })
  }
  // A folded panel is out of the way, and one touch away.
  await page.getByRole('link', { name: 'Two' }).click()
  await page.getByRole('button', { name: /open the inspector/ }).click()
  await expect(panel.getByRole('tab', { name: 'Events' })).toBeVisible()
})

test('on a desktop the panel docks on either side, and is readable in dark mode', async ({
  page,
  shop,
}) => {
  await unlockRoots(page, { forPage: true })
  await page.setViewportSize(windows['on a desktop'])
  await page.emulateMedia({ colorScheme: 'dark' })
  const panel = await open(page, shop)
  const rules = ['color-contrast', 'target-size']
  for (const [what, view] of Object.entries(views).slice(0, 3)) {
    await view(panel)
    expect.soft(await barriersOf(page, { within: ['svc-inspector'], rules }), what).toEqual([])
  }
  expect(await panel.boundingBox()).toMatchObject({ x: 1280 - 420, y: 0, height: 800 })
  await panel.getByRole('button', { name: 'Move to the left' }).click()
  expect(await panel.boundingBox()).toMatchObject({ x: 0, y: 0, height: 800 })
})

/** Every colour on the layer, except where it is half transparent. */
const paint = (page: Page): Promise<string[]> =>
  page.locator('svc-inspector canvas').evaluate((layer) => {
    const canvas = layer as HTMLCanvasElement
    const pen = canvas.getContext('2d')
    if (!pen || !canvas.width) return []
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
    const colours = new Set<string>()
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] === 255) colours.add([data[at], data[at + 1], data[at + 2]].join())
    }
    return [...colours]
  })

const HIGHLIGHT = '192,38,211'
const DWELLING = '178,107,0'
const UNSEEN = '110,119,129'
const CLICKED = '29,78,216'
const LIST = '124,58,237'
const FACET = '14,116,144'
const CONTROL = '190,24,93'

test('the layer shows the state of each tile, and the other marked elements', async ({
  page,
  shop,
}) => {
  await unlockRoots(page)
  const box = 'style="width:300px;height:60px;list-style:none;margin:20px"'
  const tag = shop.tag({ 'data-record-bots': 'true', 'data-impressions': '{"dwellMs":20000}' })
  shop.page(
    '/list.html',
    `<!doctype html>${tag}<div data-svc-facet="color" ${box}><b data-svc-value="Red">Red</b></div>
    <ul data-svc-query="shoes" style="margin:0">
      <li id="far" data-svc-product="P1" style="position:absolute;top:100%;margin-top:-20px;height:60px;width:300px">Half out</li>
      <li id="near" data-svc-product="P2" ${box}>Near</li>
      <li id="mine" data-svc-product="P3" ${box}>Mine</li></ul>
    <p ${box}><button type="button" data-svc-cart="P3">Add</button></p>`,
  )
  await shop.open('/list.html')
  const panel = await openInspector(page)
  await page.getByText('Mine').click()
  const legend = panel.getByRole('list', { name: 'Tiles in the window' })
  await expect(legend).toHaveText('1 not yet seen1 being seen1 clicked')
  expect(await paint(page)).not.toContain(HIGHLIGHT)
  // The element of an event is outlined while the pointer or the focus is on the event.
  const line = panel.getByRole('button', { name: /Sent Click P3/ })
  const isOutlined = async () => (await paint(page)).includes(HIGHLIGHT)
  await line.hover()
  await expect.poll(isOutlined).toBe(true)
  await panel.getByRole('heading', { name: 'svc inspector' }).hover()
  await expect.poll(isOutlined).toBe(false)
  await line.focus()
  await expect.poll(isOutlined).toBe(true)
  await panel.getByRole('searchbox').focus()
  expect(await paint(page)).toEqual(
    expect.arrayContaining([UNSEEN, DWELLING, CLICKED, LIST, FACET, CONTROL]),
  )
})

test('everything can be done with the keyboard', async ({ page, shop }) => {
  await unlockRoots(page)
  const tag = shop.tag({
    'data-record-bots': 'true',
    'data-inspect': 'true',
    'data-impressions': '{"dwellMs":200}',
  })
  shop.page('/list.html', html(tag))
  await shop.open('/list.html')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByRole('link', { name: 'One' }).focus()
  await page.keyboard.press('Enter')
  await shop.waitFor('click')
  await page.keyboard.press('Alt+Shift+S')
  const panel = page.getByRole('region', { name: 'svc inspector' })
  const isFocused = (target: Locator) =>
    target.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element)

  /** Presses Tab until the target has the focus. After the last element of a page, a browser continues with its own controls. */
  async function tabTo(target: Locator, key = 'Tab') {
    for (let presses = 0; presses < 30 && !(await isFocused(target)); presses += 1)
      await page.keyboard.press(key)
    await expect(target).toBeFocused()
    expect(await target.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  }

  await expect(panel.getByRole('switch', { name: 'Outline' })).toBeFocused()
  const legend = panel.getByRole('list', { name: 'Tiles in the window' })
  await page.keyboard.press('Space')
  await expect(legend).toBeHidden()
  await page.keyboard.press('Space')
  await expect(legend).toBeVisible()

  await tabTo(panel.getByRole('searchbox'))
  await page.keyboard.type('click')
  const line = panel.getByRole('button', { name: /Sent Click P1/ })
  await tabTo(line)
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('row', { name: /^pid P1/ })).toBeVisible()
  await tabTo(panel.getByRole('button', { name: 'Copy as curl' }))

  await tabTo(panel.getByRole('button', { name: 'Close the inspector' }), 'Shift+Tab')
  await tabTo(panel.getByRole('tab', { name: 'Events' }))
  await page.keyboard.press('ArrowRight')
  await tabTo(panel.getByRole('button', { name: 'Show me' }).first())
  await page.keyboard.press('Enter')
  await tabTo(panel.getByRole('tab', { name: 'Audit' }), 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await tabTo(panel.getByRole('button', { name: 'Compare again' }))
  await tabTo(panel.getByRole('tab', { name: 'Compare' }), 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await tabTo(panel.getByRole('button', { name: 'Save the session as JSON' }))
  const { name } = await saved(page, () => page.keyboard.press('Enter'))
  expect(name).toMatch(/^svc-session-.+\.json$/)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('link', { name: 'One' })).toBeFocused()
})
