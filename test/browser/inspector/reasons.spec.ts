import type { Page } from '@playwright/test'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

/*
 * Everything that the tag holds, drops or ignores: what the shopper or the shop does, and the entry in `svc.explain()`. Cases with markup
 * share one page; `here` is the element that the entry is about.
 */

const list = (inside: string, mark = 'data-svc-query="shoes"') => `<ul ${mark}>${inside}</ul>`
const tile = (inside = 'One', pid = 'P1') =>
  `<li id="here" data-svc-product="${pid}" style="font-size:40px">${inside}</li>`
const order = (lines: string, mark = 'data-svc-order="A1"') => `<p id="here" ${mark}>${lines}</p>`
const line = (qty: string, price: string, pid = 'P1') =>
  `<b data-svc-line="${pid}" data-svc-qty="${qty}" data-svc-price="${price}">Line</b>`
/** Forms are submitted to a frame, so that the page stays. */
const searchForm = (mark = 'data-svc-search') =>
  `<form id="here" ${mark} target="away"><input type="search"><button>Search</button></form>`
const FRAME = '<iframe name="away" hidden></iframe>'
const facet =
  '<div id="here" data-svc-facet="color"><button type="button" data-svc-value="Red">Red</button></div>'
const script = (json: string) =>
  `<script id="here" type="application/json" data-svc-events>${json}</script>`
const ignored = (inside: string) => `<div data-svc-ignore>${inside}</div>`

const INSIDE = 'inside data-svc-ignore'
const NO_BLOCK = 'data-svc-events is not a list of {action, data}'
const CONTROL = 'a control in the tile; data-svc-click counts it'

/** The action on the element: a press on the part that matches this selector, or a function. */
type Act = string | ((page: Page, here: string) => Promise<unknown>)

type Rule = readonly [action: string | undefined, reason: string, html: string, act?: Act]

const searchFor =
  (text: string): Act =>
  async (page, here) => {
    await page.locator(`${here} input`).fill(text)
    await page.locator(`${here} button`).click()
  }
const force: Act = (page, here) => page.locator(here).click({ force: true })
const drag: Act = async (page, here) => {
  await page.locator(here).hover({ position: { x: 10, y: 10 } })
  await page.mouse.down()
  await page.locator(here).hover({ position: { x: 200, y: 10 } })
  await page.mouse.up()
}

const withoutList: readonly Rule[] = [
  ['facets', 'a facet without a list', facet, ' button'],
  ['search', 'nothing to search for', searchForm(), searchFor('  ')],
  [
    'search',
    'nothing to search for',
    '<button type="button" id="here" data-svc-search="">Search</button>',
    '',
  ],
  [
    'search',
    'searched before',
    searchForm(),
    async (page, here) => {
      await page.locator(`${here} input`).fill('boots')
      await page.locator(`${here} button`).dblclick()
    },
  ],
  ['search', INSIDE, searchForm('data-svc-search data-svc-ignore'), searchFor('hats')],
  [
    'cart',
    'data-svc-cart names no product',
    '<button type="button" id="here" data-svc-cart>Add</button>',
    '',
  ],
  [
    'cart',
    'data-svc-qty is no whole number above 0',
    '<p><button type="button" id="here" data-svc-cart="P1">Add</button><input data-svc-qty value="1.5"></p>',
    '',
  ],
  ['cart', INSIDE, ignored('<button type="button" id="here" data-svc-cart="P1">Add</button>'), ''],
  [
    'cart',
    'aria-disabled',
    '<b id="here" role="button" aria-disabled="true" data-svc-cart="P1">Add</b>',
    force,
  ],
  ['order', 'an order needs data-svc-line', order('Thank you')],
  ['order', 'data-svc-line is empty', order(line('1', '9', ''))],
  ['order', 'data-svc-qty is no whole number above 0', order(line('0', '9'))],
  ['order', 'data-svc-price is no plain number, as 1234.50', order(line('1', '1,234'))],
  ['order', INSIDE, ignored(order(line('1', '9')))],
  [undefined, NO_BLOCK, script('[{"action":')],
  [undefined, NO_BLOCK, '<p id="here" data-svc-events>[]</p>'],
  [
    undefined,
    'read before; an id on the block tells two equal deliveries apart',
    script('[]') + script('[]'),
  ],
  [undefined, INSIDE, ignored(script('[]'))],
  ['click', 'click: pid is missing', script('[{"action":"click","data":{}}]')],
]

