import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalog } from '../catalog/catalog.ts'
import { parseQuery, rawQuery } from '../http/decode-query.ts'
import type { Keys } from '../http/keys.ts'
import type { PageBanners } from './banners.ts'
import { readParameters } from './browse-parameters.ts'
import type { BrowseDefaults } from './defaults.ts'
import { checkDeviceType } from './device-type.ts'
import { type Kind, readQuery } from './read-query.ts'
import { replyAsXml, sendXml } from './reply-xml.ts'
import { replyTo } from './write-reply.ts'

/** Dependencies of Browse. */
export interface BrowseDeps {
  readonly catalog: Catalog
  readonly keys: Keys
  readonly banners: readonly PageBanners[]
  readonly defaults: BrowseDefaults
}

/** Names the parameters and headers of a request that changed nothing in its answer. */
export const IGNORED_HEADER = 'svc-ignored'

/** Opens Browse and search: `GET /<API_KEY>/<SITE_KEY>/category` and `/search`. */
export function registerBrowse(app: FastifyInstance, deps: BrowseDeps) {
  const { catalog, keys, banners, defaults } = deps

  function answer(kind: Kind, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const ignoredHeaders = checkDeviceType(request.headers['svc-device-type'])
    const parameters = readParameters(parseQuery(rawQuery(request.url)))
    const isXml = parameters.word('format', ['JSON', 'XML']) === 'XML'
    const query = readQuery(catalog, kind, parameters, defaults)
    const body = replyTo(catalog, banners, query)
    const ignored = ignoredText([...query.ignored, ...ignoredHeaders])
    if (ignored) reply.header(IGNORED_HEADER, ignored)
    return isXml ? sendXml(reply, replyAsXml(body)) : reply.send(body)
  }

  const hasKeys = ({ apiKey, siteKey }: Keys) => apiKey === keys.apiKey && siteKey === keys.siteKey

  for (const kind of ['category', 'search'] as const) {
    app.get<{ Params: Keys }>(`/:apiKey/:siteKey/${kind}`, {
      handler: (request, reply) =>
        hasKeys(request.params) ? answer(kind, request, reply) : reply.callNotFound(),
    })
  }
}

/** Longer lists help nobody, and a header has little room. */
const IGNORED_MOST = 20
const IGNORED_MOST_CHARS = 60

/** Percent-encoded: a name may hold what no header can. */
const ignoredText = (names: readonly string[]) =>
  names
    .slice(0, IGNORED_MOST)
    .map((name) => encodeURIComponent(name).slice(0, IGNORED_MOST_CHARS))
    .join(', ')
