import type { Page } from '@playwright/test'
import { blocksOf } from '../support/fixtures/docs.ts'
import { openMapPage } from '../support/fixtures/map-page.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

// A walk through the pages of each theme with the map from the documentation, and every event that
// the tracker must receive. The audit finds no error on any page.

type Event = readonly [action: string, data: object]

/** A press on the only element that matches a selector, or another action of the shopper, and the resulting event. */
type Step = readonly [does: string | ((page: Page) => Promise<unknown>), event?: Event]

interface Visit {
  readonly kind: string
  readonly path: string
  /** A change of the page before it is served. Changed pages are not audited. */
  readonly edit?: (html: string) => string
  readonly event: Event | undefined
  readonly steps: readonly Step[]
}

const visit = (
  kind: string,
  path: string,
  event?: Event,
  steps: readonly Step[] = [],
  edit?: Visit['edit'],
): Visit => ({ kind, path, event, steps, ...(edit && { edit }) })

const seen = (list: object, ...pids_list: string[]): Event => [
  'PRODUCT_IMPRESSIONS',
  { ...list, pids_list },
]
const click = (pid: string, more: object = {}): Event => ['click', { pid, ...more }]
const cart = (pid: string, qty = '1', variantId?: string): Event => [
  'cart',
  { pid, qty, ...(variantId && { variantId }) },
]
const search = (query: string): Event => ['search', { query }]
const order = (...products: object[]): Event => ['order', { products }]
const changed = (name: string, group: object): Event => ['facets', { facets: { [name]: group } }]
const chosen = (name: string, prank: string, val: string, place = '1') =>
  changed(name, { prank, selected: [{ prank: place, val }] })
const dropped = (name: string, prank: string, val: string, place = '1') =>
  changed(name, { prank, deselected: [{ prank: place, val }] })
const cleared: Event = ['facets', { facets: { unxFacetsReset: true } }]

const fill = (label: string, value: string) => (page: Page) => page.getByLabel(label).fill(value)
const pieces = (value: string) => (page: Page) => page.getByRole('spinbutton').fill(value)
const choose = (label: string, value: string) => (page: Page) =>
  page.getByLabel(label).selectOption(value)
const enter =
  (query: string, selector = 'role=searchbox') =>
  async (page: Page) => {
    await page.locator(selector).fill(query)
    await page.locator(selector).press('Enter')
  }
/** Longer than facet changes are collected. */
const rest = (page: Page) => page.waitForTimeout(600)

/** Alpine renders the content of a group when it is opened. */
async function openGroups(page: Page) {
  for (const title of await page.locator('.filter-option .filter-options-title').all())
    await title.click()
}

/** The template from the Hyvä guide, without its PHP. */
const withVariant = (html: string) =>
  html +
  blocksOf('docs/install/hyva.md')
    .filter(({ file }) => file.endsWith('variant.phtml'))
    .map(({ code }) => code.replaceAll(/<\?php.*?\?>/gs, ''))
    .join('')

const BOOTS = '/men/shoes/boots.html'
const magento: readonly Visit[] = [
  visit(
    'list',
    BOOTS,
    seen({ page: 'categoryPath:"Men>Shoes & more>Boots"' }, 'MB-RED', 'MB-BLUE'),
    [
      ['text=Add to Wish List'],
      ['text=Add to Compare'],
      ['text=Grey boot'],
      ['text=Blue boot', click('MB-BLUE')],
      ['text=Teaser', click('MB-TEASER')],
      ['a[href="?size=42"]', chosen('Size', '2', '42')],
      ['[aria-label=Teal]', chosen('Color', '3', 'Teal')],
      ['a[href="?price=20-30"]', chosen('Price', '4', '€20.00 - €29.99')],
      ['.remove', dropped('Material', '1', 'Leather')],
      ['text=Clear All', cleared],
      ['text=Add blue'],
      ['role=option[name="M"]'],
      ['text=Add blue', cart('MB-BLUE')],
      ['text=Add red', cart('MB-RED')],
      [enter('boots', '[name=q]'), search('boots')],
    ],
  ),
  visit('product', '/blue-boot.html', undefined, [
    ['text=Add to Cart'],
    [choose('Size', 'M')],
    [pieces('3')],
    ['text=Add to Cart', cart('MB-BLUE', '3', '1042')],
  ]),
  visit('simple', '/red-boot.html', undefined, [['text=Add to Cart', cart('MB-RED')]]),
  visit('thanks', '/checkout/onepage/success/'),
  visit('empty', '/catalogsearch/result/?q=sledge', seen({ query: 'sledge' })),
]

