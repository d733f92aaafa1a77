import type { Locator, Page } from '@playwright/test'
import { isUnreachable } from '../support/fixtures/clean-project.ts'
import { type EverShop, startEverShop } from '../support/fixtures/evershop.ts'
import { startService, type TestService } from '../support/fixtures/local-service.ts'
import { expect, test } from '../support/fixtures/shop.ts'
import { findProgram } from '../support/runner/programs.ts'
import { arrive } from '../support/simulators/shopper-moves.ts'

/*
 * A real shop: ten shoppers walk through EverShop, and what the tracker receives is compared with the shop's own database.
 * `SVC_EVERSHOP` names the folder where the shop is kept for the next run.
 */

// One shop for all of them, one after the other.
test.describe.configure({ mode: 'default', timeout: 240_000 })

/** Installing and building the shop takes minutes, the first time. */
const SETUP_MS = 1_800_000

let shop: EverShop
let tracker: TestService

test.beforeAll(async () => {
  test.setTimeout(SETUP_MS)
  const missing = ['postgres', 'initdb', 'psql'].filter((name) => !findProgram(name))
  test.skip(missing.length > 0, `NOT RUN: ${missing.join(', ')} not installed`)
  tracker = await startService()
  try {
    shop = await startEverShop({ siteKey: tracker.keys.siteKey, trackerUrl: tracker.url })
  } catch (error) {
    test.skip(isUnreachable(error), 'NOT RUN: no npm registry for EverShop')
    throw error
  }
})
test.afterAll(async () => {
  await shop?.stop()
  await tracker?.close()
})

/** A shopper on the way. */
interface Visit {
  /** The tab that the shopper looks at. */
  page: Page
  /** What the shop has answered to each "Add to cart". */
  readonly answers: boolean[]
  /** Products of which the shopper has added a piece on the cart page, which has no event. */
  readonly raised: string[]
}

/** What a shopper does next. Resolves with what the tracker must receive for it, one line for each thing, apart from carts and orders. */
type Step = (visit: Visit) => Promise<readonly string[]>

const ACCESSORIES = 'categoryPath:"Accessories"'
const PRODUCTS = `product JOIN product_description ON product_description_product_id = product_id
  JOIN product_inventory ON product_inventory_product_id = product_id
  JOIN product_attribute_value_index USING (product_id) JOIN attribute USING (attribute_id)
  JOIN category_description ON category_description_category_id = product.category_id`

interface Row {
  readonly pid: string
  readonly price: number
  readonly stock: number
}

/** Products in the shop's database. */
const productsWhere = (condition: string) =>
  shop.rows<Row>(`SELECT DISTINCT product_description.url_key AS pid, price::float, product_inventory.qty AS stock
    FROM ${PRODUCTS} WHERE ${condition} ORDER BY 1`)

const inAccessories = `category_description.url_key = 'accessories'`

const seen = (rows: readonly Row[], list: string) => rows.map(({ pid }) => `seen ${pid} in ${list}`)

/** Looks at everything on the page for more than a second. */
async function scrollThrough(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.mouse.move(900, 500)
  await page.mouse.wheel(0, -height)
  for (let top = 0; top < height; top += 400) {
    await page.waitForTimeout(1_400)
    await page.mouse.wheel(0, 400)
  }
}

async function open(page: Page, path: string) {
  await page.goto(shop.url + path)
  await page.waitForFunction('window.svc?.version')
}

/** Opens the category and looks at all its products. */
const browse: Step = async ({ page }) => {
  await open(page, '/accessories')
  await scrollThrough(page)
  return seen(await productsWhere(inAccessories), ACCESSORIES)
}

const search =
  (text: string): Step =>
  async ({ page }) => {
    await open(page, '/')
    await page.getByLabel('Search').click()
    await page.getByPlaceholder('Search').fill(text)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?/)
    await page.waitForFunction('window.svc?.version')
    await scrollThrough(page)
    const found = await productsWhere(`product_description.name ILIKE '%${text}%'`)
    await expect(page.locator('.search-name')).toContainText(`${found.length} results`)
    return [`search ${text}`, ...(found.length ? seen(found, text) : [`seen nothing in ${text}`])]
  }

