import { expect, test } from '../../support/fixtures/shop.ts'

declare const svc: { flush(): Promise<void> }

/** Harm to IntersectionObserver, done before the tag comes, and whether the tag can notice it. */
const broken = [
  [
    'whose constructor throws',
    `IntersectionObserver = function () { throw new Error('broken') }`,
    true,
  ],
  [
    'whose observe throws',
    `IntersectionObserver.prototype.observe = () => { throw new Error('broken') }`,
    true,
  ],
  ['that never calls back', `IntersectionObserver.prototype.observe = () => {}`, false],
] as const

const OPTIONS = { 'data-record-bots': '', 'data-impressions': '{"ratio":0.5,"dwellMs":200}' }

test('an IntersectionObserver that is broken costs one notice, or only tiles that are not clicked', async ({
  page,
  shop,
}) => {
  const notices: string[] = []
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('svc-tag')) notices.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  const tiles = ['P1', 'P2', 'P3'].map(
    (pid) => `<li data-svc-product="${pid}"><a href="#x">${pid}</a></li>`,
  )
  for (const [what, script, isNoticed] of broken) {
    await shop.reset()
    notices.length = 0
    shop.page(
      '/broken.html',
      `<!doctype html><script>${script}</script>${shop.tag(OPTIONS)}<ul data-svc-query="shoes">${tiles.join('')}</ul>`,
    )
    await shop.open('/broken.html')
    if (isNoticed) await expect.poll(() => notices).toHaveLength(1)
    await page.getByText('P2').click()
    await page.getByText('P3').click()
    await shop.waitFor('click', 2)
    await page.evaluate(() => svc.flush())
    await shop.waitFor('PRODUCT_IMPRESSIONS')
    // A product that was clicked was seen.
    const seen = (await shop.received()).flatMap(({ data }) => Object(data).pids_list ?? [])
    expect([...new Set(seen)].sort(), what).toEqual(['P2', 'P3'])
    expect(notices).toHaveLength(isNoticed ? 1 : 0)
    expect(errors).toEqual([])
  }
})
