import type { Page } from '@playwright/test'
import { dataOf, STAY, systemPages } from '../support/fixtures/map-page.ts'
import { type Platform, platforms } from '../support/fixtures/platform-pages.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

// The first event of a page without attributes, with only the map that svc.audit() proposes.

/** The time limit for a script from opening the page to the first correct event. */
const LIMIT_MS = 120_000

interface Grid {
  readonly file: string
  readonly path: string
  /** Fields of the impressions: the list. The products follow in the order of the page. */
  readonly list: Readonly<Record<string, unknown>>
  readonly pids: readonly string[]
  /** The cart button of the second product, if the tiles have one. */
  readonly cart?: string
}

const grids: readonly Grid[] = [
  {
    file: 'wrapped',
    path: '/5-bottes',
    list: { page: 'categoryPath:"Homme>Bottes"' },
    pids: ['101', '102', '103', '104'],
    cart: '[data-id-product="102"] button',
  },
  {
    file: 'modules',
    path: '/search?query=boots',
    list: { query: 'boots' },
    pids: ['red-boot-101', 'blue-boot-102', 'grey-boot-103', 'green-boot-104'],
  },
  {
    file: 'custom-elements',
    path: '/boots',
    list: { page: 'categoryPath:"Boots"' },
    pids: ['B-101', 'B-102', 'B-103', 'B-104'],
    cart: '[sku="B-102"] button',
  },
]

type Map = Readonly<Record<string, unknown>>

/** Serves a page whose links lead nowhere, with or without a map. */
async function openPage(page: Page, shop: Shop, path: string, html: string, map?: Map) {
  const attributes = { 'data-record-bots': '', 'data-impressions': 'load' }
  const tag = shop.tag(map ? { ...attributes, 'data-map': JSON.stringify(map) } : attributes)
  shop.page(
    path.replace(/\?.*/, ''),
    `<!doctype html><html lang="en"><head><meta charset="utf-8">${tag}${STAY}</head>${html}</html>`,
  )
  await shop.open(path)
  await page.waitForFunction('window.svc')
}

/** The map in the text of the finding, which a person would copy. */
const proposedMap = (page: Page) =>
  page.evaluate(async () => {
    const [finding] = await window.svc.audit()
    const json = /svc\.tryMap\((.*?)\), check/.exec(finding?.fix ?? '')?.[1] ?? '{}'
    const map: unknown = finding && Reflect.get(finding, 'map')
    if (map && JSON.stringify(map) !== json) throw new Error('not the same map')
    return JSON.parse(json) as Map
  })

async function shopBy(page: Page, shop: Shop, { list, pids }: Grid, turn: number) {
  const seen = await dataOf(shop, 'PRODUCT_IMPRESSIONS', turn)
  expect(seen[turn - 1]).toMatchObject({ ...list, pids_list: pids })
  await page.locator('[alt="Blue boot"]').click({ force: true })
  const clicked = await dataOf(shop, 'click', turn)
  expect(clicked[turn - 1]).toMatchObject({ pid: pids[1] })
}

test('the proposed map alone gives the correct first events of each grid', async ({
  page,
  shop,
}) => {
  test.slow()
  for (const grid of grids) {
    await shop.reset()
    const from = Date.now()
    const html = systemPages('grids').get(grid.file) ?? ''
    const map = await mapFor(page, shop, grid.path, html)
    const rules = await page.evaluate((tried) => window.svc.tryMap(tried), map)
    expect(rules, grid.file).toContainEqual(
      expect.objectContaining({ rule: 'product', found: 4, values: 4 }),
    )
    await shopBy(page, shop, grid, 1)
    expect(Date.now() - from).toBeLessThan(LIMIT_MS)

    await openPage(page, shop, grid.path, html, map)
    await shopBy(page, shop, grid, 2)
    await page.locator('form input:not([type=hidden])').first().fill(`boots of ${grid.file}`)
    await page.keyboard.press('Enter')
    expect(await dataOf(shop, 'search')).toMatchObject([{ query: `boots of ${grid.file}` }])
    if (grid.cart) {
      await page.locator(grid.cart).click()
      expect(await dataOf(shop, 'cart')).toMatchObject([{ pid: grid.pids[1] }])
    }
    // The rule for the search box does not match the forms of other pages.
    const others = await page.evaluate(
      async (search) => {
        document.body.innerHTML =
          '<main><form class="form" action="/cart/add"><input name="qty"></form></main>'
        return (await window.svc.tryMap({ search } as never)).filter(({ values }) => values > 0)
      },
      (map as { search: object }).search,
    )
    expect(others, grid.file).toEqual([])
  }
})