const tile = (page: Page, pid: string) =>
  page.locator('.product__list__item', { has: page.locator(`a[href$="/${pid}"]`) })

/** Opens a product of the list on the page. */
const choose =
  (pid: string): Step =>
  async ({ page }) => {
    await tile(page, pid).locator('a').first().click()
    await page.waitForURL(`**/${pid}`)
    await page.waitForFunction('window.svc?.version')
    return [`click ${pid}`]
  }

/** The number of products that the shop shows. */
const shownCount = async (page: Page) =>
  Number((await page.locator('.product-count').textContent())?.split(' ')[0])

/** Chooses or removes a colour. The shop must then show the products of that colour. */
const colour =
  (name: string, sign: '+' | '-', left: readonly string[]): Step =>
  async ({ page }) => {
    await page.locator('.attribute__options').getByText(name, { exact: true }).click()
    const names = left.map((one) => `'${one}'`).join()
    const rows = await productsWhere(
      left.length ? `${inAccessories} AND option_text IN (${names})` : inAccessories,
    )
    await expect.poll(() => shownCount(page)).toBe(rows.length)
    await page.waitForTimeout(1_000)
    return [`facets Color ${sign}${name}`]
  }

/** Clears the filter "Color" with the cross beside its heading. */
const clearColours =
  (...names: string[]): Step =>
  async ({ page }) => {
    await page.locator('.attribute__filter__section').getByTitle('Clear all').click()
    const all = await productsWhere(inAccessories)
    await expect.poll(() => shownCount(page)).toBe(all.length)
    await page.waitForTimeout(1_000)
    return [`facets Color ${names.map((name) => `-${name}`).join(' ')}`]
  }

/** The shop's own price filter, which is in its address, as the tag writes a range; nothing if it excludes no product. */
async function priceFilter(page: Page): Promise<string> {
  const prices = (await productsWhere(inAccessories)).map(({ price }) => price)
  const { searchParams } = new URL(page.url())
  const [low, high] = [searchParams.get('min_price'), searchParams.get('max_price')]
  if (!low && !high) return ''
  return `${low ?? Math.min(...prices)} TO ${high ?? Math.max(...prices)}`
}

/** Moves the price slider. The shop must then show the products in that range. */
const slide =
  (move: (page: Page) => Promise<void>): Step =>
  async ({ page }) => {
    const before = await priceFilter(page)
    await move(page)
    await expect.poll(() => priceFilter(page)).not.toBe(before)
    await page.waitForTimeout(1_000)
    const after = await priceFilter(page)
    const [low = '0', high = '9999'] = after ? after.split(' TO ') : []
    const rows = await productsWhere(`${inAccessories} AND price BETWEEN ${low} AND ${high}`)
    await expect.poll(() => shownCount(page)).toBe(rows.length)
    return [
      ['facets Price', ...(after ? [`+${after}`] : []), ...(before ? [`-${before}`] : [])].join(
        ' ',
      ),
    ]
  }

/** Drags a thumb of the slider by a part of its track. If the hand pauses, the shop filters in the middle of it. */
const drag =
  (thumb: number, by: number, pauseMs = 0) =>
  async (page: Page) => {
    await page.mouse.wheel(0, -9_999)
    const track = await page.locator('[data-slot=slider-track]').boundingBox()
    const box = await page.locator('[data-slot=slider-thumb]').nth(thumb).boundingBox()
    if (!track || !box) throw new Error('The price slider is not on the page.')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + (track.width * by) / 2, y, { steps: 6 })
    await page.waitForTimeout(pauseMs)
    await page.mouse.move(x + track.width * by, y, { steps: 6 })
    await page.mouse.up()
  }