const withLists: readonly Rule[] = [
  [
    'PRODUCT_IMPRESSIONS',
    'counted before',
    list(tile().replace('id="here"', '') + tile(), 'data-svc-query="twice"'),
  ],
  [
    'PRODUCT_IMPRESSIONS',
    'counted before',
    '<p data-svc-query="no" data-svc-total="0">None</p><p id="here" data-svc-query="no" data-svc-total="0">None</p>',
  ],
  ['PRODUCT_IMPRESSIONS', 'not in a list; mark it data-svc-query or data-svc-page', tile()],
  [
    'PRODUCT_IMPRESSIONS',
    'not in a list; mark it data-svc-query or data-svc-page',
    '<p id="here" data-svc-query="" data-svc-total="0">None</p>',
  ],
  ['PRODUCT_IMPRESSIONS', 'data-svc-product is empty', list(tile('Nameless', ''))],
  ['PRODUCT_IMPRESSIONS', INSIDE, list(ignored(tile()))],
  [
    'click',
    'another mouse button',
    list(tile()),
    (page, here) => page.locator(here).click({ button: 'right' }),
  ],
  ['click', 'a drag', list(tile('Drag me along')), drag],
  [
    'click',
    'a script did it',
    list(tile()),
    (page, here) => page.locator(here).evaluate((element: HTMLElement) => element.click()),
  ],
  ['click', CONTROL, list(tile('<button type="button">Like</button>')), ' button'],
  ['click', CONTROL, list(tile('<b data-svc-cart>Add</b>')), ' b'],
  ['click', INSIDE, list(ignored(tile())), ''],
  ['click', 'data-svc-product is empty', list(tile('Nameless', '')), ''],
  ['click', 'a double click', list(tile()), (page, here) => page.locator(here).dblclick()],
  [
    'facets',
    'aria-disabled',
    list('<b id="here" role="button" aria-disabled="true" data-svc-facets-reset>Clear</b>'),
    force,
  ],
  // Outside of two lists, it is unclear which one it belongs to.
  ['facets', 'a facet without a list', facet, ' button'],
  ['facets', INSIDE, ignored(facet), ' button'],
  ['facets', INSIDE, ignored('<button id="here" data-svc-facets-reset>Clear</button>'), ''],
]

/** The entries of `svc.explain()`, with elements by their ids. */
const explained = (page: Page) =>
  page.evaluate(async () => {
    const entries = window.svc?.version ? await window.svc.explain() : []
    return entries.map(({ action, state, reason, element }) => ({
      state,
      ...(action && { action }),
      ...(reason && { reason }),
      ...(element && { on: element.id }),
    }))
  })

async function open(page: Page, shop: Shop, settings: object, html: string) {
  const usual = { 'data-record-bots': 'true', 'data-impressions': '{"dwellMs":200}' }
  const head = `<head>${shop.tag({ ...usual, ...settings })}</head>`
  shop.page('/page.html', `<!doctype html>${head}<body>${html}</body>`)
  await shop.open('/page.html')
  await page.waitForFunction('window.svc?.version')
}

async function press(page: Page, here: string, act: Act | undefined) {
  if (typeof act === 'string') await page.locator(here + act).click()
  else await act?.(page, here)
}

for (const [where, rules] of Object.entries({
  'without lists': withoutList,
  'with lists': withLists,
}))
  test(`everything that the tag ignores on a page ${where} has a reason`, async ({
    page,
    shop,
  }) => {
    const parts = rules.map(([, , html], at) => html.replaceAll('id="here"', `id="rule-${at}"`))
    await open(page, shop, { 'data-impressions': 'load' }, FRAME + parts.join('\n'))
    for (const [at, [action, reason, , act]] of rules.entries()) {
      await press(page, `#rule-${at}`, act)
      const entry = { state: 'ignored', ...(action && { action }), reason, on: `rule-${at}` }
      await expect.soft.poll(() => explained(page), `rule ${at}`).toContainEqual(entry)
    }
  })

/** More calls than may wait. */
const crowd = (page: Page) =>
  page.evaluate(`void svc.ready.then(() => {
    for (let index = 0; index < 210; index += 1) svc.track('search', { query: 'shoes ' + index })
  })`)

type Step = readonly [
  does: ((page: Page, shop: Shop) => Promise<unknown>) | undefined,
  ...entry: readonly [state: string, action: string | undefined, reason?: string, on?: string],
]

