import { openMapPage } from '../support/fixtures/map-page.ts'
import { expect, test } from '../support/fixtures/shop.ts'

// A shop that pastes a ready map gets no false error from the audit. Each page has the address that it has in a shop.

interface Finding {
  readonly rule: string
  readonly severity: string
  readonly message: string
}

const PAGES = {
  hyva: {
    list: '/men/shoes/boots.html',
    product: '/blue-boot.html',
    simple: '/red-boot.html',
    update: '/checkout/cart/configure/id/7/',
    search: '/catalogsearch/result/?q=red',
    empty: '/catalogsearch/result/?q=sledge',
    thanks: '/checkout/onepage/success/',
  },
  magento: {
    list: '/men/shoes/boots.html',
    product: '/blue-boot.html',
    simple: '/red-boot.html',
    empty: '/catalogsearch/result/?q=sledge',
    thanks: '/checkout/onepage/success/',
  },
  prestashop: {
    list: '/10-chaussures',
    hummingbird: '/10-shoes',
    product: '/102-botte-bleue.html',
    empty: '/recherche?controller=search&s=luge',
    thanks: '/confirmation-commande',
  },
  shopify: {
    list: '/collections/boots',
    product: '/products/blue-boot',
    thanks: '/thanks',
    'horizon-list': '/collections/boots',
    'horizon-product': '/products/blue-boot',
    'horizon-search': '/search?q=boots',
    'horizon-empty': '/search?q=sledge',
  },
  woocommerce: {
    list: '/product-category/men/shoes/boots/',
    chosen: '/product-category/shoes/?filter_color=red',
    storefront: '/product-category/men/shoes/page/2/',
    blocks: '/product-category/men/shoes/boots/',
    search: '/?s=sledge&post_type=product',
    product: '/product/blue-boot/',
    'other-products': '/product/set/',
    'storefront-product': '/product/red-boot/',
    'blocks-product': '/product/blue-boot/',
    failed: '/checkout/order-received/3000/',
    thanks: '/checkout/order-received/3001/',
    'blocks-thanks': '/checkout/order-received/3002/',
  },
} as const

for (const [system, pages] of Object.entries(PAGES))
  test(`the audit finds no error on the pages of ${system} with its map`, async ({
    page,
    shop,
  }) => {
    const errors: string[] = []
    for (const [kind, path] of Object.entries(pages)) {
      await openMapPage(shop, { system, kind, path })
      await page.waitForFunction('window.svc')
      const findings = await page.evaluate(() =>
        (window as unknown as { svc: { audit: () => Promise<Finding[]> } }).svc.audit(),
      )
      for (const { rule, severity, message } of findings)
        if (severity === 'error') errors.push(`${kind}: ${rule}: ${message}`)
    }
    expect(errors).toEqual([])
  })
