import type { Page } from '@playwright/test'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'
import { type Ability, can } from '../../support/runner/expectations.ts'

/*
 * The table of everything that the tag drops or ignores: each row is a rule, with a page on which it applies, what the shopper or
 * the shop does there, and what `svc.explain()` says of it. The element that it says it of has the id `here`.
 */

interface Rule {
  /** Events that are dropped or ignored, and when. */
  readonly rule: string
  readonly html?: string
  /** Attributes of the script element. */
  readonly settings?: Readonly<Record<string, string>>
  readonly act?: (page: Page, shop: Shop) => Promise<unknown>
  readonly state: 'held' | 'ignored' | 'dropped' | 'merged'
  /** Absent where the state says it all. */
  readonly reason?: string
  readonly action?: string
  /** Where the driver cannot do it, nothing is said of it. */
  readonly needs?: Ability
  /** It was not done to an element, but by a call, a dataLayer, or on an earlier page. */
  readonly isNowhere?: true
}

const list = (inside: string, mark = 'data-svc-query="shoes"') => `<ul ${mark}>${inside}</ul>`

/** Large enough to be pressed in the middle. */
const tile = (inside = 'One', pid = 'P1') =>
  `<li id="here" data-svc-product="${pid}" style="font-size:40px">${inside}</li>`

const order = (line: string, mark = 'data-svc-order="A1"') => `<p id="here" ${mark}>${line}</p>`
const line = (qty: string, price: string, pid = 'P1') =>
  `<b data-svc-line="${pid}" data-svc-qty="${qty}" data-svc-price="${price}"></b>`

/** Forms lead into a frame, so that the page stays. */
const searchForm = (mark = 'data-svc-search') =>
  `<form id="here" ${mark} target="away"><input type="search"><button>Search</button></form>
  <iframe name="away" hidden></iframe>`

const facet = () =>
  `<div id="here" data-svc-facet="color"><button type="button" data-svc-value="Red">Red</button></div>`

const script = (json: string, more = 'type="application/json"') =>
  `<script id="here" ${more} data-svc-events>${json}</script>`

const DATA_LAYER = '<script>dataLayer = []</script>'

const call = (code: string) => (page: Page) => page.evaluate(`void svc.${code}`)
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click()
const click = (page: Page) => page.locator('#here').click()
const searchFor = (text: string) => async (page: Page) => {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('button', { name: 'Search' }).click()
}
const nowhere = { isNowhere: true } as const

/** More than may wait, each a call. */
const crowd = call(`ready.then(() => {
  for (let index = 0; index < 210; index += 1) svc.track('search', { query: 'shoes ' + index })
})`)

