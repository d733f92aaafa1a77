import { eventPath } from '../support/fixtures/event-requests.ts'
import { expect, test } from '../support/fixtures/shop.ts'

const eventUrl = (t: string) => eventPath('visitor', { t: `${t}|0.5` })

test('a page reports an event, and the service has it', async ({ shop }) => {
  shop.page('/one.html', `<script>fetch('${eventUrl('1')}')</script>`)
  await shop.open('/one.html')
  expect(await shop.waitFor('visitor')).toMatchObject([{ uid: 'uid-1', t: '1|0.5', isGood: true }])
})

test('a page of another origin may report, and read the answer', async ({ page, shop }) => {
  shop.page('/two.html', '<title>Two</title>')
  await shop.open('/two.html')
  const status = await page.evaluate(
    (url) => fetch(url).then((reply) => reply.status),
    shop.otherOrigin + eventUrl('2'),
  )
  expect(status).toBe(200)
  expect(await shop.received('visitor')).toHaveLength(1)
})

test('an image of another origin can carry an event', async ({ page, shop }) => {
  shop.page('/three.html', `<img alt="" src="${shop.otherOrigin}${eventUrl('3')}">`)
  await shop.open('/three.html')
  await expect(page.locator('img')).toHaveJSProperty('naturalWidth', 1)
})