const inHyva = { page: 'categoryPath:"Men>Shoes & more / new>Boots"' }
const hyva: readonly Visit[] = [
  visit('list', BOOTS, seen(inHyva, 'MB-RED', 'MB-BLUE', 'MB-GREY'), [
    ['text=Wish'],
    ['text=Compare'],
    ['text=Seen before'],
    ['text=Grey boot', click('MB-GREY')],
    ['text="Teaser"', click('MB-TEASER')],
    ['text=boots for men'],
    [openGroups],
    ['[href="?size=42"]', chosen('Size & fit', '2', '42')],
    ['[href="?color=49"]', chosen('Color', '3', 'Light blue')],
    ['[href="?price=20-30"]', chosen('Price', '4', '€20.00 - €29.99')],
    ['.remove', dropped('Material', '1', 'Leather')],
    ['text=Clear All', cleared],
    ['text=Add blue'],
    [(page) => page.getByLabel('M', { exact: true }).check()],
    ['text=Add blue', cart('MB-BLUE')],
    ['text=Add red', cart('MB-RED')],
    [enter('boots', '[name=q]'), search('boots')],
  ]),
  visit('product', '/blue-boot.html', undefined, [
    ['text=Add to Cart'],
    [choose('Size', 'M')],
    [pieces('3')],
    ['text=Add to Cart', cart('MB-BLUE', '3')],
  ]),
  visit(
    'product',
    '/blue-boot.html',
    undefined,
    [
      [choose('Size', 'M')],
      ['text=Add to Cart', cart('MB-BLUE', '1', '1042')],
      [choose('Size', '')],
      [(page) => expect(page.locator('[name=selected_configurable_option]')).toHaveValue('')],
    ],
    withVariant,
  ),
  visit('update', '/checkout/cart/configure/id/7/', undefined, [['text=Update item']]),
  visit('simple', '/red-boot.html', undefined, [['text=Add to Cart', cart('MB-RED')]]),
  visit('thanks', '/checkout/onepage/success/'),
  visit('search', '/catalogsearch/result/?q=red', seen({ query: 'red' }, 'MB-RED')),
  visit('empty', '/catalogsearch/result/?q=sledge', seen({ query: 'sledge' })),
]

const second = { variantId: '1002' }
const prestashop: readonly Visit[] = [
  visit('list', '/10-chaussures', seen({ page: 'categoryPathId:"10"' }, '101', '102'), [
    ['text=Botte bleue', click('102', second)],
    ['text=Déjà vu', click('109')],
    ['text=retirer'],
    ['#facet_label_4'],
    ['text=(aucun filtre)'],
    ['role=link[name="Rouge (5)"]', chosen('Couleur', '1', 'Rouge')],
    [
      (page) => page.getByLabel('Bleu (nuit)').uncheck(),
      dropped('Couleur', '1', 'Bleu (nuit)', '2'),
    ],
    ['role=link[name*="Neuf"]', chosen('État', '2', 'Neuf')],
    ['role=link[name*="Large"]', chosen('Largeur', '3', 'Large')],
    ['text=Effacer tout', cleared],
    // When the shop has responded, it replaces the block, with the link selected.
    [
      (page) =>
        page.evaluate(() => {
          const old = document.getElementById('search_filters')
          const next = old?.cloneNode(true) as Element
          next.querySelector('#facet_input_1_0')?.setAttribute('checked', '')
          old?.replaceWith(next)
        }),
    ],
    ['role=link[name="Rouge (5)"]', dropped('Couleur', '1', 'Rouge')],
    [enter('bottes', '[name=s]'), search('bottes')],
  ]),
  visit('product', '/102-botte-bleue.html', undefined, [
    [choose('Taille', '42')],
    [fill('Quantité', '3')],
    ['role=button[name*="Ajouter au panier"]', cart('102', '3', '1003')],
  ]),
  visit('thanks', '/confirmation-commande'),
  visit('empty', '/recherche?controller=search&s=luge', seen({ query: 'luge' })),
  visit('hummingbird', '/10-shoes', seen({ page: 'categoryPathId:"10"' }, '101', '102'), [
    ['text=Quick view'],
    ['text=See details', click('102', second)],
    ['[aria-label="Increase quantity"]'],
    [fill('Quantity of red boot', '2')],
    ['text=Add red boot', cart('101', '2')],
    ['text=Found boot'],
    ['role=link[name*="Leather"]', chosen('Material', '1', 'Leather')],
    ['#facet_label_2_0', dropped('Color', '2', 'Red')],
    ['role=link[name*="Wide"]', chosen('Width', '3', 'Wide')],
    ['text=Clear all', cleared],
    [enter('boots', 'role=combobox'), search('boots')],
  ]),
]

