import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../../playwright/index.ts'
import type { SvcTest } from '../../playwright/svc-test.ts'
import { goodPages, KIT_SHOP, serveKitShop } from '../kit-shop.ts'

type Shopping = { readonly page: Page; readonly svc: SvcTest }

/**
 * Walks through the shop, and exports the session as the inspector does: the entries of each page, those of earlier pages without elements.
 */
async function recordSession({ page, svc }: Shopping) {
  const events: object[] = []
  const keep = async () => {
    await svc.settle()
    events.push(...(await svc.explain()))
  }
  await page.goto(`${KIT_SHOP}/list`)
  await expect(svc).toHaveSent('PRODUCT_IMPRESSIONS', { pids_list: ['sku-7', 'sku-9'] })
  await page.getByLabel('Red').check()
  await keep()
  await page.goto(`${KIT_SHOP}/p/sku-7`)
  await page.getByLabel('Pieces').fill('3')
  await page.getByLabel('Size').selectOption('sku-7_42')
  await page.getByRole('button').click()
  await keep()
  await page.goto(`${KIT_SHOP}/thanks`)
  await keep()
  const session = JSON.parse(JSON.stringify({ page: page.url(), events }))
  await endVisit({ page, svc })
  return session
}

async function endVisit({ page, svc }: Shopping) {
  // A page of another origin may load before this one, which writes the visit's cookie, has been left.
  await page.evaluate(() => window.svc.stop())
  await page.goto('about:blank')
  await page.context().clearCookies()
  svc.clear()
}

test('a replay lists exactly what a shop no longer reports or reports differently', async ({
  context,
  page,
  svc,
}, info) => {
  await serveKitShop(context)
  const session = await recordSession({ page, svc })
  const same = await svc.replay(session)
  // The order counts once, however often its page is loaded.
  expect(same.changes).toEqual(['order sku-7 is reported only in the session'])
  expect(same.agreements.map(({ own }) => own.action)).toEqual(
    expect.arrayContaining(['visitor', 'PRODUCT_IMPRESSIONS', 'facets', 'cart']),
  )
  await endVisit({ page, svc })
  const file = info.outputPath('session.json')
  writeFileSync(file, JSON.stringify(session))
  const changed = Object.entries(goodPages).map(([path, html]) => [
    path,
    html
      .replace('data-svc-product="sku-9"', '')
      .replace('data-svc-facet="color_uFilter"', '')
      .replace('data-svc-qty value="1"', 'value="1"')
      .replace('data-svc-order="A-1"', 'data-svc-order="A-2"'),
  ])
  await serveKitShop(context, Object.fromEntries(changed))
  const { changes } = await svc.replay(file)
  expect([...changes].sort()).toEqual([
    'PRODUCT_IMPRESSIONS on /list: no tile carries data-svc-product for sku-9',
    'PRODUCT_IMPRESSIONS sku-9 is reported only in the session',
    'cart sku-7: qty is “1” now, “3” in the session',
    'facets categoryPath:"Men>Shoes" is reported only in the session',
    'facets on /list: no option carries data-svc-value for color_uFilter Red',
  ])
})

test('a file that is not a session is rejected with what it lacks', async ({ svc }) => {
  await expect(svc.replay({ page: 'x' })).rejects.toThrow('a list named “events”')
  await expect(svc.replay('missing.json')).rejects.toThrow('missing.json cannot be read')
})

const gtag = (query: string) =>
  `fetch('https://www.google-analytics.com/g/collect?v=2&tid=G-1&${query}', { method: 'POST', mode: 'no-cors', keepalive: true })`

test('a hand-written request to the tracker can be compared as another tag', async ({
  context,
  page,
  svc,
}) => {
  const pixel = `new Image().src = 'https://tracker.example/v2/1p.jpg?action=cart&uid=u&t=' + Date.now() + '|0.5&data=' + encodeURIComponent('{"pid":"sku-8","qty":"1"}')`
  const html = `${goodPages['/p/sku-7']}<script>document.querySelector('button').onclick = () => { ${pixel} }</script>`
  await serveKitShop(context, { '/p': html })
  await page.goto(`${KIT_SHOP}/p`)
  await page.getByRole('button').click()
  await expect(svc).toHaveSent('cart', { pid: 'sku-7' })
  const { differences } = await svc.compareWith('pixel')
  expect(differences.map(({ text }) => text)).toContain(
    'cart sku-7: pid is “sku-7” here, “sku-8” there',
  )
})

test.describe('in shadow mode', () => {
  test.use({ svcOptions: { settings: { shadow: true } } })

  test('GA4 is compared with what the tag would have sent, across pages', async ({
    context,
    page,
    svc,
  }) => {
    const withGa4 = (quantity: number) =>
      `${goodPages['/p/sku-7']}<script>document.querySelector('button').onclick = () => ${gtag(`en=add_to_cart&pr1=idsku-7~qt${quantity}`)}</script>`
    await serveKitShop(context, { '/good': withGa4(1), '/bad': withGa4(2) })
    await page.goto(`${KIT_SHOP}/good`)
    await page.getByRole('button').click()
    await expect(svc).toHaveSentNothing()
    await expect(svc).toAgreeWith('ga4')
    await page.goto(`${KIT_SHOP}/bad`)
    await page.getByRole('button').click()
    await expect(svc).toHaveSentNothing()
    await expect(expect(svc).toAgreeWith('ga4')).rejects.toThrow(
      'cart sku-7: qty is “1” here, “2” there (add_to_cart)',
    )
    const { agreements, differences } = await svc.compareWith('ga4')
    expect(agreements).toHaveLength(1)
    expect(differences.map(({ text }) => text)).toEqual([
      'cart sku-7: qty is “1” here, “2” there (add_to_cart)',
    ])
  })
})

test('a snapshot of the events contains no id, time or origin', async ({
  browserName,
  context,
  page,
  svc,
}, info) => {
  test.skip(browserName !== 'chromium', 'The snapshot is of one browser.')
  await serveKitShop(context)
  await page.goto(`${KIT_SHOP}/thanks`)
  await expect(svc).toMatchEvents('checkout')
  const snapshot = readFileSync(info.snapshotPath('checkout.json'), 'utf8')
  expect(snapshot).toContain('"url": "<origin>/thanks"')
  expect(snapshot).not.toMatch(/visitId-|shop\.example|svc-tag\//)
  await page.goto(`${KIT_SHOP}/list`)
  await expect(svc).toHaveSent('PRODUCT_IMPRESSIONS')
  await expect(expect(svc).toMatchEvents('checkout')).rejects.toThrow('PRODUCT_IMPRESSIONS')
})
