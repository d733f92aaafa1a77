import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page, type Response } from '@playwright/test'
import { vendorDefaults } from '../../../service/browse/browse-routes.ts'
import { startService, type TestService } from '../../support/fixtures/local-service.ts'
import { smallFeed } from '../../support/fixtures/made-feed.ts'
import { installVendor, type VendorPackages } from '../../support/fixtures/vendor-packages.ts'

/** The vendor's own clients against the local service: none of their requests is refused, none of their events is bad. */
interface Vendor {
  /** Opens a page with the search core alone, on a category when one is given. */
  core(category?: string): Promise<void>
  /** Opens the assistant's page, and waits for its conversation. */
  assistant(): Promise<void>
  /** Does something, and settles with the product count of the Browse reply that follows. */
  found(act: () => Promise<unknown>): Promise<number>
}

interface Shared {
  readonly packages: VendorPackages
  readonly service: TestService
}

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/vendor/${name}`, import.meta.url))

const uid = 'uid-1793786400000-12345'

const isBrowse = (response: Response) => /\/(search|category)\?/.test(response.url())

async function countOf(response: Response): Promise<number> {
  const { response: body } = (await response.json()) as { response: { numberOfProducts: number } }
  return body.numberOfProducts
}

/** Serves the vendor's files, and its tracker's host by the local tracker. */
async function serveVendor(page: Page, { packages, service }: Shared) {
  await page.route('**/vendor/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    const entry = pathname.endsWith('core.js') ? 'core.js' : 'assistant.jsx'
    const body = await packages.bundle(fixture(entry))
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  await page.route('https://tracker.unbxdapi.com/**', async (route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const answer = await fetch(service.url + pathname + search, {
      method: request.method(),
      body: request.postData(),
    })
    verdicts.push(`${answer.status} ${answer.headers.get('svc-verdict')} ${search}`)
    await route.fulfill({ status: answer.status })
  })
}

/** Answers that the vendor's clients got in this test: status, verdict, address. */
let verdicts: string[] = []

const test = base.extend<{ vendor: Vendor }, { shared: Shared }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const packages = await installVendor()
      const service = await startService({
        defaults: vendorDefaults,
        feed: smallFeed().map((product, place) => ({
          ...product,
          material: MATERIALS[place % MATERIALS.length],
        })),
      })
      await use({ packages, service })
      await service.close()
      packages.remove()
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  async vendor({ page, shared }, use) {
    const { service } = shared
    verdicts = []
    page.on('response', (response) => {
      const url = response.url()
      if (!/\/(search|category)\?|\/v[12]\//.test(url) || !url.startsWith(service.url)) return
      const verdict = response.headers()['svc-verdict'] ?? 'good'
      verdicts.push(`${response.status()} ${verdict} ${url.slice(service.url.length)}`)
    })
    await serveVendor(page, shared)
    const given = { ...service.keys, uid }
    await use({
      async core(category) {
        const config = JSON.stringify({ ...given, category })
        const html = `<!doctype html><title>Core</title><script>window.given = ${config}</script><script src="/vendor/core.js"></script>`
        service.page('/core', html)
        await page.goto(`${service.url}/core`)
      },
      async assistant() {
        const script = `<script>window.given = ${JSON.stringify(given)}</script>`
        const html = `<!doctype html><title>Chat</title><div id="root"></div>${script}<script src="/vendor/assistant.js"></script>`
        service.page('/chat', html)
        await page.goto(`${service.url}/chat`)
        await expect(page.locator('#conversation')).not.toBeEmpty()
      },
      async found(act) {
        const reply = page.waitForResponse(isBrowse, { timeout: 20_000 })
        await act()
        return countOf(await reply)
      },
    })
    expect(verdicts.length).toBeGreaterThan(0)
    expect(verdicts.filter((verdict) => !/^200 (good|note) /.test(verdict))).toEqual([])
  },
})

const MATERIALS = ['5" Nails', 'A & B', '50%', 'Größe 42', 'A>B', 'a+b', "Men's", 'a,b', '(c)']

/** Of 60 products. */
const OF_MATERIAL = new Map(
  MATERIALS.map((material, place) => [material, Math.ceil((60 - place) / MATERIALS.length)]),
)

/** Calls of a shop's own page to the search core, and the count of products of each reply. */
type Steps = readonly (readonly [call: string, count: number])[]

const tree = '{ parent: "categoryPath", level: "1", name: "Men" }'

const journey: Steps = [
  ['core.getResults("shoes")', 40],
  ['core.getResults("sneekers")', 20],
  ['core.getResults("qqqqxyz")', 0],
  ['core.getResults("*")', 60],
  ['press("color_uFilter", "Red")', 15],
  ['press("color_uFilter", "Red")', 60],
  ['press("color_uFilter", "Red")', 15],
  ['press("brand_uFilter", "Akira")', 5],
  ['core.clearFacets()', 60],
  [
    'core.setRangeFacet({ facetName: "price", start: 10, end: 20, applyMultiple: true }), core.applyRangeFacet()',
    11,
  ],
  ['core.clearARangeFacet("price"), core.getResults()', 60],
  [`core.setCategoryFilter(${tree}), core.getResults()`, 40],
  [`core.deleteCategoryFilter(${tree}), core.getResults()`, 60],
  ['core.applySort("price desc")', 60],
  ['core.setPageStart(12), core.getResults()', 60],
  ['core.setPageSize(24), core.getResults()', 60],
]

const journeys: readonly (readonly [category: string | undefined, steps: Steps])[] = [
  [undefined, journey],
  ['categoryPath:"Men>Shoes"', [['core.getResults()', 40]]],
  ['categoryPathId:"10>11"', [['core.getResults()', 40]]],
]

test.describe('the search core', () => {
  test.beforeEach(({ shared }) => {
    const missing = shared.packages.missing('core')
    test.skip(missing !== undefined, missing)
  })

  test('every journey of a shop with the search core', async ({ page, vendor }) => {
    for (const [category, steps] of journeys) {
      await vendor.core(category)
      for (const [call, count] of steps)
        expect(await vendor.found(() => page.evaluate(`void (${call})`)), call).toBe(count)
      expect(await page.evaluate('faults')).toEqual([])
    }
    await vendor.core()
    await vendor.found(() => page.evaluate('void core.getResults("*")'))
    for (const material of MATERIALS) {
      const press = () =>
        vendor.found(() =>
          page.evaluate((name) => Reflect.get(window, 'press')('material_uFilter', name), material),
        )
      const counts = [await press(), await press()]
      expect(counts, material).toEqual([OF_MATERIAL.get(material), 60])
    }
  })
})

test.describe('the assistant', () => {
  test.beforeEach(async ({ shared, vendor }) => {
    const missing = shared.packages.missing('assistant')
    test.skip(missing !== undefined, missing)
    await vendor.assistant()
  })

  const ask = (page: Page, message: string, filter?: object) =>
    page.evaluate(([text, chosen]) => Reflect.get(window, 'chat').askAgent(text, chosen), [
      message,
      filter,
    ] as const)

  test('a conversation has questions, answers, refinements and notes, and outlives its page', async ({
    page,
  }) => {
    await expect(page.locator('#questions li').first()).not.toBeEmpty()
    await ask(page, 'red sneakers')
    const answers = page.locator('li.assistant')
    await expect(answers).toHaveCount(1)
    await expect(answers.locator('b')).not.toHaveText('0')
    await ask(page, 'Akira', { field: 'brand', options: ['Akira'] })
    await expect(answers).toHaveCount(2)
    for (const action of ['product_card_clicked', 'add_to_cart', 'click'])
      await page.evaluate(
        (name) =>
          Reflect.get(window, 'chat').trackAnalytics({
            action: name,
            payload: { pid: 'P1' },
          }),
        action,
      )
    await expect
      .poll(() => verdicts.filter((verdict) => verdict.startsWith('200 note ?action=')).length)
      .toBeGreaterThan(3)
    const conversation = await page.locator('#conversation').textContent()
    const said = await page.locator('ol li').allTextContents()
    await page.reload()
    await expect(page.locator('#conversation')).toHaveText(String(conversation))
    await expect(page.locator('ol li')).toHaveCount(said.length)
  })
})
