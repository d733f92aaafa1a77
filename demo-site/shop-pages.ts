import type { FastifyInstance } from 'fastify'
import {
  type AssistantSettings,
  type Catalog,
  type PageBanners,
  RequestError,
} from 'svc-tag-service'
import { type Category, categoryTree } from './catalog/category-tree.ts'
import { picture } from './catalog/pictures/picture.ts'

interface Wildcard {
  readonly Params: { readonly '*': string }
}

/** A picture's name fully describes it, so it never changes. */
const PICTURE_CACHE = 'public, max-age=31536000, immutable'

/**
 * Opens the demo shop's routes other than files: readable URLs, product pictures (`/pictures/<name>.svg`) and product data
 * (`/shop/products/<uniqueId>`), which a real shop would read from its own database rather than from Browse.
 *
 * @param isDemo - Whether the feed is the invented one, whose menu also has categories without products.
 */
export function registerShopPages(app: FastifyInstance, catalog: Catalog, isDemo = true) {
  const hasBrand = (name: string) => catalog.column('brand')?.codeOf(name) !== undefined

  app.get('/new', (_request, reply) => reply.sendFile('category.html'))
  app.get<Wildcard>('/c/*', ({ params }, reply) =>
    hasCategory(catalog, params['*'], isDemo)
      ? reply.sendFile('category.html')
      : reply.callNotFound(),
  )
  app.get<Wildcard>('/b/*', ({ params }, reply) =>
    hasBrand(params['*']) ? reply.sendFile('category.html') : reply.callNotFound(),
  )
  // The page itself says that the product is no longer available, and what to do.
  app.get<Wildcard>('/p/*', ({ params }, reply) =>
    reply.code(catalog.find(params['*']) ? 200 : 404).sendFile('product.html'),
  )
  app.get('/favicon.ico', (_request, reply) => reply.sendFile('icon.svg'))
  app.get<{ Params: { name: string } }>('/pictures/:name.svg', (request, reply) => {
    const svg = picture(request.params.name)
    if (!svg) throw new RequestError(404, 'not-found', 'No picture has this name.')
    return reply.type('image/svg+xml').header('cache-control', PICTURE_CACHE).send(svg)
  })
  app.get<{ Params: { id: string } }>('/shop/products/:id', (request, reply) => {
    const product = catalog.find(request.params.id)
    if (!product) throw new RequestError(404, 'not-found', 'No product has this id.')
    return reply.send(product)
  })
}

/** Whether the feed has the category, or the demo's menu lists it without products. */
function hasCategory({ categories }: Catalog, pathname: string, isDemo: boolean): boolean {
  const path = pathname.split('/').filter(Boolean).join('>')
  return categories.byNames(path) !== undefined || (isDemo && isInMenu(path, categoryTree()))
}

const isInMenu = (path: string, menu: readonly Category[]): boolean =>
  menu.some((category) => category.path === path || isInMenu(path, category.children))

/** The demo shop's currency, the countries it delivers to, and its answers to questions that are not about products. */
export const demoAssistant: AssistantSettings = {
  currency: 'EUR',
  // The same countries as in the checkout.
  countries: ['Austria', 'Denmark', 'France', 'Germany', 'Ireland', 'Netherlands', 'Spain'],
  answers: {
    returns: 'You have thirty days to send things back.',
    repair: 'We repair what you bought from us for as long as you own it.',
    order: 'I cannot see orders; your confirmation page lists what you ordered in this browser.',
    delivery: 'Delivery takes 2 to 4 days and costs €4.95, free from €60.',
    payment: 'You pay by invoice.',
  },
}

/** Content that the demo shop's pages show above their products: hosted banners, and one of HTML. */
export const demoBanners: readonly PageBanners[] = [
  {
    field: 'categoryPath',
    value: 'Men>Shoes',
    banners: [{ imageUrl: '/pictures/sneaker-navy-0.svg', landingUrl: '/c/Men/Shoes/Sneakers' }],
  },
  {
    field: 'categoryPath',
    value: 'Women',
    banners: [{ bannerHtml: '<p><strong>New every Thursday.</strong> See what came in.</p>' }],
  },
]