/** The map proposed for a page; empty if there is none. */
async function mapFor(page: Page, shop: Shop, path: string, html: string): Promise<Map> {
  await openPage(page, shop, path, html)
  return proposedMap(page)
}

async function pressAll(page: Page, except: string) {
  const controls = page.locator('a, button, input[type=submit]')
  for (const control of await controls.all())
    if (!(await control.evaluate((one, selector) => one.matches(selector), except)))
      await control.click({ force: true, timeout: 400 }).catch(() => {})
}

/** The pages that a proposal for a list has to get right. */
async function checkList(page: Page, shop: Shop, platform: Platform) {
  const { listPath, list, searchPath, idOf, tileBuy } = platform
  const pids = [0, 1, 2, 3].map(idOf)
  const map = await mapFor(page, shop, listPath, list)
  await openPage(page, shop, listPath, list, map)
  const [seen] = await dataOf(shop, 'PRODUCT_IMPRESSIONS')
  expect(seen).toMatchObject({ page: platform.page, pids_list: pids })
  await pressAll(page, `${tileBuy ?? 'none'}, ${BUYS}`)
  if (tileBuy) await page.locator(tileBuy).first().click({ force: true })
  await page.evaluate(() => window.svc.flush())

  const search = await mapFor(page, shop, searchPath, list)
  await openPage(page, shop, searchPath, list, search)
  const [, found] = await dataOf(shop, 'PRODUCT_IMPRESSIONS', 2)
  expect(found).toMatchObject({ query: 'boot', pids_list: pids })
  const carts = (await shop.received('cart')).map(({ data }) => data)
  expect(carts).toMatchObject(tileBuy ? [{ pid: idOf(1), qty: '1' }] : [])
}

/** Controls of other tiles that do add something to the cart. */
const BUYS = '[href*="action=add"], .btn-buy, .a-submit'

for (const platform of platforms)
  test(`the proposals for ${platform.name} read its list, its product and nothing else`, async ({
    page,
    shop,
  }) => {
    await checkList(page, shop, platform)
    const { productPath, product, idOf, buy, cartPath, cart, list } = platform
    const earlier = (await shop.received('cart')).length
    const map = await mapFor(page, shop, productPath, product)
    expect(Object.keys(map)).toEqual(['search', 'cart'])
    await openPage(page, shop, productPath, product, map)
    await pressAll(page, buy)
    await page.locator(buy).click({ force: true })
    const carts = await dataOf(shop, 'cart', earlier + 1)
    expect(carts.slice(earlier)).toMatchObject([{ pid: idOf(1), qty: '1' }])

    const frame = list.replace(/<(main|h1).*/s, '')
    const bought = await mapFor(page, shop, cartPath, `${frame}<main><table>${cart}</table></main>`)
    expect(Object.keys(bought)).toEqual(['search'])
  })

const tiles = (make: (number: number) => string) => [31, 32, 33, 34].map(make).join('')

const cardWith = (number: number, controls: string) =>
  `<li class="card"><a href="/p/boot-${number}"><img alt="Boot ${number}" src="data:,"></a> $${number}.00 ${controls}</li>`

const searchBox = '<form role="search"><input name="q" aria-label="Search"></form>'

