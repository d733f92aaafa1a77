import type { Page } from '@playwright/test'
import {
  gtag,
  kept,
  NOTHING,
  type State,
  say,
  search,
  searches,
  started,
} from '../support/fixtures/consent-states.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

/* Pages of a shopper who has agreed or refused on an earlier page: stored data is used, left alone or erased. */

async function begin(shop: Shop, page: Page, script = '', start: State = 'granted') {
  const tag = shop.tag({ 'data-record-bots': 'true', 'data-consent': start })
  const html = `<!doctype html><script>${script}</script>${tag}<p>Shop</p>`
  await page.goto(shop.page('/page.html', html))
  await started(page)
}

const update = (page: Page, state: State) =>
  page.evaluate((analytics_storage) => {
    const { dataLayer } = window as unknown as { dataLayer: unknown[] }
    dataLayer.push(['consent', 'update', { analytics_storage }])
  }, state)

/** What denies consent before the shopper was asked: the initial state, and how the answer is given. */
const undecided = {
  'the setting': { script: '', start: 'denied', answer: say },
  'a default of consent mode': { script: gtag('denied'), start: 'granted', answer: update },
} as const

for (const [name, { script, start, answer }] of Object.entries(undecided)) {
  test(`denied by ${name}, stored data is kept until the shopper answers, and erased on refusal`, async ({
    page,
    context,
    shop,
  }) => {
    await begin(shop, page)
    const [visitor] = await shop.waitFor('visitor')
    await shop.faults({ status: 503 })
    await search(page, 'waits')
    await page.waitForFunction(
      "Promise.resolve(svc.explain()).then((entries) => entries.some(({ state }) => state === 'retrying'))",
    )

    await begin(shop, page, script, start)
    await shop.faults({})
    await search(page, 'never')
    expect(await searches(shop, page, 'end 1')).toEqual([])

    await answer(page, 'granted')
    await search(page, 'agreed')
    // An event in flight when its page was left is left alone for 15 s.
    await shop.waitFor('search', 3, 20_000)
    expect(await searches(shop, page, 'end 2')).toEqual(expect.arrayContaining(['waits', 'agreed']))
    const who = (await shop.received())
      .filter(({ uid }) => uid !== 'x')
      .map(({ action, uid, visitId }) => ({ action, uid, visitId }))
    const { uid, visitId } = visitor as (typeof who)[0]
    expect(who).toEqual(['visitor', 'search', 'search'].map((action) => ({ action, uid, visitId })))

    await begin(shop, page, script, start)
    await answer(page, 'denied')
    await expect.poll(() => kept(context, page, false)).toEqual(NOTHING)
  })
}

test('an order counts once, even if its page starts denied on every load', async ({
  page,
  shop,
}) => {
  const tag = shop.tag({ 'data-record-bots': 'true', 'data-consent': 'denied' })
  const order =
    '<main data-svc-order="1001"><p data-svc-line="P1" data-svc-qty="1" data-svc-price="9.50">One</p></main>'
  const url = shop.page('/thanks.html', `<!doctype html>${tag}${order}`)
  for (const time of ['first', 'second']) {
    await page.goto(url)
    await started(page)
    await say(page, 'granted')
    await shop.waitFor('order')
    await search(page, time)
    await shop.waitFor('search', time === 'first' ? 1 : 2)
  }
  expect(await shop.received('order')).toHaveLength(1)
  expect(await shop.received('visitor')).toHaveLength(1)
})

test('a tab in which the shopper was not asked does not affect other tabs', async ({
  page,
  context,
  shop,
}) => {
  await begin(shop, page)
  await shop.waitFor('visitor')
  const other = await context.newPage()
  await begin(shop, other, gtag('denied'))
  await other.waitForTimeout(100)
  await search(page, 'still')
  expect(await shop.waitFor('search')).toMatchObject([{ data: { query: 'still' } }])
  expect(await shop.received('visitor')).toHaveLength(1)
})

const refused = {
  'a call': '',
  'Global Privacy Control':
    "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true })",
}

for (const [name, script] of Object.entries(refused))
  test(`${name} erases what an earlier page stored, except an id set by the server`, async ({
    page,
    context,
    shop,
  }) => {
    await begin(shop, page)
    await shop.waitFor('visitor')
    await begin(shop, page, script)
    if (!script) await say(page, 'denied')
    await expect.poll(() => kept(context, page, false)).toEqual(NOTHING)

    const id = { name: 'svc.userId', value: 'of-the-server' }
    await context.addCookies([{ ...id, url: shop.url }])
    await begin(shop, page)
    await shop.waitFor('visitor', 2)
    await begin(shop, page, script)
    if (!script) await say(page, 'denied')
    await expect
      .poll(() => kept(context, page, false))
      .toEqual({ ...NOTHING, cookies: ['svc.userId'] })
    expect(await context.cookies()).toMatchObject([id])
  })
