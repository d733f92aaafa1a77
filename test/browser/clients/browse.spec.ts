import type { Page } from '@playwright/test'
import { awkwardTexts } from '../../support/fakes/awkward-texts.ts'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

/** The members of `window.svc` that these tests use; their types are checked elsewhere. */
declare const svc: {
  browse(query: unknown, options?: object): Promise<Reply>
  search(query: unknown, options?: object): Promise<Reply>
}
interface Reply {
  readonly total: number
  readonly [field: string]: unknown
}

/** A page with nothing but the tag. */
async function open(shop: Shop, attributes: Record<string, string> = {}) {
  shop.page('/', `<!doctype html><title>Shop</title>${tag(shop, attributes)}`)
  await shop.open('/')
  await shop.waitFor('visitor')
}

const tag = (shop: Shop, attributes: Record<string, string> = {}) =>
  shop.tag({ 'data-record-bots': 'true', ...attributes })

const everything = {
  page: { path: ['Men'] },
  filter: { color_uFilter: ['Red', 'Blue'] },
  facet: true,
  facetMultilevel: true,
  facetMultiselect: true,
  selectedFacet: true,
  stats: 'price',
  sort: 'price desc',
  variants: true,
}

/** The fault of a call that must fail, and the class of its error. */
const errorOf = (page: Page, query: unknown, options?: object) =>
  page.evaluate(
    ([query, options]) =>
      svc.browse(query, options as object).then(
        () => 'none',
        ({ name, fault }) => `${name} ${fault}`,
      ),
    [query, options] as const,
  )

test('JSON and XML give the same reply, even with awkward texts, and broken XML is malformed', async ({
  page,
  shop,
}) => {
  await open(shop)
  const [json, xml] = await page.evaluate(async (query) => {
    const replies = [await svc.browse(query), await svc.browse({ ...query, format: 'xml' })]
    return replies.map(({ raw, requestId, queryTime, queryParams, ...reply }) => ({
      ...reply,
      hasTime: typeof queryTime,
      hasRequestId: typeof requestId,
      queryParams: { ...(queryParams as object), format: '' },
    }))
  }, everything)
  expect(json).toMatchObject({ total: 20, selected: [{}], breadcrumb: [{}], stats: { price: {} } })
  expect(json).not.toMatchObject({ facets: [] })
  expect(json?.hasRequestId).toBe('string')
  expect(xml).toEqual(json)
  const echoed = await page.evaluate(async (texts) => {
    const results: unknown[] = []
    for (const format of ['json', 'xml']) {
      for (const text of texts) {
        const { queryParams } = await svc.search({ query: text, campaign: text, format, rows: 0 })
        results.push((queryParams as Record<string, unknown>).q)
        results.push((queryParams as Record<string, unknown>).uc_param)
      }
    }
    return results
  }, awkwardTexts)
  const twice = awkwardTexts.flatMap((text) => [text, text])
  expect(echoed).toEqual([...twice, ...twice])

  for (const body of [
    '<response><lst name="x"></response>',
    '<html><body>proxy</body></html>',
    '<',
  ]) {
    await page.route('**/category?**', (route) =>
      route.fulfill({ body, contentType: 'application/xml' }),
    )
    expect(await errorOf(page, { page: 'Men', format: 'xml' })).toBe('BrowseError malformed-reply')
    await page.unroute('**/category?**')
  }
})

test('the first request of a page already has the visitor', async ({ page, shop }) => {
  // As on plain http: beginning a visit takes longer than loading the clients.
  await page.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  shop.page(
    '/',
    `<!doctype html>${tag(shop)}<script>
      addEventListener('load', async () => { window.reply = await svc.browse({ page: 'Men' }) })
    </script>`,
  )
  const params = async () => {
    await shop.open('/')
    await page.waitForFunction('window.reply')
    return page.evaluate('({ ...reply.queryParams, cookie: document.cookie })')
  }
  const first = (await params()) as Record<string, string>
  expect(first['user-type']).toBe('first-time')
  expect(first.cookie).toContain(`svc.userId=${first.uid}`)

  // The visit ends; the visitor does not.
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.context().addCookies(cookies.filter(({ name }) => name === 'svc.userId'))
  expect(await params()).toMatchObject({ uid: first.uid, 'user-type': 'frequent' })
})

test('cross-origin calls need no preflight, report being offline, and work again when online', async ({
  page,
  shop,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).host}`))
  await open(shop, { 'data-browse-url': shop.otherOrigin })
  const requestId = await page.evaluate(async () => (await svc.browse('Men')).requestId)
  expect(requestId).toEqual(expect.any(String))
  const { host } = new URL(shop.otherOrigin)
  expect(asked.filter((line) => line.endsWith(host))).toEqual([`GET ${host}`])

  await page.context().setOffline(true)
  expect(await errorOf(page, 'Women')).toBe('BrowseError network')
  await page.context().setOffline(false)
  expect(await errorOf(page, 'Women')).toBe('none')
})

test('JSON works on a page whose policy forbids creating HTML', async ({ page, shop }) => {
  shop.page('/', `<!doctype html>${tag(shop)}`, {
    headers: { 'content-security-policy': "require-trusted-types-for 'script'" },
  })
  await shop.open('/')
  await page.waitForFunction('window.svc && svc.version')
  expect(await errorOf(page, 'Men')).toBe('none')
  expect(await errorOf(page, { page: 'Men', format: 'xml' })).toBe('BrowseError malformed-reply')
})