/** Pages with elements that are easily mistaken for others, by what the proposal must make of them. */
const lookalikes: readonly {
  readonly name: string
  readonly path?: string
  readonly html: string
  readonly map: unknown
}[] = [
  {
    name: 'options and carts of one class are told apart by their words',
    html: `<h1>Boots</h1><ul class="grid">${tiles((n) => cardWith(n, n % 2 ? `<a class="button" href="#" data-options="${n}">Choose options</a>` : `<a class="button" href="#" data-fast="${n}">Add to cart</a>`))}</ul>`,
    map: { cart: { in: 'ul.grid > li.card a.button', from: '@text', as: '' } },
  },
  {
    name: 'controls that nothing names have no rule',
    html: `<h1>Boots</h1><ul class="grid">${tiles((n) => cardWith(n, `<button class="a">Choose</button><button class="a">+</button>`))}</ul>`,
    map: { cart: undefined },
  },
  {
    name: 'a name is no id, whatever field holds it',
    html: `<h1>Boots</h1><ul class="grid">${tiles((n) => `<li class="card"><a href="/p/x"><img alt="Boot${n}" src="data:,"><h3>Boot${n}</h3></a> $5 <input type="hidden" name="product-name" value="Boot${n}"><input type="hidden" name="product" value="Boot${n}"><input type="hidden" name="product-id" value="7${n}"></li>`)}</ul>`,
    map: { product: { from: "input[name='product-id']@.value" } },
  },
  {
    name: 'the place in the list and the variant are no ids',
    html: `<h1>Boots</h1><ul class="grid">${tiles((n) => `<li class="card" data-id="${n - 30}" data-variant-id="9${n}"><a href="/p/boot-${n}"><img alt="" src="data:,"></a> $5</li>`)}</ul>`,
    map: { product: { from: 'a[href]@/' } },
  },
  {
    name: 'a breadcrumb without the start page keeps its first level',
    html: `<ol class="breadcrumb">\n<li><a href="/men">Men</a></li>\n<li>Boots</li></ol><h1>Boots</h1><ul class="grid">${tiles((n) => cardWith(n, ''))}</ul>`,
    map: { page: { from: 'ol.breadcrumb', as: 'categoryPath:"$&"' } },
  },
  {
    name: 'a breadcrumb from the start page of a language leaves it out',
    html: `<ol class="breadcrumb">\n<li><a href="/en-gb/">Shop</a></li>\n<li><a href="/men">Men</a></li>\n<li>Boots</li></ol><h1>Boots</h1><ul class="grid">${tiles((n) => cardWith(n, ''))}</ul>`,
    map: { page: { from: 'ol.breadcrumb', as: 'categoryPath:"$1"' } },
  },
  {
    name: 'recommendations on a product page are no list',
    path: '/products/boot-7',
    html: `${searchBox}<main><h1>Boot 7</h1><form action="/en/cart/add"><input type="hidden" name="product-id" value="77"><button>Add to bag</button></form><ul class="grid">${tiles((n) => cardWith(n, ''))}</ul></main>`,
    map: { page: undefined, product: undefined, cart: { from: "input[name='product-id']@.value" } },
  },
  {
    name: 'an address that selects a page by its query is no start page, and links by query have ids',
    path: '/index.php?route=product/category&path=24',
    html: `${searchBox}<h1>Boots</h1><div class="grid">${tiles((n) => `<div class="product-layout"><a href="/index.php?route=product/product&amp;path=24&amp;product_id=${n}"><img alt="Boot ${n}" src="data:,"></a> $${n}.00</div>`)}</div>`,
    map: { page: { from: 'h1' }, product: { from: 'a[href]@?product_id' } },
  },
  {
    name: 'a category by its number without a heading',
    path: '/?cat=24&utm_source=mail',
    html: `<div class="grid">${tiles((n) => `<div class="card"><a href="/?p=${n}"><img alt="Boot ${n}" src="data:,"></a> $${n}.00</div>`)}</div>`,
    map: { page: { from: '@?cat' }, product: { from: 'a[href]@?p' } },
  },
  {
    name: 'a campaign does not make another page of the start page',
    path: '/?utm_source=mail&gclid=5',
    html: `${searchBox}<h1>Welcome</h1><ul class="grid">${tiles((n) => cardWith(n, ''))}</ul>`,
    map: { page: undefined, product: undefined },
  },
  {
    name: 'a field that filters by name is no search box',
    html: `<aside class="filters"><form><input type="search" name="q" placeholder="Filter brands"></form></aside><form><input type="text" name="search" aria-label="Filter by name"></form><h1>Boots</h1><ul class="grid">${tiles((n) => cardWith(n, ''))}</ul>`,
    map: { search: undefined },
  },
  {
    name: 'the id that the form of a tile puts into the cart is taken',
    html: `<h1>Boots</h1><ul class="grid">${tiles((n) => `<li class="card" data-sku="RD0${n}"><a href="/p/boot-${n}"><img alt="" src="data:,"></a> $5 <form action="/cart/add"><input type="hidden" name="product_id" value="${n}"><button>Add to cart</button></form></li>`)}</ul>`,
    map: { product: { from: "input[name='product_id']@.value" } },
  },
  {
    name: 'products on the start page are no list',
    path: '/',
    html: `${searchBox}<h1>Welcome</h1><ul class="grid">${tiles((n) => cardWith(n, ''))}</ul>`,
    map: { page: undefined, product: undefined },
  },
  {
    name: 'the text of an engraving is no search',
    path: '/products/boot-7',
    html: `<h1>Boot 7</h1><form class="product"><input name="text" aria-label="Engraving"><input type="hidden" name="product_id" value="77"><button>In den Warenkorb</button></form>`,
    map: { search: undefined, cart: { from: "input[name='product_id']@.value" } },
  },
]

