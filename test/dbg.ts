import { chromium } from '@playwright/test'
import { startService } from './support/service.ts'

const service = await startService()
const b = await chromium.launch({ channel: 'chromium', executablePath: '/usr/bin/chromium' })
const page = await b.newPage()
page.on('console', (m) => console.log('CONSOLE', m.text(), m.args().length))
page.on('pageerror', (e) => console.log('ERR', e.stack))
page.on('response', (r) => console.log(r.status(), r.url().slice(0, 120)))
service.page(
  '/x.html',
  `<!doctype html>${service.tag({ 'data-record-bots': '', 'data-impressions': '{"ratio":0.5,"dwellMs":200}', 'data-debug': '' })}<body><ul data-svc-page='categoryPath:"Men"'><li data-svc-product="P1"><a href="#x">One</a></li><li data-svc-product=P2>Two <button data-svc-cart>b</button></li></ul><fieldset data-svc-facet="color"><label><input type=checkbox data-svc-value="Red">Red</label></fieldset><div data-svc-order="A1"><p data-svc-line="P9" data-svc-qty=1 data-svc-price="9.5">x</p></div>`,
)
await page.goto(service.url + '/x.html')
await page.waitForTimeout(3000)
await page.click('a').catch(String)
await page.click('button')
await page.click('input')
await page.waitForTimeout(1500)
console.log(
  await page
    .evaluate(async () =>
      JSON.stringify(
        (await (window as any).svc.explain()).map((e: any) => [
          e.action,
          e.state,
          e.reason,
          e.data,
        ]),
      ),
    )
    .catch(String),
)
await page.waitForTimeout(500)
console.log(
  JSON.stringify(
    (await service.received()).map((e) => [e.action, e.t, e.data]),
    null,
    0,
  ),
)
await b.close()
await service.close()
process.exit(0)
