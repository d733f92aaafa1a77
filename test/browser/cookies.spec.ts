import { expect, test } from '../support/shop.ts'

// Only Chromium is known to find names below `localhost` without a resolver.
test.skip(({ browserName }) => browserName !== 'chromium')

/** Runs in the page, before its scripts: notes the name of each cookie that is written. */
function noteCookies() {
  const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') ?? {}
  const written: string[] = []
  Object.defineProperty(Document.prototype, 'cookie', {
    get() {
      return get?.call(this)
    },
    set(text: string) {
      written.push(text.split('=')[0] ?? '')
      set?.call(this, text)
    },
  })
  Object.assign(window, { written })
}

test('the widest domain that takes a cookie is looked for once in a browser, and found again when what was noted is gone', async ({
  context,
  page,
  shop,
}) => {
  shop.page('/page', `<!doctype html><title>Shop</title>${shop.tag({ 'data-record-bots': '' })}`)
  await page.addInitScript(noteCookies)
  // Chromium knows all names below `localhost`, and takes no cookie for all of them.
  const url = `${shop.url.replace('127.0.0.1', 'www.shop.localhost')}/page`
  const open = async (visitors: number) => {
    await context.clearCookies({ name: /^svc\.visit/ })
    await page.goto(url)
    await shop.waitFor('visitor', visitors)
    const domains = new Set((await context.cookies()).map(({ domain }) => domain))
    return { written: (await page.evaluate('written')) as string[], domains: [...domains] }
  }
  const first = await open(1)
  expect(first.written).toContain('svc.probe')
  expect(first.domains).toEqual(['.shop.localhost'])

  const second = await open(2)
  expect(second.written).toEqual(['svc.visitRecord', 'svc.visitId', 'svc.visit'])
  expect(second.domains).toEqual(['.shop.localhost'])

  await page.evaluate('localStorage.clear()')
  const third = await open(3)
  expect(third.written).toContain('svc.probe')
  expect(third.domains).toEqual(['.shop.localhost'])
})
