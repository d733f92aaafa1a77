import type { Page } from '@playwright/test'
import { startBareChromium } from '../../support/fixtures/bare-chromium.ts'
import { expect, test } from '../../support/fixtures/shop.ts'
import { countBrowserCalls, since } from '../../support/runner/browser-call-counter.ts'
import { createMeter } from '../../support/runner/page-leftovers.ts'
import { look } from '../../support/simulators/fault-trial.ts'

/*
 * Tiles that are in the page and its viewport from the start, but become visible only later, without a new element or a change of an
 * element with attributes. Also pages that are loaded before they are shown.
 */

/** How long a shopper looks at one of them. */
const LOOK_MS = 3_500

/** Kinds of events that may show a hidden element. */
const SIGNS = 4

const list = (name: string) =>
  `<ul data-svc-query="${name}" class="${name}">${[1, 2, 3].map((id) => `<li data-svc-product="${name}-${id}">Shoe ${id}</li>`).join('')}</ul>`

/** Hidden lists by name: the element that contains the list, and how it is shown. */
const hidden: Readonly<
  Record<string, readonly [html: (list: string) => string, show: (page: Page) => Promise<unknown>]>
> = {
  // Stacked slides, each shown by a class.
  slides: [
    (inside) => inside,
    async (page) => {
      for (const index of [0, 1, 2]) {
        await page.evaluate(
          `document.querySelectorAll('.slides li').forEach((slide, at) => slide.classList.toggle('on', at === ${index}))`,
        )
        await page.waitForTimeout(LOOK_MS)
      }
    },
  ],
  menu: [
    (inside) => `<nav><h1>Menu</h1><div class="panel">${inside}</div></nav>`,
    (page) => page.getByRole('heading').hover(),
  ],
  // Fades in when the body gets a class.
  drawer: [
    (inside) => `<aside>${inside}</aside>`,
    (page) => page.evaluate("document.body.classList.add('open')"),
  ],
  details: [
    (inside) => `<details><summary>Details</summary>${inside}</details>`,
    (page) => page.getByText('Details').click(),
  ],
  popover: [
    (inside) => `<button popovertarget="more">Pop</button><div popover id="more">${inside}</div>`,
    (page) => page.getByText('Pop').click(),
  ],
  dialog: [
    (inside) =>
      `<button onclick="document.querySelector('dialog').showModal()">Open</button><dialog>${inside}</dialog>`,
    // The first press closes the popover.
    (page) => page.keyboard.press('Escape').then(() => page.getByText('Open').click()),
  ],
}

const STYLE = `<style>
  .slides { position: relative; height: 9em }
  .slides li { position: absolute; inset: 0; opacity: 0 }
  .slides .on { opacity: 1 }
  .panel { visibility: hidden }
  nav:hover .panel { visibility: visible }
  aside { opacity: 0; transition: opacity 400ms }
  .open aside { opacity: 1 }
</style>`

test('tiles in slides, menus, drawers, details, popovers and dialogs count once they are shown', async ({
  page,
  shop,
}) => {
  const parts = Object.entries(hidden).map(([name, [html]]) => html(list(name)))
  shop.page(
    '/later.html',
    `<!doctype html>${STYLE}${shop.tag({ 'data-record-bots': '' })}<body>${parts.join('')}`,
  )
  await page.setViewportSize({ width: 1_000, height: 1_200 })
  await shop.open('/later.html')
  await look(page)
  // Long enough for several checks of the hidden tiles.
  await page.waitForTimeout(4_500)
  const seen = async () =>
    (await shop.received('PRODUCT_IMPRESSIONS')).flatMap(
      ({ data }) => (data as { pids_list: readonly string[] }).pids_list,
    )
  const expected: string[] = []
  for (const [name, [, show]] of Object.entries(hidden)) {
    expect((await seen()).sort()).toEqual(expected)
    await show(page)
    expected.push(...[1, 2, 3].map((id) => `${name}-${id}`))
    expected.sort()
    await expect.poll(async () => (await seen()).sort(), name).toEqual(expected)
  }
})