test('a proposal does not mistake one element for another', async ({ page, shop }) => {
  for (const { name, path = '/boots/all', html, map } of lookalikes) {
    const proposed = await mapFor(page, shop, path, html)
    for (const [mark, rule] of Object.entries(map as Map))
      if (rule === undefined) expect(proposed[mark], `${name}: ${mark}`).toBeUndefined()
      else expect(proposed[mark], `${name}: ${mark}`).toMatchObject(rule as Record<string, unknown>)
  }
})

test('the audit proposes no map for products without ids, and none for a blog', async ({
  page,
  shop,
}) => {
  const messages = async () =>
    (await page.evaluate(() => window.svc.audit())).map(({ message }) => message)
  const nameless = ['Hat', 'Tent', 'Lamp'].map(
    (name) =>
      `<div class="sc-bdvvtL iTTAxJ"><img alt="" src="data:,">${name} <b>$</b><i>5</i></div>`,
  )
  const list = `<div class="Grid--d2dbe">${nameless.join('')}</div><button class="btn">Add to cart</button>`
  await openPage(page, shop, '/list', list)
  expect(await messages()).toEqual([
    expect.stringContaining('seems to have a list of 3 products without ids (body > div)'),
  ])
  const posts = ['one', 'two', 'three'].map(
    (name) => `<li><a href="/blog/${name}"><img alt="" src="data:,"></a></li>`,
  )
  await openPage(page, shop, '/blog', `<ul>${posts.join('')}</ul>`)
  expect(await messages()).toEqual([])
})

