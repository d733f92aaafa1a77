import { existsSync, readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'

/** The origin of a shop that exists only in the browser. */
export const KIT_SHOP = 'https://shop.example'

export const KIT_TRACKER = 'https://tracker.example'

/** The script element of the shop, with its usual attributes. */
export const kitTag = (attributes = '') =>
  `<script async src="/svc/svc.js" data-site-key="SITE" data-tracker-url="${KIT_TRACKER}" ${attributes}></script>`

const product = `
  <div data-svc-product="sku-7">
    <select data-svc-variant aria-label="Size"><option value="sku-7_41">41</option><option value="sku-7_42">42</option></select>
    <input data-svc-qty value="1" aria-label="Pieces">
    <button type="button" data-svc-cart="sku-7">Add to cart</button>
  </div>`

const list = `
  <form action="/search" data-svc-search><input type="search" name="q" aria-label="Search"></form>
  <fieldset data-svc-facet="color_uFilter"><label><input type="checkbox" data-svc-value="Red"> Red</label></fieldset>
  <ul data-svc-page='categoryPath:"Men>Shoes"'>
    <li data-svc-product="sku-7"><a href="/p/sku-7">Runner</a></li>
    <li data-svc-product="sku-9"><a href="/p/sku-9">Tent</a></li>
  </ul>`

const search = `
  <ul data-svc-query="boots"><li data-svc-product="sku-9"><a href="/p/sku-9">Tent</a></li></ul>`

const thanks = `
  <table data-svc-order="A-1"><tr data-svc-line="sku-7" data-svc-qty="2" data-svc-price="19.90"><td>Runner</td></tr></table>`

/** Pages without mistakes, by path: a category, results, a product, a confirmation. */
export const goodPages: Readonly<Record<string, string>> = {
  '/list': list,
  '/search': search,
  '/p/sku-7': product,
  '/p/sku-9': product.replaceAll('sku-7', 'sku-9'),
  '/thanks': thanks,
}

const built = new URL('../../dist/', import.meta.url)

/** Serves the shop to every page of a context, with the built tag in its folder `/svc/`. */
export async function serveKitShop(
  context: BrowserContext,
  pages: Readonly<Record<string, string>> = goodPages,
  { tag = kitTag(), headers = {} }: { tag?: string; headers?: Record<string, string> } = {},
): Promise<void> {
  await context.route(`${KIT_SHOP}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const file = new URL(pathname.replace('/svc/', ''), built)
    if (pathname.startsWith('/svc/') && existsSync(file))
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(file, 'utf8') })
    // The tag that the kit injects.
    if (pathname.startsWith('/svc-kit/')) return route.fallback()
    const body = pages[pathname]
    if (body === undefined) return route.fulfill({ status: 404, body: 'nothing here' })
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers,
      body: `<!doctype html><title>Shop</title>${tag}${body}`,
    })
  })
}
