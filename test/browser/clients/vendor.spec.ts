import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page, type Response } from '@playwright/test'
import { startService, type TestService } from '../../support/fixtures/local-service.ts'
import { smallFeed } from '../../support/fixtures/made-feed.ts'
import { installVendor, type VendorPackages } from '../../support/fixtures/vendor-packages.ts'

/** The vendor's own clients against the local service: none of their requests is refused, none of their events is bad. */
interface Vendor {
  /** Opens the search library's page, on a category if one is given. */
  library(page?: string, more?: object): Promise<void>
  /** Opens a page with only the search core, on a category if one is given. */
  core(category?: string): Promise<void>
  assistant(): Promise<void>
  /** Runs an action, and resolves with the product count of the next Browse reply. */
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

async function serveVendor(page: Page, { packages, service }: Shared) {
  const dist = 'public/dist'
  const files: Readonly<Record<string, () => string>> = {
    '/vendor/library.js': () => packages.file('library', `${dist}/js/vanillaSearch.js`),
    '/vendor/library.css': () => packages.file('library', `${dist}/css/vanillaSearch.css`),
  }
  await page.route('**/vendor/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    const contentType = pathname.endsWith('.css') ? 'text/css' : 'text/javascript'
    const bundled = { '/vendor/assistant.js': 'assistant.jsx', '/vendor/core.js': 'core.js' }[
      pathname
    ]
    if (bundled) {
      const body = await packages.bundle(fixture(bundled))
      return route.fulfill({ contentType, body })
    }
    return route.fulfill({ contentType, path: files[pathname]?.() ?? '' })
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

/** Responses that the vendor's clients got in this test: status, verdict, URL. */
let verdicts: string[] = []

const test = base.extend<{ vendor: Vendor }, { shared: Shared }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const packages = await installVendor()
      const service = await startService({
        isVendor: true,
        feed: smallFeed().map((product, place) => ({
          ...product,
          material: MATERIALS[place % MATERIALS.length],
        })),
        banners: [
          {
            field: 'categoryPath',
            value: 'Men>Shoes',
            banners: [{ imageUrl: '/men.png', landingUrl: '/men' }],
          },
        ],
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
      async library(list, more = {}) {
        const config = JSON.stringify({ ...given, ...(list && { page: list }), ...more })
        const html = readFileSync(fixture('library.html'), 'utf8')
        service.page(
          '/shop',
          html.replace('CONFIG', () => config.replace(/[\\']/g, '\\$&')),
        )
        await page.goto(`${service.url}/shop`)
      },
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

const search = (page: Page, text: string) => async () => {
  await page.fill('#query', text)
  await page.click('#search')
}

/** Selects and deselects a value twice; the counts are those of the replies. */
async function twice(vendor: Vendor, press: () => Promise<unknown>): Promise<number[]> {
  const counts: number[] = []
  for (let time = 0; time < 4; time += 1) counts.push(await vendor.found(press))
  return counts
}

test.describe('the search library', () => {
  test.beforeEach(({ shared }) => {
    const missing = shared.packages.missing('library')
    test.skip(missing !== undefined, missing)
  })

  test('a search, a typo, nonsense, and a click on a product', async ({ page, vendor, shared }) => {
    await vendor.library()
    expect(await vendor.found(search(page, 'sneekers'))).toBe(20)
    expect(await vendor.found(search(page, 'qqqqxyz'))).toBe(0)
    await expect(page.locator('#none')).not.toBeEmpty()
    expect(await vendor.found(search(page, 'shoes'))).toBe(40)
    await expect(page.locator('#searchResults')).toContainText('Akira Sneakers 1')
    await page
      .locator('#searchResults [data-id], #searchResults .UNX-product-title')
      .first()
      .click()
    await shared.service.waitFor('click')
    expect(verdicts.filter((verdict) => verdict.includes('action=search'))).toHaveLength(3)
  })

  test('a category by name or id shows its products and its banner', async ({ page, vendor }) => {
    for (const [list, more] of [
      ['categoryPath:"Men>Shoes"', {}],
      ['categoryPathId:"10>11"', { idPage: true }],
    ] as const) {
      expect(await vendor.found(() => vendor.library(list, more))).toBe(40)
      await expect(page.locator('#banner img')).toHaveAttribute('src', /men\.png/)
      await expect(page.locator('#searchResults')).toContainText('Akira Sneakers 1')
    }
  })

  test('facets, a range and a category are selected and deselected twice; sorting and paging', async ({
    page,
    vendor,
  }) => {
    await vendor.library()
    await vendor.found(search(page, '*'))
    for (const material of MATERIALS) {
      const value = page.locator('#facets [data-facet-name="material_uFilter"][data-id]')
      const chosen = value.filter({ hasText: material }).first()
      const [, count] = /\((\d+)\)/.exec((await chosen.textContent()) ?? '') ?? []
      const counts = await twice(vendor, () => chosen.click())
      expect(counts, material).toEqual([Number(count), 60, Number(count), 60])
    }
    // The function that its slider calls, and the buttons of its tree.
    const press =
      'library.setRangeFacet({ facetName: "price", start: 10, end: 20, applyMultiple: true }), library.applyRangeFacet()'
    expect(await twice(vendor, () => page.evaluate(`void (${press})`))).toEqual([11, 60, 11, 60])
    const men = '{ parent: "categoryPath", level: "1", name: "Men" }'
    const counts: number[] = []
    for (const name of [
      ...['setCategoryFilter', 'deleteCategoryFilter'],
      ...['setCategoryFilter', 'deleteCategoryFilter'],
    ])
      counts.push(
        await vendor.found(() =>
          page.evaluate(`library.${name}(${men}), void library.getResults()`),
        ),
      )
    expect(counts).toEqual([40, 60, 40, 60])

    await vendor.found(() => page.locator('#sort select').selectOption('price desc'))
    await expect(page.locator('#searchResults')).toContainText('69')
    await vendor.found(() => page.locator('#pages button', { hasText: '2' }).first().click())
    await expect(page.locator('#searchResults')).toContainText('57')
    await vendor.found(() => page.locator('#pageSize select').selectOption('24'))
    expect(await page.evaluate('faults')).toEqual([])
  })

  test("without its stylesheet, pressing a facet's label sends nothing, the first or second time", async ({
    page,
    vendor,
  }) => {
    // The library reads the element under the pointer. Only its stylesheet prevents this from being the label within a button.
    await page.route('**/vendor/library.css', (route) => route.abort())
    await vendor.library()
    await vendor.found(search(page, '*'))
    const value = page.locator('#facets [data-facet-name="material_uFilter"][data-id]').first()
    const before = verdicts.length
    await value.locator('.UNX-facet-text').click()
    await value.locator('.UNX-facet-text').click()
    expect(await vendor.found(() => value.dispatchEvent('click'))).toBeLessThan(60)
    expect(verdicts.slice(before).filter((verdict) => verdict.includes('/search?'))).toHaveLength(1)
  })
})

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

  test('all interactions of a shop with the search core', async ({ page, vendor }) => {
    for (const [category, steps] of journeys) {
      await vendor.core(category)
      for (const [call, count] of steps)
        expect(await vendor.found(() => page.evaluate(`void (${call})`)), call).toBe(count)
      expect(await page.evaluate('faults')).toEqual([])
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

  test('a conversation has questions, answers, refinements and notes, and survives its page', async ({
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
