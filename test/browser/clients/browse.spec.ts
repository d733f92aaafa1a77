import type { Page } from '@playwright/test'
import { awkwardTexts } from '../../support/fakes/awkward-texts.ts'
import { expect, test } from '../../support/fixtures/shop.ts'

declare const svc: {
  browse(query: unknown, options?: object): Promise<Reply>
  search(query: unknown, options?: object): Promise<Reply>
}
interface Reply {
  readonly total: number
  readonly [field: string]: unknown
}

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
  await page.goto(shop.page('/', `<!doctype html>${shop.tag({ 'data-record-bots': 'true' })}`))
  await shop.waitFor('visitor')
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

test('JSON works on a page whose policy forbids creating HTML', async ({ page, shop }) => {
  shop.page('/', `<!doctype html>${shop.tag({ 'data-record-bots': 'true' })}`, {
    headers: { 'content-security-policy': "require-trusted-types-for 'script'" },
  })
  await shop.open('/')
  await page.waitForFunction('window.svc && svc.version')
  expect(await errorOf(page, 'Men')).toBe('none')
  expect(await errorOf(page, { page: 'Men', format: 'xml' })).toBe('BrowseError malformed-reply')
})