const inCollection = { page: 'collection:"boots"', page_type: 'BOOLEAN' }
const COLLECTION = '/collections/boots'
const ofFolder = (folder: string) => (html: string) =>
  html.replace(/action="\//g, `action="${folder}/`)

const dawn: readonly Visit[] = [
  visit('list', COLLECTION, seen(inCollection, '7001', '7002'), [
    ['text=Choose options'],
    ['text="Reset"'],
    ['.facets__item label >> nth=0', chosen('color', '1', 'Red')],
    ['text=Teal', chosen('shopify.color', '2', 'Teal')],
    ['text=Remove all', cleared],
    ['.mobile-facets__details summary'],
    ['text="Clear"'],
    ['text="Clear all"', cleared],
    ['role=link[name="Blue boot"]', click('7002')],
    ['role=button[name="Add to cart"]', cart('7002', '1', '42002')],
    [enter('boots', 'form input:visible >> nth=0'), search('boots')],
  ]),
  ...['', '/en-gb'].map((folder) =>
    visit(
      'product',
      `${folder}/product`,
      undefined,
      [[pieces('3')], ['role=button', cart('7002', '3', '42002')]],
      ofFolder(folder),
    ),
  ),
  visit(
    'list',
    '/fr/collections/boots',
    seen(inCollection, '7001', '7002'),
    [[enter('bottes', 'form input:visible >> nth=0'), search('bottes')]],
    ofFolder('/fr'),
  ),
  visit('product', '/products/blue-boot'),
  visit(
    'thanks',
    '/thanks',
    order(
      { pid: '7002', qty: '2', variantId: '42002', price: expect.stringMatching(/^19\.50?$/) },
      { pid: '7001', qty: '1', price: expect.stringMatching(/^19\.50?$/) },
    ),
  ),
]

const horizon: readonly Visit[] = [
  visit('horizon-list', `${COLLECTION}?q=kept`, seen(inCollection, '7001', '7002'), [
    [(page) => page.getByLabel('Red as a swatch').check()],
    ['text=Alone'],
    ['text=Found before'],
    ['text=Blue boot', click('7002')],
    ['text=Teaser', click('7009')],
    ['text=Choose'],
    ['text="Add"', cart('7002', '1', '42002')],
    [enter('boots', '[aria-label=Find]'), search('boots')],
  ]),
  visit('horizon-list', COLLECTION, seen(inCollection, '7001', '7002'), [
    ['text=Red (5)', chosen('color', '1', 'Red')],
    ['text=Red (5)', dropped('color', '1', 'Red')],
    ['text="Teal"', chosen('shopify.color', '2', 'gid://shopify/Metaobject/7')],
    [fill('From', '10')],
    [(page) => page.getByLabel('From').press('Tab')],
    ['text=Leather'],
    ['text="Clear"'],
    [rest],
    ['text="Clear all"', cleared],
    ['text=Show filters'],
    ['text=Blue in the drawer', chosen('color', '1', 'Blue')],
    ['text=Clear all in the drawer', cleared],
    ['text=See 2 items'],
  ]),
  visit('horizon-product', '/products/blue-boot', undefined, [
    [fill('Quantity', '3')],
    ['text=Add to cart', cart('7002', '3', '42002')],
    ['text=Add from the bar', cart('7002', '3', '42002')],
    ['text=Red boot', click('7001')],
  ]),
  visit('horizon-empty', '/search?q=sledge', seen({ query: 'sledge' }), [
    ['text=Red boot', click('7001')],
  ]),
  visit('horizon-search', '/search?q=boots', seen({ query: 'boots' }, '7001'), [
    [enter('red boots', '[aria-label="Search again"]'), search('red boots')],
  ]),
]

const CATEGORY = '/product-category/men/shoes/boots/'
const BOOT_PIDS = ['red-boot', 'blue-boot', 'grey-boot']
const inCategory = (levels: string) => seen({ page: `categoryPath:"${levels}"` }, ...BOOT_PIDS)
const withBreadcrumb = (levels: string) => (html: string) =>
  html.replace(
    /<nav.*?<\/nav>/s,
    `<nav class="woocommerce-breadcrumb"><a href="/">Accueil</a>&nbsp;/&nbsp;${levels}</nav>`,
  )
const layered = (value: string) => (page: Page) =>
  page.locator('.widget_layered_nav').getByText(value).click()
const bought = order(
  { pid: 'blue-boot', qty: '2', price: '1299' },
  { pid: 'red-boot', qty: '1', price: '39' },
)

const woocommerce: readonly Visit[] = [
  ...(
    [
      ['Boots', 'Boots'],
      ['Men&nbsp;/&nbsp;Boots', 'Men>Boots'],
      ['Men&nbsp;/&nbsp;Shoes/clogs&nbsp;/&nbsp;A&nbsp;/&nbsp;B', 'Men>Shoes/clogs>A>B'],
    ] as const
  ).map(([breadcrumb, levels]) =>
    visit('list', CATEGORY, inCategory(levels), [], withBreadcrumb(breadcrumb)),
  ),
  visit('list', CATEGORY, inCategory('Men>Shoes>Boots'), [
    ['text=Winter'],
    ['text=View cart'],
    ['text=Blue boot', click('blue-boot')],
    ['text=Select options', click('blue-boot')],
    ['text=Read more', click('grey-boot')],
    ['text=Add to cart', cart('red-boot')],
    ['role=link[name="Blue"]', chosen('color', '1', 'Blue', '2')],
    ['role=link[name*="Rated 5"]', chosen('rating', '2', '5')],
  ]),
  visit('list', '/?s=boot&post_type=product', seen({ query: 'boot' }, ...BOOT_PIDS), [], (html) =>
    html.replace(
      'archive tax-product_cat term-boots woocommerce',
      'search search-results post-type-archive-product woocommerce',
    ),
  ),
  visit(
    'chosen',
    '/product-category/shoes/?filter_color=red',
    ['PRODUCT_IMPRESSIONS', {}],
    [
      [layered('Red'), dropped('color', '1', 'Red')],
      ['text="42"', chosen('size', '2', '42')],
    ],
  ),
  // Two filters are selected, and the widget does not say which one it is.
  visit(
    'chosen',
    '/product-category/shoes/?filter_color=red&filter_size=42',
    ['PRODUCT_IMPRESSIONS', {}],
    [[layered('Red')], ['text="42"', chosen('size', '1', '42')]],
    (html) => html,
  ),
  visit('product', '/product/blue-boot/', undefined, [
    ['role=button[name="Add to cart"]'],
    [choose('Size', '42')],
    [pieces('3')],
    ['role=button[name="Add to cart"]', cart('blue-boot', '3', '1042')],
    ['text=Add red boot', cart('red-boot')],
  ]),
  visit('other-products', '/product/set/', undefined, [
    ['text=Buy elsewhere'],
    ['text=Add the set'],
  ]),
  visit('storefront-product', '/product/red-boot/', undefined, [
    ['text=Add from the bar', cart('red-boot')],
  ]),
  visit('failed', '/checkout/order-received/3000/'),
  visit('thanks', '/checkout/order-received/3001/', bought),
  visit('blocks-thanks', '/checkout/order-received/3002/', undefined, [], (html) =>
    html.replace(
      '<p>Thank you.</p>',
      '<p class="wc-block-order-confirmation-status__actions"></p>',
    ),
  ),
  visit('blocks-thanks', '/checkout/order-received/3002/', bought),
  visit('search', '/?s=sledge&post_type=product', seen({ query: 'sledge' })),
  visit(
    'storefront',
    '/product-category/men/shoes/page/2/',
    seen({ page: 'categoryPath:"Men>Shoes & boots"' }, 'red-boot', 'blue-boot'),
    [
      ['text=Add to cart', cart('red-boot')],
      [enter('boots'), search('boots')],
    ],
  ),
]

/** The blocks' scripts dispatch their event when the shop has responded, with only this data. */
const dispatchAdded = (page: Page) =>
  page.evaluate(() => {
    const added = () =>
      document.body.dispatchEvent(
        new CustomEvent('wc-blocks_added_to_cart', {
          bubbles: true,
          cancelable: true,
          detail: { preserveCartData: true },
        }),
      )
    for (const button of document.querySelectorAll('.ajax_add_to_cart'))
      button.addEventListener('click', () => setTimeout(added, 100))
  })

const woocommerceBlocks: readonly Visit[] = [
  visit('blocks', CATEGORY, seen({ page: 'categoryPath:"Shoes>Boots"' }, 'red-boot', 'blue-boot'), [
    ['text=View cart'],
    ['text=Select options', click('blue-boot')],
    [dispatchAdded],
    ['role=button[name="Add to cart"]', cart('red-boot')],
    [(page) => page.getByLabel('Red (5').check(), chosen('color', '1', 'Red')],
    [(page) => page.getByLabel('Red (5').uncheck(), dropped('color', '1', 'Red')],
    ['role=checkbox[name="42"]', chosen('size', '2', '42')],
    [
      (page) => page.getByLabel('maximum price').press('ArrowLeft'),
      chosen('price', '3', '10 TO 89'),
    ],
    ['text=Clear filters', cleared],
    [(page) => page.getByRole('searchbox').fill('boots')],
    ['role=button[name="Search"]', search('boots')],
  ]),
  visit('blocks-product', '/product/blue-boot/', undefined, [
    ['role=button[name="Add to cart"]'],
    ['text=Size 42'],
    [pieces('2')],
    ['role=button[name="Add to cart"]', cart('blue-boot', '2', '1042')],
  ]),
]

const themes: readonly (readonly [theme: string, system: string, visits: readonly Visit[]])[] = [
  ['Luma', 'magento', magento],
  ['Hyvä', 'hyva', hyva],
  ['PrestaShop', 'prestashop', prestashop],
  ['Dawn', 'shopify', dawn],
  ['Horizon', 'shopify', horizon],
  ['WooCommerce', 'woocommerce', woocommerce],
  ['WooCommerce blocks', 'woocommerce', woocommerceBlocks],
]

const errorsOn = (page: Page) =>
  page.evaluate(async () =>
    (await window.svc.audit())
      .filter(({ severity }) => severity === 'error')
      .map(({ rule, message }) => `${location.pathname}: ${rule}: ${message}`),
  )

/** Everything that has arrived must be what was expected so far. */
async function arrive(shop: Shop, expected: readonly Event[], after: string) {
  const wanted = expected.map(([action, data]) => ({ action, data, reasons: [] }))
  const received = async () =>
    (await shop.received())
      .filter(({ action }) => action !== 'visitor')
      .sort((one, other) => one.at - other.at)
  await expect.poll(received, after).toMatchObject(wanted)
}

/** Runs the steps on an opened page. Events received by then are added to `expected`. */
async function take(page: Page, shop: Shop, { event, steps }: Visit, expected: Event[]) {
  const expectToo = async (next: Event | undefined, after: string) => {
    if (!next) return
    expected.push(next)
    await arrive(shop, expected, after)
  }
  await expectToo(event, page.url())
  for (const [does, own] of steps) {
    if (typeof does === 'string') await page.locator(does).click()
    else await does(page)
    await expectToo(own, String(does))
  }
}

for (const [theme, system, visits] of themes)
  test(`the map for ${theme} reads its pages, and nothing else`, async ({ page, shop }) => {
    const expected: Event[] = []
    for (const visit of visits) {
      await openMapPage(shop, { system, ...visit })
      await page.waitForFunction('window.svc')
      if (!visit.edit) expect(await errorsOn(page)).toEqual([])
      await take(page, shop, visit, expected)
    }
    // Anything that the last page reports by itself arrives before this.
    await openMapPage(shop, { system, kind: visits[0]?.kind ?? '', path: '/end', edit: () => '' })
    await page.evaluate(() => window.svc.track('search', { query: 'the end' }))
    await arrive(shop, [...expected, search('the end')], 'the end')
  })
