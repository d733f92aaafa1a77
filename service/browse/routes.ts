import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalog } from '../catalog/catalog.ts'
import type { Keys } from '../keys.ts'
import { parseQuery, rawQuery } from '../query-string.ts'
import { errorBody, RequestError } from '../request-error.ts'
import type { PageBanners } from './banners.ts'
import { checkDeviceType } from './device-type.ts'
import { readParameters } from './parameters.ts'
import { type Kind, readQuery } from './query.ts'
import { replyTo } from './reply.ts'
import { errorAsXml, replyAsXml } from './xml.ts'

/** What Browse needs to know. */
export interface BrowseDeps {
  readonly catalog: Catalog
  readonly keys: Keys
  readonly banners: readonly PageBanners[]
}

/** Opens Browse and search: `GET /<API_KEY>/<SITE_KEY>/category` and `/search`. */
export function registerBrowse(app: FastifyInstance, { catalog, keys, banners }: BrowseDeps) {
  function answer(kind: Kind, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    checkDeviceType(request.headers['svc-device-type'])
    const parameters = readParameters(parseQuery(rawQuery(request.url)))
    const isXml = parameters.word('format', ['JSON', 'XML']) === 'XML'
    const body = replyTo(catalog, banners, readQuery(catalog, kind, parameters))
    return isXml ? sendXml(reply, replyAsXml(body)) : reply.send(body)
  }

  const hasKeys = ({ apiKey, siteKey }: Keys) => apiKey === keys.apiKey && siteKey === keys.siteKey

  for (const kind of ['category', 'search'] as const) {
    app.get<{ Params: Keys }>(`/:apiKey/:siteKey/${kind}`, {
      handler: (request, reply) =>
        hasKeys(request.params) ? answer(kind, request, reply) : reply.callNotFound(),
      errorHandler(error, request, reply) {
        if (!(error instanceof RequestError) || !asksForXml(request.url)) throw error
        sendXml(reply.code(error.statusCode), errorAsXml(errorBody(error)))
      },
    })
  }
}

/** Asked of the raw URL, because a refused one may not be readable as a whole. */
const asksForXml = (url: string) => /[?&]format=xml(&|$)/i.test(url)

const sendXml = (reply: FastifyReply, xml: string) =>
  reply.type('application/xml; charset=utf-8').send(xml)
