import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalog } from '../catalog/catalog.ts'
import { parseQuery, rawQuery } from '../http/decode-query.ts'
import type { Keys } from '../http/keys.ts'
import type { PageBanners } from './banners.ts'
import { readParameters, refuseUnless } from './browse-parameters.ts'
import { type Kind, readQuery } from './read-query.ts'
import { replyAsXml, sendXml } from './reply-xml.ts'
import { replyTo } from './write-reply.ts'

/** Dependencies of Browse. */
export interface BrowseDeps {
  readonly catalog: Catalog
  readonly keys: Keys
  readonly banners: readonly PageBanners[]
  /** Whether what a request leaves open is answered as the vendor documents it: with facets, the category tree and one variant. */
  readonly isVendor: boolean
}

/** Names the request's parameters and headers that had no effect. */
export const IGNORED_HEADER = 'svc-ignored'

/** Opens Browse and search: `GET /<API_KEY>/<SITE_KEY>/category` and `/search`. */
export function registerBrowse(app: FastifyInstance, deps: BrowseDeps) {
  const { catalog, keys, banners, isVendor } = deps

  function answer(kind: Kind, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const ignoredHeaders = checkDeviceType(request.headers['svc-device-type'])
    const parameters = readParameters(parseQuery(rawQuery(request.url)))
    const isXml = parameters.word('format', ['JSON', 'XML']) === 'XML'
    const query = readQuery(catalog, kind, parameters, isVendor)
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

const IGNORED_MOST = 20
const IGNORED_MOST_CHARS = 60

/** Percent-encoded, because a name may contain characters that headers cannot. */
const ignoredText = (names: readonly string[]) =>
  names
    .slice(0, IGNORED_MOST)
    .map((name) => encodeURIComponent(name).slice(0, IGNORED_MOST_CHARS))
    .join(', ')

const HEADER = 'svc-device-type'

const DEVICE: Readonly<Record<string, readonly string[]>> = {
  type: ['desktop', 'tablet', 'mobile'],
  os: ['android', 'ios', 'windows'],
  source: ['browser', 'app'],
}

/** `desktop`, as older clients write it; blank if a client knows nothing. */
const PLAIN_WORDS = /^[\w ,;-]*$/

/**
 * Checks the header `svc-device-type`, which has no effect here but selects campaigns elsewhere. Plain words, and
 * members or values that are not in the contract, are treated as absent.
 *
 * @returns What was ignored: the header's name, or `svc-device-type.os` for one member.
 * @throws RequestError 400 for anything else that is not a JSON object.
 */
function checkDeviceType(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) return []
  if (PLAIN_WORDS.test(String(header))) return [HEADER]
  const device = parseObject(String(header))
  refuseUnless(device !== undefined, 'malformed-header', 'It must be a JSON object.', HEADER)
  return Object.entries(device).flatMap(([name, value]) => {
    const words = Object.hasOwn(DEVICE, name) ? DEVICE[name] : undefined
    return words?.some((word) => word === value) ? [] : [`${HEADER}.${name}`]
  })
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value === Object(value) && !Array.isArray(value) ? (value as object) : undefined
  } catch {
    // Handled below like any other text that is not an object.
    return undefined
  }
}