const press =
  (thumb: number, ...keys: string[]) =>
  async (page: Page) => {
    await page.locator('.price__filter input').nth(thumb).focus()
    for (const key of keys) await page.keyboard.press(key, { delay: 40 })
  }

/** Presses "Add to cart" and waits for the shop's answer. */
async function addToCart({ page, answers }: Visit, button: Locator) {
  const answered = page.waitForResponse(/\/api\/cart\/[^/]+\/items$/)
  await button.click()
  const isOk = (await answered).ok()
  answers.push(isOk)
  // The mini-cart opens by itself, though not each time.
  await page.waitForTimeout(1_500)
  const miniCart = page.getByRole('heading', { name: 'Your Cart' })
  if (!(await miniCart.isVisible())) return
  await page.keyboard.press('Escape')
  await miniCart.waitFor({ state: 'detached' })
}

const formButton = (page: Page) => page.locator('#productForm').getByText('Add to cart')

/** Chooses a variant on the product page, which keeps its address. */
const variant =
  (name: string): Step =>
  async ({ page }) => {
    await page.locator('#productForm').getByRole('button', { name }).click()
    await page.locator('#productForm li.selected').getByText(name).waitFor()
    return []
  }

/** Adds pieces on the product page. */
const add =
  (qty: number): Step =>
  async (visit) => {
    await visit.page.locator('#productForm [name=qty]').fill(String(qty))
    await addToCart(visit, formButton(visit.page))
    return []
  }

/** Asks for more than the shop has. */
const addTooMany: Step = async (visit) => {
  const pid = await visit.page.locator('[name=svc-product]').inputValue()
  const [row] = await productsWhere(`product_description.url_key = '${pid}'`)
  return add((row?.stock ?? 0) + 1)(visit)
}

/** Forgets to choose a variant. The shop says so without a request. */
const addWithoutVariant: Step = async ({ page, answers }) => {
  await formButton(page).click()
  await page.getByText('Please select variant options').waitFor()
  answers.push(false)
  return []
}

/** Adds a product from its tile. */
const addFromList =
  (pid: string): Step =>
  async (visit) => {
    await tile(visit.page, pid).hover()
    await addToCart(visit, tile(visit.page, pid).getByRole('button'))
    return []
  }

/** Adds one more piece on the cart page. */
const raise =
  (pid: string): Step =>
  async ({ page, raised }) => {
    const changed = page.waitForResponse(/\/api\/cart\/[^/]+\/items\/[^/]+$/)
    await page.goto(`${shop.url}/cart`)
    await page.locator('button:has(.lucide-plus)').first().click()
    expect((await changed).ok()).toBe(true)
    raised.push(pid)
    return []
  }

