import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures/shop.ts'
import { createMeter } from '../../support/runner/page-leftovers.ts'
import { look } from '../../support/simulators/fault-trial.ts'

/*
 * Tiles that are in the page and in its viewport from the start, and visible only later: no element comes, and none with a mark changes.
 */

/** As long as somebody looks at one of them. */
const LOOK_MS = 3_500

/** Kinds of events by which something hidden may be shown. */
const SIGNS = 4

const list = (name: string) =>
  `<ul data-svc-query="shoes" class="${name}">${[1, 2, 3].map((id) => `<li data-svc-product="P${id}">Shoe ${id}</li>`).join('')}</ul>`

interface Case {
  readonly css?: string
  readonly html: string
  /** Shows what is hidden. */
  readonly show: (page: Page) => Promise<unknown>
}

const STACKED =
  '.slides li { position: absolute; inset: 0; opacity: 0; height: 9em } .slides .on { opacity: 1 }'

const cases: Readonly<Record<string, Case>> = {
  'slides that are stacked, each shown by a class': {
    css: `.slides { position: relative; height: 9em } ${STACKED}`,
    html: list('slides'),
    async show(page) {
      for (const index of [0, 1, 2]) {
        await page.evaluate(
          `document.querySelectorAll('li').forEach((slide, at) => slide.classList.toggle('on', at === ${index}))`,
        )
        await page.waitForTimeout(LOOK_MS)
      }
    },
  },
  'a menu that opens while the pointer is on its title': {
    css: '.panel { visibility: hidden } nav:hover .panel { visibility: visible }',
    html: `<nav><h1>Menu</h1><div class="panel">${list('')}</div></nav>`,
    show: (page) => page.getByRole('heading').hover(),
  },
  'a drawer that fades in by a class of the body': {
    css: 'aside { opacity: 0; transition: opacity 400ms } .open aside { opacity: 1 }',
    html: `<aside>${list('')}</aside>`,
    show: (page) => page.evaluate("document.body.classList.add('open')"),
  },
  'a block of details': {
    html: `<details><summary>More</summary>${list('')}</details>`,
    show: (page) => page.getByText('More').click(),
  },
  'a dialog': {
    html: `<button onclick="document.querySelector('dialog').showModal()">More</button><dialog>${list('')}</dialog>`,
    show: (page) => page.getByText('More').click(),
  },
  'a popover': {
    html: `<button popovertarget="more">More</button><div popover id="more">${list('')}</div>`,
    show: (page) => page.getByText('More').click(),
  },
}

for (const [what, { css = '', html, show }] of Object.entries(cases))
  test(`${what}: each tile counts once, after it was shown`, async ({ page, shop }) => {
    shop.page(
      '/later.html',
      `<!doctype html><style>${css}</style>${shop.tag({ 'data-record-bots': '' })}<body>${html}`,
    )
    await shop.open('/later.html')
    await look(page)
    // Long enough for several looks at what is hidden.
    await page.waitForTimeout(4_500)
    expect(await shop.received('PRODUCT_IMPRESSIONS')).toEqual([])
    await show(page)
    await page.waitForTimeout(LOOK_MS)
    const seen = async () =>
      (await shop.received('PRODUCT_IMPRESSIONS')).flatMap(
        ({ data }) => (data as { pids_list: readonly string[] }).pids_list,
      )
    await expect.poll(async () => (await seen()).sort()).toEqual(['P1', 'P2', 'P3'])
  })

test('what listens for a hidden tile ends when the tile was seen, and when it has gone', async ({
  page,
  shop,
}) => {
  const meter = await createMeter(page, '/svc.js')
  const drawer = `<style>aside { opacity: 0 } .open aside { opacity: 1 }</style><body><aside>${list('')}</aside>`
  shop.page('/later.html', `<!doctype html>${shop.tag({ 'data-record-bots': '' })}${drawer}`)
  const listeners = async () => (await meter.running()).listeners
  for (const end of [
    "document.body.classList.add('open')",
    "document.querySelector('aside').remove(); document.body.classList.add('open')",
  ]) {
    await shop.open('/later.html')
    await look(page)
    const before = await listeners()
    await page.waitForTimeout(LOOK_MS)
    expect(await listeners()).toBe(before + SIGNS)
    await page.evaluate(end)
    await page.waitForTimeout(LOOK_MS)
    expect(await listeners()).toBe(before)
  }
})

test('a pointer that moves over a dialog costs few hit tests, however many tiles are under it', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    const { elementFromPoint } = Document.prototype
    Object.assign(window, { hitTests: 0 })
    Document.prototype.elementFromPoint = function (x, y) {
      ;(window as unknown as { hitTests: number }).hitTests += 1
      return elementFromPoint.call(this, x, y)
    }
  })
  const tiles = Array.from({ length: 40 }, (_, id) => `<li data-svc-product="P${id}">S</li>`)
  const over =
    '<style>li { float: left } div { position: fixed; inset: 0 } p { margin: 2em }</style>'
  const dialog = `<div>${'<p>Words</p>'.repeat(9)}</div>`
  shop.page(
    '/under.html',
    `<!doctype html>${shop.tag({ 'data-record-bots': '' })}${over}<body><ul data-svc-query="shoes">${tiles.join('')}</ul>${dialog}`,
  )
  await shop.open('/under.html')
  await look(page)
  await page.waitForTimeout(4_500)
  const hitTests = () => page.evaluate<number>('hitTests')
  const before = await hitTests()
  for (let turn = 0; turn < 20; turn += 1) {
    await page.mouse.move(100, 20 + turn * 20)
    await page.waitForTimeout(100)
  }
  // Once a second for each of 40 tiles would be 80, and at each sign 320.
  expect((await hitTests()) - before).toBeLessThan(60)
  expect(await shop.received('PRODUCT_IMPRESSIONS')).toEqual([])
})