/** Changes what the browser keeps of the one event that waits there, as time or another release would, and loads the page again. */
const leftBehind = (change: string) => async (page: Page, shop: Shop) => {
  await shop.faults({ hang: true })
  await page.evaluate(`svc.track('click', { pid: 'P1' })`)
  const changed = () =>
    page.evaluate(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('svc-tag', 1)
      opening.onerror = reject
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('events', 'readwrite')
        const table = transaction.objectStore('events')
        table.getAll().onsuccess = ({ target }) => {
          const kept = target.result.find(({ event }) => event?.action === 'click')
          if (kept) {
            table.delete(kept.key)
            ${change}
          }
          transaction.oncomplete = () => { opening.result.close(); resolve(Boolean(kept)) }
        }
      }
    })`)
  await expect.poll(changed).toBe(true)
  await shop.faults({})
  await page.reload()
}

const rules: Readonly<Record<string, readonly Rule[]>> = {
  'who is visiting': [
    {
      rule: 'without a user id, and without leave to make one, an event waits for the cookie',
      settings: { 'data-create-user-id': 'false' },
      html: list(tile()),
      act: click,
      action: 'click',
      state: 'held',
      reason: 'no user id yet',
    },
    {
      rule: 'of too many that wait for the cookie the oldest is given up',
      settings: { 'data-create-user-id': 'false' },
      html: list(tile()),
      act: async (page) => {
        await click(page)
        await crowd(page)
      },
      action: 'click',
      state: 'dropped',
      reason: 'too many waited: no user id yet',
    },
    {
      rule: 'the visitor event is not the page’s to send: there is one for each visit',
      act: call(`track('visitor')`),
      action: 'visitor',
      state: 'ignored',
      reason: 'once per visit',
      ...nowhere,
    },
    {
      rule: 'an automated browser is nobody’s visit',
      settings: { 'data-record-bots': 'false' },
      html: list(tile()),
      act: click,
      action: 'click',
      state: 'ignored',
      reason: 'a robot; recordBots counts it',
    },
  ],

  'what is seen': [
    {
      rule: 'a tile that is not in the window does not count',
      html: list(`<li style="height:3000px">First</li>${tile()}`),
      action: 'PRODUCT_IMPRESSIONS',
      state: 'held',
      reason: 'not seen long enough',
    },
    {
      rule: 'a tile that was in the window for less than its time does not count',
      settings: { 'data-impressions': '{"dwellMs":60000}' },
      html: list(tile()),
      action: 'PRODUCT_IMPRESSIONS',
      state: 'held',
      reason: 'not seen long enough',
    },
    {
      rule: 'a tile that was seen waits for others of its list',
      html: list(tile()),
      action: 'PRODUCT_IMPRESSIONS',
      state: 'held',
      reason: 'waiting for its batch, sent within 2 s',
    },
    {
      rule: 'a tile that cannot be seen does not count',
      html: `<div style="opacity:0">${list(tile())}</div>`,
      action: 'PRODUCT_IMPRESSIONS',
      state: 'held',
      reason: 'not seen long enough',
    },
    {
      rule: 'a tile behind a dialog does not count',
      html: `${list(tile())}<div style="position:fixed;inset:0;background:white">Cookies?</div>`,
      action: 'PRODUCT_IMPRESSIONS',
      state: 'held',
      reason: 'not seen long enough',
    },
    {
      rule: 'a product counts once in its list',
      settings: { 'data-impressions': 'load' },
      html: list(`<li data-svc-product="P1">One</li>${tile()}`),
      action: 'PRODUCT_IMPRESSIONS',
      state: 'ignored',
      reason: 'counted before',
    },
    {
      rule: 'a list without results that is drawn twice counts once',
      html: `<p data-svc-query="shoes" data-svc-total="0">None</p>
        <p id="here" data-svc-query="shoes" data-svc-total="0">None</p>`,
      action: 'PRODUCT_IMPRESSIONS',
      state: 'ignored',
      reason: 'counted before',
    },
    {
      rule: 'a list that had no results yet is none without results',
      html: '<p id="here" data-svc-query="shoes" data-svc-total="0">Searching</p>',
      act: (page) => page.evaluate("here.dataset.svcTotal = '7'"),
      action: 'PRODUCT_IMPRESSIONS',
      state: 'ignored',
      reason: 'no longer says that nothing was found',
    },
    {
      rule: 'a tile outside a list does not count',
      html: tile(),
      action: 'PRODUCT_IMPRESSIONS',
      state: 'ignored',
      reason: 'not in a list; mark it data-svc-query or data-svc-page',
    },
    {
      rule: 'a list without results and without a name does not count',
      html: '<p id="here" data-svc-query="" data-svc-total="0">None</p>',
      action: 'PRODUCT_IMPRESSIONS',
      state: 'ignored',
      reason: 'not in a list; mark it data-svc-query or data-svc-page',
    },
    {
      rule: 'a tile that names no product does not count',
      html: list(tile('Nameless', '')),
      action: 'PRODUCT_IMPRESSIONS',
      state: 'ignored',
      reason: 'data-svc-product is empty',
    },
    {
      rule: 'a tile that is to be ignored does not count',
      html: list(`<div data-svc-ignore>${tile()}</div>`),
      action: 'PRODUCT_IMPRESSIONS',
      state: 'ignored',
      reason: 'inside data-svc-ignore',
    },
  ],

  'what is a click': [
    {
      rule: 'the right button opens no product',
      html: list(tile()),
      act: (page) => page.locator('#here').click({ button: 'right' }),
      action: 'click',
      state: 'ignored',
      reason: 'another mouse button',
    },
    {
      rule: 'a double click is one click',
      html: list(tile()),
      act: (page) => page.locator('#here').dblclick(),
      needs: 'a double click by the driver',
      action: 'click',
      state: 'ignored',
      reason: 'a double click',
    },
    {
      rule: 'a drag is no click',
      html: list(tile('Drag me along')),
      act: async (page) => {
        await page.locator('#here').hover({ position: { x: 10, y: 10 } })
        await page.mouse.down()
        await page.locator('#here').hover({ position: { x: 200, y: 10 } })
        await page.mouse.up()
      },
      action: 'click',
      state: 'ignored',
      reason: 'a drag',
    },
    {
      rule: 'a script’s click is not the shopper’s',
      html: list(tile()),
      act: (page) => page.evaluate(() => document.getElementById('here')?.click()),
      action: 'click',
      state: 'ignored',
      reason: 'a script did it',
    },
    {
      rule: 'a control in the tile is not the product',
      html: list(tile('<button type="button">Like</button>')),
      act: press('Like'),
      action: 'click',
      state: 'ignored',
      reason: 'a control in the tile; data-svc-click counts it',
    },
    {
      rule: 'adding to the cart is no click on the product',
      html: list(tile('<b data-svc-cart>Add</b>')),
      act: (page) => page.getByText('Add').click(),
      action: 'click',
      state: 'ignored',
      reason: 'a control in the tile; data-svc-click counts it',
    },
    {
      rule: 'what says that it does nothing adds nothing to the cart',
      html: '<b id="here" role="button" aria-disabled="true" data-svc-cart="P1">Add</b>',
      act: (page) => page.getByText('Add').click({ force: true }),
      action: 'cart',
      state: 'ignored',
      reason: 'aria-disabled',
    },
    {
      rule: 'a click on what is to be ignored does not count',
      html: list(`<div data-svc-ignore>${tile()}</div>`),
      act: click,
      action: 'click',
      state: 'ignored',
      reason: 'inside data-svc-ignore',
    },
    {
      rule: 'a click on a tile that names no product does not count',
      html: list(tile('Nameless', '')),
      act: click,
      action: 'click',
      state: 'ignored',
      reason: 'data-svc-product is empty',
    },
  ],

  'what is a search': [
    {
      rule: 'blanks are no search',
      html: searchForm(),
      act: searchFor('  '),
      action: 'search',
      state: 'ignored',
      reason: 'nothing to search for',
    },
    {
      rule: 'a suggestion without words is no search',
      html: '<button type="button" id="here" data-svc-search="">Search</button>',
      act: press('Search'),
      action: 'search',
      state: 'ignored',
      reason: 'nothing to search for',
    },
    {
      rule: 'one intent is one search, however often it is submitted',
      html: searchForm(),
      act: async (page) => {
        await page.getByRole('searchbox').fill('boots')
        await page.getByRole('button').dblclick()
      },
      action: 'search',
      state: 'ignored',
      reason: 'searched before',
    },
    {
      rule: 'a search box that is to be ignored does not count',
      html: searchForm('data-svc-search data-svc-ignore'),
      act: searchFor('boots'),
      action: 'search',
      state: 'ignored',
      reason: 'inside data-svc-ignore',
    },
    {
      rule: 'a script’s submit is not the shopper’s',
      // Not by the test itself, nor within five seconds after it has looked: to the browser that is as good as a person.
      html: `${searchForm()}<script>addEventListener('load', () => setTimeout(() => document.forms[0].requestSubmit(), 7_000))</script>`,
      act: (page) => page.waitForTimeout(8_000),
      action: 'search',
      state: 'ignored',
      reason: 'a script did it',
    },
  ],

  'what is a choice in the facets': [
    {
      rule: 'what says that it does nothing clears no facets',
      html: list('<b id="here" role="button" aria-disabled="true" data-svc-facets-reset>Clear</b>'),
      act: (page) => page.getByText('Clear').click({ force: true }),
      action: 'facets',
      state: 'ignored',
      reason: 'aria-disabled',
    },
    {
      rule: 'a facet without a list does not count',
      html: facet(),
      act: press('Red'),
      action: 'facets',
      state: 'ignored',
      reason: 'a facet without a list',
    },
    {
      rule: 'beside two lists nobody can say which one a facet belongs to',
      html: `${facet()}${list('')}${list('', 'data-svc-page="new"')}`,
      act: press('Red'),
      action: 'facets',
      state: 'ignored',
      reason: 'a facet without a list',
    },
    {
      rule: 'a facet that is to be ignored does not count',
      html: `<div data-svc-ignore>${facet()}</div>${list('')}`,
      act: press('Red'),
      action: 'facets',
      state: 'ignored',
      reason: 'inside data-svc-ignore',
    },
    {
      rule: 'clearing what is to be ignored does not count',
      html: `<p data-svc-ignore><button id="here" data-svc-facets-reset>Clear</button></p>${list('')}`,
      act: press('Clear'),
      action: 'facets',
      state: 'ignored',
      reason: 'inside data-svc-ignore',
    },
  ],

  'what goes into the cart': [
    {
      rule: 'a control that names no product adds nothing',
      html: '<button type="button" id="here" data-svc-cart>Add</button>',
      act: press('Add'),
      action: 'cart',
      state: 'ignored',
      reason: 'data-svc-cart names no product',
    },
    {
      rule: 'a quantity is a whole number above 0',
      html: `<p><button type="button" id="here" data-svc-cart="P1">Add</button>
        <input data-svc-qty value="1.5"></p>`,
      act: press('Add'),
      action: 'cart',
      state: 'ignored',
      reason: 'data-svc-qty is no whole number above 0',
    },
    {
      rule: 'a cart that is to be ignored does not count',
      html: '<p data-svc-ignore><button type="button" id="here" data-svc-cart="P1">Add</button></p>',
      act: press('Add'),
      action: 'cart',
      state: 'ignored',
      reason: 'inside data-svc-ignore',
    },
  ],

  'what is an order': [
    {
      rule: 'an order that was counted does not count again',
      html: order(line('1', '9')),
      act: async (page, shop) => {
        await shop.waitFor('order')
        await page.reload()
      },
      action: 'order',
      state: 'ignored',
      reason: 'this order was counted before',
    },
    {
      rule: 'without an id the same lines are the same order for half an hour',
      html: order(line('1', '9'), 'data-svc-order=""'),
      act: async (page, shop) => {
        await shop.waitFor('order')
        await page.reload()
      },
      action: 'order',
      state: 'ignored',
      reason: 'this order was counted before',
    },
    {
      rule: 'an order that was reported by call does not count again',
      act: (page) =>
        page.evaluate(`for (const time of [1, 2])
          svc.track('order', { orderId: 'A1', pid: 'P1', price: 9 })`),
      action: 'order',
      state: 'ignored',
      reason: 'this order was counted before',
      ...nowhere,
    },
    {
      rule: 'an order without lines does not count',
      html: order('Thank you'),
      action: 'order',
      state: 'ignored',
      reason: 'an order needs data-svc-line',
    },
    {
      rule: 'a line names its product',
      html: order(line('1', '9', '')),
      action: 'order',
      state: 'ignored',
      reason: 'data-svc-line is empty',
    },
    {
      rule: 'a line has a quantity',
      html: order(line('0', '9')),
      action: 'order',
      state: 'ignored',
      reason: 'data-svc-qty is no whole number above 0',
    },
    {
      rule: 'a price that can be read in two ways is not guessed',
      html: order(line('1', '1,234')),
      action: 'order',
      state: 'ignored',
      reason: 'data-svc-price is no plain number, as 1234.50',
    },
    {
      rule: 'an order that is to be ignored does not count',
      html: `<div data-svc-ignore>${order(line('1', '9'))}</div>`,
      action: 'order',
      state: 'ignored',
      reason: 'inside data-svc-ignore',
    },
  ],

  'what the server hands over': [
    {
      rule: 'a block is a list of events',
      html: script('[{"action":'),
      state: 'ignored',
      reason: 'data-svc-events is not a list of {action, data}',
    },
    {
      rule: 'a block is a script, not a text that somebody wrote on the page',
      html: '<p id="here" data-svc-events>[]</p>',
      state: 'ignored',
      reason: 'data-svc-events is not a list of {action, data}',
    },
    {
      rule: 'a block that is drawn again is read once',
      html: script('[]') + script('[]'),
      state: 'ignored',
      reason: 'read before; an id on the block tells two equal deliveries apart',
    },
    {
      rule: 'a block that is to be ignored is not read',
      html: `<div data-svc-ignore>${script('[]')}</div>`,
      state: 'ignored',
      reason: 'inside data-svc-ignore',
    },
    {
      rule: 'an event of a block has all that its action needs',
      html: script('[{"action":"click","data":{}}]'),
      action: 'click',
      state: 'ignored',
      reason: 'click: pid is missing',
    },
  ],

  'what the page calls': [
    {
      rule: 'an event has all that its action needs',
      act: call(`track('cart', { qty: 2 })`),
      action: 'cart',
      state: 'ignored',
      reason: 'cart: pid is missing',
      ...nowhere,
    },
    {
      rule: 'a quantity is a whole number above 0, in a call too',
      act: call(`track('cart', { pid: 'P1', qty: 1.5 })`),
      action: 'cart',
      state: 'ignored',
      reason: 'cart: qty needs a positive whole number',
      ...nowhere,
    },
    {
      rule: 'a price that can be read in two ways is not guessed, in a call neither',
      act: call(`track('order', { pid: 'P1', price: '1.299,00' })`),
      action: 'order',
      state: 'ignored',
      reason: 'order: price needs a number with a dot, e.g. "1299.00"',
      ...nowhere,
    },
    {
      rule: 'impressions belong to a list',
      act: call(`track('PRODUCT_IMPRESSIONS', { pids_list: ['P1'] })`),
      action: 'PRODUCT_IMPRESSIONS',
      state: 'ignored',
      reason: 'PRODUCT_IMPRESSIONS: query or page is missing',
      ...nowhere,
    },
    {
      rule: 'there are seven actions',
      act: call(`track('buy', {})`),
      state: 'ignored',
      reason:
        'there is no action "buy"; the actions are visitor,search,PRODUCT_IMPRESSIONS,click,facets,cart,order',
      ...nowhere,
    },
    {
      rule: 'a tag that was stopped records nothing',
      act: (page) => page.evaluate(`svc.stop(), svc.track('click', { pid: 'P1' })`),
      action: 'click',
      state: 'ignored',
      reason: 'the tag was stopped',
      ...nowhere,
    },
  ],

  'what arrives': [
    {
      rule: 'what the tracker refuses for good is not sent again',
      html: list(tile()),
      act: async (page, shop) => {
        await shop.faults({ status: 400 })
        await click(page)
      },
      action: 'click',
      state: 'dropped',
      reason: 'the tracker answered 400',
    },
    {
      rule: 'what servers on the way would refuse as too long is not sent',
      html: searchForm(),
      // Nine characters of an address each, and typed one by one in Firefox.
      act: searchFor('€'.repeat(900)),
      action: 'search',
      state: 'dropped',
      reason: 'longer than 7600 characters',
    },
    {
      rule: 'of more than the browser may keep the least worth is given up',
      html: list('<li data-svc-product="P1" id="here">One</li>'),
      settings: { 'data-impressions': '{"dwellMs":60000}' },
      act: async (page, shop) => {
        await shop.faults({ status: 503 })
        // A loop would take turns, and what is clicked would wait behind it.
        await page.evaluate(`(async () => {
          for (let index = 0; index < 1_100; index += 1) {
            svc.track('cart', { pid: 'P' + index })
            if (index % 10 === 9) await new Promise((resolve) => setTimeout(resolve))
          }
        })()`)
        // A click proves the view: the impression is worth less than all that waits.
        await click(page)
      },
      action: 'PRODUCT_IMPRESSIONS',
      state: 'dropped',
      reason: 'the queue is full',
    },
    {
      rule: 'what a page left behind more than a week ago is given up',
      act: leftBehind(`
        const t = kept.event.t.replace(/^\\d+/, (ms) => ms - 8 * 86_400_000)
        table.put({ ...kept, key: kept.key.split(' ')[0] + ' ' + t, event: { ...kept.event, t }, until: 0 })`),
      state: 'dropped',
      reason: 'older than 7 days',
      ...nowhere,
    },
    {
      rule: 'what was left behind and cannot be read is given up',
      act: leftBehind(`table.put({ v: 1, key: kept.key.replace(/\\|.*/, '|0.5'), until: 0 })`),
      state: 'dropped',
      reason: 'not a record of the tag',
      ...nowhere,
    },
  ],

  'what the shopper agrees to': [
    {
      rule: 'while consent is on hold events wait in memory',
      settings: { 'data-consent': 'hold' },
      html: list(tile()),
      act: click,
      action: 'click',
      state: 'held',
      reason: 'consent is on hold',
    },
    {
      rule: 'of too many that wait for consent the oldest is given up',
      settings: { 'data-consent': 'hold' },
      html: list(tile()),
      act: async (page) => {
        await click(page)
        await crowd(page)
      },
      action: 'click',
      state: 'dropped',
      reason: 'too many waited: consent is on hold',
    },
    {
      rule: 'what waited for consent is erased when it is denied',
      settings: { 'data-consent': 'hold' },
      html: list(tile()),
      act: async (page) => {
        await click(page)
        await page.evaluate(`svc.consent('denied')`)
      },
      action: 'click',
      state: 'dropped',
      reason: 'consent denied',
    },
    {
      rule: 'what was not yet answered is erased when consent is denied',
      html: list(tile()),
      act: async (page, shop) => {
        await shop.waitFor('visitor')
        await shop.faults({ hang: true })
        await click(page)
        await page.evaluate(`svc.consent('denied')`)
      },
      action: 'click',
      state: 'dropped',
      reason: 'consent denied',
    },
    {
      rule: 'without consent nothing is recorded',
      settings: { 'data-consent': 'denied' },
      act: call(`track('click', { pid: 'P1' })`),
      action: 'click',
      state: 'ignored',
      reason: 'consent denied',
      ...nowhere,
    },
  ],

  'what the dataLayer says': [
    {
      rule: 'what the dataLayer reports by the shop’s wish is not counted from the markup',
      settings: { 'data-data-layer': '{"preferred":["click"]}' },
      html: list(tile()),
      act: click,
      action: 'click',
      state: 'ignored',
      reason: 'the dataLayer reports it',
    },
    {
      rule: 'what the page marks is not counted from the dataLayer',
      settings: { 'data-data-layer': 'true' },
      html: `${DATA_LAYER}<button type="button" data-svc-cart="P1">Add</button>`,
      act: (page) =>
        page.evaluate(`dataLayer.push({ event: 'add_to_cart',
          ecommerce: { items: [{ item_id: 'P1' }] } })`),
      action: 'cart',
      state: 'ignored',
      reason: 'twice',
      ...nowhere,
    },
    {
      rule: 'an item without an id does not count',
      settings: { 'data-data-layer': 'true' },
      html: DATA_LAYER,
      act: (page) =>
        page.evaluate(`dataLayer.push({ event: 'view_item_list',
          ecommerce: { items: [{ item_name: 'Boot' }] } })`),
      action: 'PRODUCT_IMPRESSIONS',
      state: 'ignored',
      reason: 'no id',
      ...nowhere,
    },
    {
      rule: 'a list that the shop’s rules leave out does not count',
      settings: { 'data-data-layer': '{"lists":[{"list":"also bought"}]}' },
      html: DATA_LAYER,
      act: (page) =>
        page.evaluate(`dataLayer.push({ event: 'view_item_list',
          ecommerce: { item_list_name: 'Also bought', items: [{ item_id: 'P1' }] } })`),
      action: 'PRODUCT_IMPRESSIONS',
      state: 'ignored',
      reason: 'no list',
      ...nowhere,
    },
    {
      rule: 'a product counts once in what the dataLayer lists',
      settings: { 'data-data-layer': 'true' },
      html: DATA_LAYER,
      act: (page) =>
        page.evaluate(`dataLayer.push({ event: 'view_item_list',
          ecommerce: { items: [{ item_id: 'P1' }, { item_id: 'P1' }] } })`),
      action: 'PRODUCT_IMPRESSIONS',
      state: 'ignored',
      reason: 'twice',
      ...nowhere,
    },
  ],
}

/** The entries of `svc.explain()`, with elements by their ids. */
const explained = (page: Page) =>
  page.evaluate(async () => {
    type Entry = { action?: string; state: string; reason?: string; element?: Element }
    const { svc } = window as unknown as { svc?: { version?: string; explain: () => Entry[] } }
    const entries = svc?.version ? await svc.explain() : []
    return entries.map(({ action, state, reason, element }) => ({
      state,
      ...(action && { action }),
      ...(reason && { reason }),
      ...(element && { on: element.id }),
    }))
  })

const usual = { 'data-record-bots': 'true', 'data-impressions': '{"dwellMs":200}' }

for (const [what, rows] of Object.entries(rules)) {
  test.describe(what, () => {
    for (const { rule, html = '', settings, act, needs, isNowhere, ...entry } of rows) {
      test(rule, async ({ page, shop }) => {
        const head = `<head>${shop.tag({ ...usual, ...settings })}</head>`
        shop.page('/page.html', `<!doctype html>${head}<body>${html}</body>`)
        await shop.open('/page.html')
        await page.waitForFunction('window.svc?.version')
        await act?.(page, shop)
        const said = { ...entry, ...(!isNowhere && { on: 'here' }) }
        if (!needs || can(needs)) await expect.poll(() => explained(page)).toContainEqual(said)
        else {
          // The entry of a later event comes after the entry that this one would have.
          await call("track('search', { query: 'later' })")(page)
          await shop.waitFor('search')
          expect(await explained(page)).not.toContainEqual(said)
        }
      })
    }
  })
}

test('every event of a list has its element, the facets as well', async ({ page, shop }) => {
  shop.page(
    '/page.html',
    `<!doctype html>${shop.tag({ ...usual })}${facet()}${list('<li>None</li>')}`,
  )
  await shop.open('/page.html')
  await page.waitForFunction('window.svc?.version')
  await press('Red')(page)
  await shop.waitFor('facets')
  await expect
    .poll(() => explained(page))
    .toContainEqual({ action: 'facets', state: 'sent', on: 'here' })
})
