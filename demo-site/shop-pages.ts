import type { FastifyInstance } from 'fastify'
import type { Catalog } from '../service/catalog/catalog.ts'
import { RequestError } from '../service/request-error.ts'
import { picture } from './catalog/pictures/picture.ts'

/** What the shop's own backend needs to know. */
export interface ShopPagesDeps {
  readonly catalog: Catalog
}

/** Which file answers for addresses that are no files. */
const pageByRoute = {
  '/new': 'category.html',
  '/c/*': 'category.html',
  '/b/*': 'category.html',
  '/p/*': 'product.html',
}

/** A picture's name says all that it shows, so it never changes. */
const PICTURE_CACHE = 'public, max-age=31536000, immutable'

/**
 * Opens what the demo shop has beside files: pretty addresses, product pictures
 * (`/pictures/<name>.svg`) and the shop's own product data (`/shop/products/<uniqueId>`), which a
 * shop would have in its own database and not ask Browse for.
 */
export function registerShopPages(app: FastifyInstance, { catalog }: ShopPagesDeps) {
  for (const [route, file] of Object.entries(pageByRoute)) {
    app.get(route, (_request, reply) => reply.sendFile(file))
  }
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
