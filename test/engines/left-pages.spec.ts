import type { StoredEvent } from 'svc-tag-service'
import { expect, test } from '../support/fixtures/every-engine.ts'
import { WALKING } from '../support/fixtures/small-shop.ts'

const list = `
  <ul data-svc-query="shoes" data-svc-request-id="req-1">
    <li data-svc-product="P1"><a href="/next.html">One</a></li><li data-svc-product="P2">Two</li>
  </ul>`

const next = '<!doctype html><p id="there">There</p>'

const actions = (events: readonly StoredEvent[]) => events.map(({ action }) => action)

test('a click by key that leaves the page at once arrives, with the impression before it', async ({
  shop,
  shopper,
}) => {
  // The dwell is longer than the test, so only the click causes the impression.
  const tag = shop.tag({ ...WALKING, 'data-impressions': '{"dwellMs":60000}' })
  shop.page('/next.html', next)
  const html = `<!doctype html>${tag}${list}<h1 style="margin-top: 300px">Shoes</h1>`
  await shopper.open(shop.page('/list.html', html))
  await shop.waitFor('visitor')
  // In Firefox, a click caused by a key has the detail of a mouse click and the position 0,0. It must not be mistaken for a drag from here.
  await shopper.press('h1')
  await shopper.pressEnter('[data-svc-product=P1] a')
  await shopper.arriveAt('/next.html')
  await shop.waitFor('click')
  // Two requests in flight at the same time may arrive in either order; `t` has the order of the events.
  const events = (await shop.received()).toSorted((one, other) => one.at - other.at)
  expect(actions(events)).toEqual(['visitor', 'PRODUCT_IMPRESSIONS', 'click'])
  expect(events[1]).toMatchObject({ data: { pids_list: ['P1'] } })
  expect(events.filter(({ isGood, repeats }) => !isGood || repeats)).toEqual([])
})

test('what was pressed as the tab closes arrives', async ({ shop, shopper }) => {
  const button = '<button type="button" data-svc-cart="P1">Add</button>'
  const url = shop.page('/list.html', `<!doctype html>${shop.tag(WALKING)}${list}${button}`)
  await shopper.open(url)
  await shop.waitFor('visitor')
  await shopper.press('button')
  await shopper.close()
  expect(await shop.waitFor('cart')).toMatchObject([{ data: { pid: 'P1' }, repeats: 0 }])
})

test('a page restored from the back/forward cache is a new page of the same visit', async ({
  shop,
  shopper,
}) => {
  shop.page('/next.html', next)
  await shopper.open(shop.page('/list.html', `<!doctype html>${shop.tag(WALKING)}${list}`))
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await shopper.ask('void (window.isSame = true)')
  await shopper.press('[data-svc-product=P1] a')
  await shopper.arriveAt('/next.html')
  await shopper.back()
  await shopper.arriveAt('/list.html')
  expect(await shopper.ask('window.isSame')).toBe(true)
  const [before, after] = await shop.waitFor('PRODUCT_IMPRESSIONS', 2)
  const visit = (event?: StoredEvent) => Object(event?.data).visitId
  expect(visit(after)).toBe(visit(before))
  expect(await shop.received('visitor')).toHaveLength(1)
})

test('what the page itself reports as it goes arrives, whoever listens first', async ({
  shop,
  shopper,
}) => {
  // This page has the tag too, because more events are reported than may be in flight at once.
  shop.page('/next.html', `${next}${shop.tag(WALKING)}`)
  // More than are recorded in one task.
  const each = 30
  const reporting = (when: string) => `
    for (const [place, type] of [[window, 'pagehide'], [document, 'visibilitychange']])
      place.addEventListener(type, () => {
        for (let n = 0; n < ${each}; n++) svc.track('cart', { pid: type + ' ${when} ' + n, qty: 1 })
      }, { once: true })`
  const early = `<script>${reporting('early')}</script>`
  const late = `<script>addEventListener('load', () => {
    ${reporting('late')}
    document.body.id = 'listening'
  })</script>`
  const html = `<!doctype html>${early}${shop.tag(WALKING)}${late}${list}`
  await shopper.open(shop.page('/list.html', html))
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  expect(await shopper.ask('document.body.id')).toBe('listening')
  await shopper.press('[data-svc-product=P1] a')
  await shopper.arriveAt('/next.html')
  const carts = await shop.waitFor('cart', 4 * each)
  expect(new Set(carts.map(({ data }) => Object(data).pid)).size).toBe(4 * each)
  expect(carts.filter(({ isGood, repeats }) => !isGood || repeats)).toEqual([])
})

test('a robot that leaves has reported nothing, and is given no name', async ({
  shop,
  shopper,
}) => {
  shop.page('/next.html', next)
  await shopper.open(shop.page('/list.html', `<!doctype html>${shop.tag()}${list}`))
  await shopper.press('[data-svc-product=P1] a')
  await shopper.arriveAt('/next.html')
  expect(await shopper.ask('document.cookie')).toBe('')
  // The counted visit comes after it and must be the first one.
  await shopper.open(shop.page('/counted.html', `<!doctype html>${shop.tag(WALKING)}`))
  await shop.waitFor('visitor')
  expect((await shop.received()).map(({ data }) => Object(data).url)).toEqual([
    expect.stringContaining('/counted.html'),
  ])
})
