import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { rawQuery } from './decode-query.ts'
import { RequestError } from './request-error.ts'

const COOKIE = 'svc_console'

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** How many wrong tokens one address may send per minute before it is told to wait. The right one always works. */
const MAX_WRONG_TOKENS = 20
const WRONG_TOKENS_SECONDS = 60

/** How many browsers can be logged in; the one that logged in first is logged out. */
const MAX_SESSIONS = 1_000

/** Headers of responses that contain data. No cache stores them, and no page displays them or runs their content. */
const closedHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
}

/** Whether only this machine can reach a host that a service is bound to. */
export const isLoopback = (host: string): boolean => LOOPBACK_NAME.test(host) || host === '::1'

/**
 * Restricts the routes registered on `app` to their owner: everyone on this machine or, if there is a token, everyone who has it.
 *
 * The token is passed once as `?token=`, which starts a session that a cookie remembers until the service stops, or with each request as
 * `Authorization: Bearer`. Pages of other sites cannot reach these routes, not even through their own host name for this machine.
 * Without a token, a request that a proxy has passed on is refused, because it may come from anywhere. Responses are never cached and
 * cannot run as a page.
 *
 * @throws RequestError 401 `token-required`, 403 `not-from-here`, 429 `too-many-wrong-tokens`.
 */
export async function restrictAccess(app: FastifyInstance, token: string | undefined) {
  await app.register(cookie)
  const guard = guardOf(app.server)
  app.addHook('onRequest', async (_request, reply) => {
    // A page already has its own policy.
    if (!reply.hasHeader('content-security-policy')) reply.headers(closedHeaders)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (isFromAnotherSite(request)) throw notFromHere('Pages of other sites may not ask for this.')
    return token === undefined
      ? requireLoopback(request.raw)
      : requireToken(request, reply, token, guard)
  })
}

async function requireToken(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  { tries, sessions }: Guard,
) {
  const given = tokenOf(request)
  if (given === undefined && sessions.has(hashOf(request.cookies[COOKIE] ?? ''))) return
  if (given !== undefined && isSame(given, token)) return startSession(request, reply, sessions)
  if (given) await countWrong(tries, request, reply)
  throw new RequestError(401, 'token-required', 'Add ?token=… to the address once.', 'token')
}

const notFromHere = (message: string) => new RequestError(403, 'not-from-here', message)

/**
 * Whether a page of another site made the request. Following a link from another site is allowed.
 * Browsers that do not send the site still send the origin with requests that change something.
 */
function isFromAnotherSite(request: FastifyRequest): boolean {
  const { headers, method } = request
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') {
    return !(headers['sec-fetch-mode'] === 'navigate' && method === 'GET')
  }
  return site !== 'same-origin' && headers.origin !== undefined && !isOwnOrigin(headers)
}

/** The scheme is not compared: a proxy in front may speak HTTPS. */
const isOwnOrigin = ({ origin = '', host }: FastifyRequest['headers']): boolean =>
  URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()

const BY_PROXY = /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-client-ip|x-original-.+)$/

/** Proxies add these headers. nginx adds none by default, but then it speaks HTTP/1.0, which no browser has done for decades. */
const isByProxy = ({ headers, httpVersion }: IncomingMessage) =>
  httpVersion === '1.0' || Object.keys(headers).some((name) => BY_PROXY.test(name))

/** Checks the host name too, because another site can point its own name to 127.0.0.1. */
function requireLoopback(request: IncomingMessage) {
  if (isByProxy(request))
    throw notFromHere('A proxy passed this on; start the service with a --token-file.')
  const isHere = LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '')
  if (isHere && LOOPBACK_NAME.test(request.headers.host ?? '')) return
  throw notFromHere('Only this machine may ask for this; start the service with a --token-file.')
}

interface Guard {
  /** Counts the wrong tokens of each address. */
  readonly tries: RateLimiterMemory
  /** The hashes of the session ids. */
  readonly sessions: Set<string>
}

/** What all private routes of a service share. */
const guards = new WeakMap<object, Guard>()

function guardOf(server: Server): Guard {
  const known = guards.get(server)
  if (known) return known
  const limits = { points: MAX_WRONG_TOKENS, duration: WRONG_TOKENS_SECONDS }
  const guard: Guard = { tries: new RateLimiterMemory(limits), sessions: new Set() }
  guards.set(server, guard)
  return guard
}

async function countWrong(tries: RateLimiterMemory, request: FastifyRequest, reply: FastifyReply) {
  const { consumedPoints, msBeforeNext } = await tries.penalty(request.ip)
  if (consumedPoints <= MAX_WRONG_TOKENS) return
  const seconds = Math.ceil(msBeforeNext / 1000)
  reply.header('retry-after', String(seconds))
  const message = `Too many wrong tokens came from this address. Try again in ${seconds} seconds.`
  throw new RequestError(429, 'too-many-wrong-tokens', message, 'token')
}

/** The token of a request; `undefined` if it has none. */
function tokenOf(request: FastifyRequest): string | undefined {
  const { token } = request.query as { readonly token?: unknown }
  if (typeof token === 'string') return token
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()

const hashOf = (session: string) => digestOf(session).toString('base64')

/** Compares in constant time, so that the duration reveals nothing. */
const isSame = (given: string, token: string): boolean =>
  timingSafeEqual(digestOf(given), digestOf(token))

/** Removes the token from the URL, where history and screenshots would expose it. The cookie has a random id in its place. */
function startSession(request: FastifyRequest, reply: FastifyReply, sessions: Set<string>) {
  const [path = '/'] = request.url.split('?')
  const query = rawQuery(request.url).split('&')
  const others = query.filter((pair) => !/^token(=|$)/.test(pair))
  if (others.length === query.length) return
  const id = randomBytes(32).toString('base64url')
  sessions.add(hashOf(id))
  for (const first of sessions) {
    if (sessions.size <= MAX_SESSIONS) break
    sessions.delete(first)
  }
  const isSecure = request.protocol === 'https' || request.headers['x-forwarded-proto'] === 'https'
  reply.setCookie(COOKIE, id, { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure })
  return reply.redirect([path, others.join('&')].filter(Boolean).join('?'))
}