/** Buys what is in the cart, and reloads the confirmation. */
const buy: Step = async ({ page }) => {
  await page.goto(`${shop.url}/checkout`)
  const fields = {
    'Enter your email': 'a@b.example',
    'Full name': 'Ann Lee',
    Telephone: '5550100',
    Address: '1 Main Street',
    City: 'Austin',
    Postcode: '73301',
  }
  for (const [name, text] of Object.entries(fields))
    await page.getByPlaceholder(name, { exact: true }).first().fill(text)
  for (const [id, name] of [
    ['country', 'United States'],
    ['province', 'Texas'],
  ] as const) {
    await page.locator(`[id="field-shippingAddress.${id}"]`).click()
    await page.getByRole('option', { name }).first().click()
  }
  const isShipped = page.waitForResponse(/\/shippingMethods$/)
  await page.getByText('Post', { exact: true }).click()
  await isShipped
  // The page draws the form anew with the costs of shipping.
  await page.waitForTimeout(1_500)
  await page.getByText('Cash on Delivery').first().click()
  await page.waitForTimeout(1_500)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.waitForURL(/\/checkout\/success\//)
  await page.waitForFunction('window.svc?.version')
  await page.waitForTimeout(2_000)
  await page.reload()
  await page.waitForFunction('window.svc?.version')
  return []
}

/** Waits until the tag has a reason for each press on this page that the shop refused. */
const reasons =
  (count: number): Step =>
  async ({ page }) => {
    const found = async () =>
      (await explained(page)).filter(
        ({ state, action }) => state === 'ignored' && action === 'cart',
      )
    await expect.poll(found).toHaveLength(count)
    return []
  }

/** Goes back to the list, and looks at it again. It counts again, even if the browser has kept the page. */
const back: Step = async ({ page }) => {
  // Not `goBack()`, which waits for a load event that a page from the back/forward cache does not get.
  await page.evaluate('void setTimeout(() => history.back())')
  await arrive((expression) => page.evaluate(expression), '/accessories')
  await scrollThrough(page)
  return seen(await productsWhere(inAccessories), ACCESSORIES)
}

/** Continues in another tab. */
const otherTab: Step = async (visit) => {
  visit.page = await visit.page.context().newPage()
  return []
}

const SHOPPERS: Readonly<Record<string, readonly Step[]>> = {
  'browses, and comes back to the list': [
    browse,
    choose('modern-ceramic-vase-white'),
    back,
    choose('desk-pen-holder-black'),
  ],
  searches: [search('cup'), choose('ceramic-coffee-cup-black'), search('no such thing')],
  'filters by colour': [
    browse,
    colour('White', '+', ['White']),
    colour('Black', '+', ['White', 'Black']),
    colour('White', '-', ['Black']),
    clearColours('Black'),
  ],
  'drags the price slider': [
    browse,
    slide(drag(1, -0.4)),
    slide(drag(0, 0.2)),
    slide(drag(0, 0.2, 1_500)),
  ],
  'moves the price slider by keyboard': [
    browse,
    slide(press(0, 'ArrowRight', 'ArrowRight', 'ArrowRight')),
    slide(press(1, 'ArrowLeft')),
    slide(press(1, 'ArrowRight')),
    slide(press(0, 'Home')),
  ],
  'adds to the cart': [
    browse,
    addFromList('ceramic-candy-bowl-white'),
    addFromList('desk-pen-holder-black'),
    choose('ceramic-candy-bowl-white'),
    variant('Black'),
    add(2),
    add(1),
  ],
  'is refused': [
    browse,
    choose('modern-ceramic-vase-black'),
    addWithoutVariant,
    variant('Black'),
    addTooMany,
    reasons(2),
  ],
  'is refused, and corrects the quantity': [
    browse,
    choose('modern-ceramic-vase-black'),
    variant('White'),
    addTooMany,
    add(3),
    addTooMany,
    reasons(2),
  ],
  'is refused, and adds a piece on the cart page': [
    browse,
    choose('desk-pen-holder-white'),
    variant('White'),
    add(1),
    addTooMany,
    raise('desk-pen-holder-white'),
  ],
  'buys two products in two tabs': [
    browse,
    addFromList('ceramic-coffee-cup-yellow'),
    otherTab,
    browse,
    choose('stainless-steel-thermos-white'),
    variant('Yellow'),
    add(2),
    buy,
  ],
}

interface Explained {
  readonly action: string
  readonly state: string
  readonly reason: string | undefined
}

const explained = (page: Page): Promise<readonly Explained[]> =>
  page.evaluate(async () =>
    (await window.svc.explain()).map(({ action, state, reason }) => ({
      action: action ?? '',
      state,
      reason,
    })),
  )

interface Line {
  readonly pid: string
  readonly qty: number | string
  readonly price: number | string
}

const orderLine = (lines: readonly Line[]) =>
  `order ${lines
    .map(({ pid, qty, price }) => `${qty} ${pid} at ${Number(price).toFixed(2)}`)
    .toSorted()
    .join(', ')}`

/** Adds up the pieces of each product, because the shop has one line for several additions. */
function cartLines(pieces: readonly Pick<Line, 'pid' | 'qty'>[]): readonly string[] {
  const sums = new Map<string, number>()
  for (const { pid, qty } of pieces) sums.set(pid, (sums.get(pid) ?? 0) + Number(qty))
  return [...sums].map(([pid, qty]) => `cart ${qty} ${pid}`)
}

/** The carts and orders in the shop's database since a moment. */
async function linesInShop(since: string, raised: readonly string[]): Promise<readonly string[]> {
  const pieces = await shop.rows<Line>(`SELECT url_key AS pid, qty FROM cart_item
    JOIN product_description ON product_description_product_id = product_id WHERE created_at > '${since}'`)
  const orders = await shop.rows<{
    lines: readonly Line[]
  }>(`SELECT json_agg(json_build_object('pid', url_key, 'qty', qty, 'price', final_price_incl_tax)) AS lines
    FROM "order" JOIN order_item ON order_item_order_id = order_id
    JOIN product_description ON product_description_product_id = product_id
    WHERE created_at > '${since}' GROUP BY order_id`)
  const added = [...pieces, ...raised.map((pid) => ({ pid, qty: -1 }))]
  return [...cartLines(added), ...orders.map(({ lines }) => orderLine(lines))]
}

interface Change {
  readonly selected?: readonly { readonly val: string }[]
  readonly deselected?: readonly { readonly val: string }[]
}

/** The fields of all actions. The service's verdict has checked that each action has its own. */
interface Data extends Line {
  readonly query?: string
  readonly page?: string
  readonly products?: readonly Line[]
  readonly pids_list?: readonly string[]
  readonly facets: Readonly<Record<string, Change>>
}

const facetLine = (facet: string, { selected = [], deselected = [] }: Change) =>
  [
    `facets ${facet}`,
    ...selected.map(({ val }) => `+${val}`),
    ...deselected.map(({ val }) => `-${val}`),
  ].join(' ')

const eventLines: Readonly<Record<string, (data: Data) => readonly string[]>> = {
  visitor: () => ['visitor'],
  search: ({ query }) => [`search ${query}`],
  PRODUCT_IMPRESSIONS: ({ pids_list: pids = [], query, page }) =>
    (pids.length ? pids : ['nothing']).map((pid) => `seen ${pid} in ${query ?? page}`),
  click: ({ pid }) => [`click ${pid}`],
  facets: ({ facets }) => Object.entries(facets).map(([name, change]) => facetLine(name, change)),
  order: (data) => [orderLine(data.products ?? [data])],
}

/** What the tracker has received, as lines. */
function linesOf(events: readonly { readonly action: string; readonly data: unknown }[]) {
  const carts = events.filter(({ action }) => action === 'cart').map(({ data }) => data as Line)
  const others = events.flatMap(({ action, data }) => eventLines[action]?.(data as Data) ?? [])
  return [...cartLines(carts), ...others]
}

for (const [name, steps] of Object.entries(SHOPPERS))
  test(`a shopper who ${name}`, async ({ page }) => {
    await tracker.reset()
    const [clock] = await shop.rows<{ now: string }>('SELECT now()')
    const visit: Visit = { page, answers: [], raised: [] }
    const expected = ['visitor']
    for (const step of steps) expected.push(...(await step(visit)))

    const entries = await explained(visit.page)
    expect(entries.filter(({ state, reason }) => state !== 'sent' && !reason)).toEqual([])
    for (const tab of page.context().pages()) await tab.goto('about:blank')
    expected.push(...(await linesInShop(clock?.now ?? '', visit.raised)))
    const received = async () => linesOf(await tracker.received()).toSorted()
    await expect.poll(received).toEqual(expected.toSorted())
    // Nothing may follow, neither a repeat nor a refused cart.
    await page.waitForTimeout(2_000)
    expect(await received()).toEqual(expected.toSorted())
    const events = await tracker.received()
    expect(events.flatMap(({ reasons }) => reasons)).toEqual([])
    const carts = events.filter(({ action }) => action === 'cart')
    expect(carts).toHaveLength(visit.answers.filter(Boolean).length)
  })