/** Three shops in the shape of those on which a proposal mixed ids: a list, its first product, and the ids that are right and sure. */
const shops = [
  {
    name: 'an SKU on the tile, a number in the cart',
    tile: (n: number) =>
      `<li class="card" data-sku="RD0${n}" data-id="${n}"><a href="/p/boot-${n}"><img alt="" src="data:,"></a> $5</li>`,
    product: '<input type="hidden" name="product_id" value="31">',
    list: { from: '@data-id', first: '31', certainty: 'sure' },
    page: { first: '31', certainty: 'sure' },
  },
  {
    name: 'ids that differ',
    tile: (n: number) =>
      `<li class="card" data-product-id="9${n}"><a href="/p/boot-${n}"><img alt="" src="data:,"></a> $5</li>`,
    product: '<input type="hidden" name="product_id" value="31">',
    list: { from: '@data-product-id', first: '931', certainty: 'check' },
    page: { first: '31', certainty: 'check' },
  },
  {
    name: 'one id in address, tile and cart',
    tile: (n: number) =>
      `<li class="card"><a href="/p/boot-${n}"><img alt="" src="data:,"></a> $5 <button type="button" data-product-id="${n}" class="wish">Save</button></li>`,
    product: '<input type="hidden" name="product" value="31">',
    list: { from: '[data-product-id]@data-product-id', first: '31', certainty: 'sure' },
    page: { first: '31', certainty: 'sure' },
  },
]

test('a proposed id is sure only if the list, the product page and its cart have the same', async ({
  page,
  shop,
}) => {
  const rules = () =>
    page.evaluate(async () => {
      const finding = (await window.svc.audit()).find(({ rule }) => rule === 'page-unmarked')
      return { rules: finding?.rules ?? [], map: finding?.map ?? {}, says: finding?.message ?? '' }
    })
  for (const { name, tile, product, ...right } of shops) {
    const list = `${searchBox}<h1>Boots</h1><ul class="grid">${tiles(tile)}</ul>`
    const body = `${searchBox}<nav class="breadcrumb"><a href="/boots/all">Boots</a></nav><main><h1>Boot</h1><form action="/cart/add">${product}<button>Add to cart</button></form></main>`
    shop.page('/p/boot-31', `<!doctype html>${body}`)
    await openPage(page, shop, '/boots/all', list)
    const found = await rules()
    const { from, ...expected } = right.list
    expect(found.map, name).toMatchObject({ product: { from } })
    expect(found.rules, name).toContainEqual(
      expect.objectContaining({ mark: 'product', ...expected }),
    )
    expect(found.rules, name).toContainEqual(
      expect.objectContaining({ mark: 'search', certainty: 'sure' }),
    )
    expect(found.says.includes('the cart of its product page'), name).toBe(
      expected.certainty === 'check',
    )
    await openPage(page, shop, '/p/boot-31', body)
    expect((await rules()).rules, name).toContainEqual(
      expect.objectContaining({ mark: 'cart', ...right.page }),
    )
  }
})

const labels =
  'Add to shopping cart|Add to Bag|In den Warenkorb|In den Einkaufswagen|Ajouter au panier|Añadir al carrito|Agregar al carrito|Adicionar ao carrinho|Aggiungi al carrello|In winkelwagen|Do koszyka|Přidat do košíku|Lägg i varukorgen|Læg i kurv|Legg i handlekurven|Lisää ostoskoriin|Kosárba|Adaugă în coș|Sepete ekle|Добавить в корзину|カートに入れる|加入购物车'.split(
    '|',
  )

test('cart controls are recognized by words in 20 languages, by names and by forms', async ({
  page,
  shop,
}) => {
  const named = [
    '<input type="submit" value="Add to Cart">',
    '<button class="single_add_to_cart_button">Osta</button>',
    '<button data-action="add-to-cart"><svg></svg></button>',
    '<button data-hook="add-to-cart">+</button>',
    '<input type="image" name="addToBasket" alt="">',
    '<button onclick="cart.add(\'7\')"><span>+</span></button>',
    '<form action="/fr/cart/add"><button>OK</button></form>',
    '<form action="/checkout/line-item/add"><button>OK</button></form>',
  ]
  await openPage(page, shop, '/products/boot', searchBox)
  for (const control of [...labels.map((label) => `<button>${label}</button>`), ...named]) {
    await page.evaluate((html) => {
      document.body.innerHTML = `<main data-product-id="77"><h1>Boot</h1>${html}</main>`
    }, control)
    expect((await proposedMap(page)).cart, control).toMatchObject({ from: '@data-product-id' })
  }
})