const click = (page: Page) => page.locator('#here').click()
const deny = (page: Page) => page.evaluate(`svc.consent('denied')`)
const SEEN = 'PRODUCT_IMPRESSIONS'

/** Pages on which settings, faults or time decide: what is done there in order, and the resulting entry. */
const others: readonly (readonly [
  name: string,
  settings: object,
  html: string,
  ...steps: readonly Step[],
])[] = [
  [
    'no user id yet',
    { 'data-create-user-id': 'false' },
    list(tile()),
    [click, 'held', 'click', 'no user id yet', 'here'],
    [crowd, 'dropped', 'click', 'too many waited: no user id yet', 'here'],
  ],
  [
    'a robot',
    { 'data-record-bots': 'false' },
    list(tile()),
    [click, 'ignored', 'click', 'a robot; recordBots counts it', 'here'],
  ],
  [
    'tiles out of sight, unseen or not seen long enough',
    { 'data-impressions': '{"dwellMs":60000}' },
    `${list(tile())}<div style="opacity:0">${list(tile('Two', 'P2').replace('here', 'clear'))}</div>
    <p style="height:3000px"></p>${list(tile('Three', 'P3').replace('here', 'far'))}`,
    [undefined, 'held', SEEN, 'not seen long enough', 'here'],
    [undefined, 'held', SEEN, 'not seen long enough', 'clear'],
    [undefined, 'held', SEEN, 'not seen long enough', 'far'],
  ],
  [
    'a batch',
    {},
    list(tile()),
    [undefined, 'held', SEEN, 'waiting for its batch, sent within 2 s', 'here'],
  ],
  [
    'a full queue',
    { 'data-impressions': '{"dwellMs":60000}' },
    list(tile()),
    [
      async (page, shop) => {
        await shop.faults({ status: 503 })
        // A loop would be spread over several tasks, and the click would wait behind it.
        await page.evaluate(`(async () => {
          for (let index = 0; index < 1_100; index += 1) {
            svc.track('cart', { pid: 'P' + index })
            if (index % 10 === 9) await new Promise((resolve) => setTimeout(resolve))
          }
        })()`)
        // A click implies an impression, which is less valuable than all the waiting events.
        await click(page)
      },
      ...(['dropped', SEEN, 'the queue is full', 'here'] as const),
    ],
  ],
  [
    'consent on hold, then denied',
    { 'data-consent': 'hold' },
    list(tile()),
    [click, 'held', 'click', 'consent is on hold', 'here'],
    [crowd, 'dropped', 'click', 'too many waited: consent is on hold', 'here'],
    [deny, 'dropped', 'search', 'consent denied'],
    [
      (page) => page.evaluate(`void svc.track('click', { pid: 'P1' })`),
      ...(['ignored', 'click', 'consent denied'] as const),
    ],
  ],
  [
    'clicks of the dataLayer',
    { 'data-data-layer': '{"preferred":["click"]}' },
    list(tile()),
    [click, 'ignored', 'click', 'the dataLayer reports it', 'here'],
  ],
  [
    'a stopped tag',
    {},
    '',
    [
      (page) => page.evaluate(`svc.stop(), svc.track('click', { pid: 'P1' })`),
      ...(['ignored', 'click', 'the tag was stopped'] as const),
    ],
  ],
]

test('events dropped because of settings, faults or time have a reason', async ({
  page,
  context,
  shop,
}) => {
  const cdp = await context.newCDPSession(page)
  for (const [name, settings, html, ...steps] of others)
    await test.step(name, async () => {
      await page.goto('about:blank')
      await cdp.send('Storage.clearDataForOrigin', { origin: shop.url, storageTypes: 'all' })
      await shop.faults({})
      await shop.reset()
      await open(page, shop, settings, html)
      for (const [does, state, action, reason, on] of steps) {
        await does?.(page, shop)
        const entry = {
          state,
          ...(action && { action }),
          ...(reason && { reason }),
          ...(on && { on }),
        }
        await expect.poll(() => explained(page), name).toContainEqual(entry)
      }
    })
})

test('every event of a list has its element, including facets', async ({ page, shop }) => {
  await open(page, shop, {}, facet + list('<li>None</li>'))
  await page.getByRole('button', { name: 'Red' }).click()
  await shop.waitFor('facets')
  await expect
    .poll(() => explained(page))
    .toContainEqual({ action: 'facets', state: 'sent', on: 'here' })
})