test('listeners for a hidden tile are removed when the tile has been seen or removed', async ({
  page,
  shop,
}) => {
  const meter = await createMeter(page, '/svc.js')
  const drawer = `<style>aside { opacity: 0 } .open aside { opacity: 1 }</style><body><aside></aside>`
  shop.page('/later.html', `<!doctype html>${shop.tag({ 'data-record-bots': '' })}${drawer}`)
  const listeners = async () => (await meter.running()).listeners
  for (const end of [
    "document.body.classList.add('open')",
    "document.querySelector('aside').remove(); document.body.classList.add('open')",
  ]) {
    await shop.open('/later.html')
    await look(page)
    const before = await listeners()
    await page.evaluate((html) => {
      for (const drawer of document.querySelectorAll('aside')) drawer.innerHTML = html
    }, list('shoes'))
    await expect.poll(listeners).toBe(before + SIGNS)
    await page.evaluate(end)
    await expect.poll(listeners).toBe(before)
  }
})

test('moving the pointer over a dialog costs few hit tests, however many tiles are under it', async ({
  page,
  shop,
}) => {
  const asked = await countBrowserCalls(page)
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
  const before = await asked()
  for (let turn = 0; turn < 20; turn += 1) {
    await page.mouse.move(100, 20 + turn * 20)
    await page.waitForTimeout(100)
  }
  // Once a second for each of 40 tiles would be 80, and at each sign 320.
  expect(since(before, await asked()).hitTests).toBeLessThan(60)
  expect(await shop.received('PRODUCT_IMPRESSIONS')).toEqual([])
})

/** A page that reports its state to the service, once some time after the tag has loaded and once when it is shown. */
const reporter = `<script>
  const say = async () => {
    const data = JSON.stringify({
      path: location.pathname,
      isPrerendering: document.prerendering,
      stored: [
        ...document.cookie.split('; ').filter(Boolean),
        ...Object.keys(localStorage),
        ...Object.keys(sessionStorage),
        ...(await indexedDB.databases()).map(({ name }) => name),
      ],
      activatedAt: document.prerendering ? 0 : Math.floor(performance.timeOrigin + performance.getEntriesByType('navigation')[0].activationStart),
    })
    const t = Date.now() + '|' + Math.random()
    fetch('/v2/1p.jpg?' + new URLSearchParams({ action: 'said', uid: 'u', t, data }))
  }
  const look = () => {
    if (!window.svc) return setTimeout(look, 50)
    svc.track('search', { query: 'called early' })
    // Long enough for whatever the tag does at its start.
    setTimeout(say, 500)
  }
  look()
  document.addEventListener('prerenderingchange', say)
</script>`

test('a prerendered page counts nothing until it is shown; dwell times begin then', async ({
  shop,
}) => {
  const dwellMs = 1_500
  const impressions = JSON.stringify({ ratio: 0.5, dwellMs })
  const tag = shop.tag({ 'data-record-bots': '', 'data-impressions': impressions })
  const rules = JSON.stringify({
    prerender: [{ source: 'list', urls: ['/shown.html', '/never.html'], eagerness: 'immediate' }],
  })
  for (const path of ['/shown.html', '/never.html'])
    shop.page(path, `<!doctype html>${tag}${list('shoes')}${reporter}`)
  const first = shop.page(
    '/first.html',
    `<!doctype html><a href="/shown.html">go</a><script type="speculationrules">${rules}</script>
    <script>
      const wait = async () => {
        if ((await fetch('/go.html')).ok) document.querySelector('a').click()
        else setTimeout(wait, 50)
      }
      wait()
    </script>`,
  )
  const own = async () => (await shop.received()).filter(({ action }) => action !== 'said')
  const bare = await startBareChromium(first)
  try {
    for (const { data } of await shop.waitFor('said', 2))
      expect(data).toMatchObject({ isPrerendering: true, stored: [] })
    expect(await own()).toEqual([])
    shop.page('/go.html', '')
    await shop.waitFor('PRODUCT_IMPRESSIONS')
    await shop.waitFor('search')
    const shown = (await shop.waitFor('said', 3)).at(-1)
    const { path, activatedAt } = Object(shown?.data)
    expect(path).toBe('/shown.html')
    const events = await own()
    expect(events.map(({ action }) => action).sort()).toEqual([
      'PRODUCT_IMPRESSIONS',
      'search',
      'visitor',
    ])
    for (const { action, data, at } of events) {
      expect(data).toMatchObject({ url: `${shop.url}/shown.html`, referrer: first })
      const afterMs = action === 'PRODUCT_IMPRESSIONS' ? dwellMs : 0
      expect(at).toBeGreaterThanOrEqual(activatedAt + afterMs)
    }
  } finally {
    await bare.close()
  }
})
