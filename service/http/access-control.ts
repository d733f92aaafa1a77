import { createHash, timingSafeEqual } from 'node:crypto'
import type { Server } from 'node:http'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { RequestError } from './request-error.ts'

const COOKIE = 'svc_console'

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** How many wrong tokens one address may send per minute; after that, all its tokens are refused until the minute is over. */
const MAX_WRONG_TOKENS = 20
const WRONG_TOKENS_SECONDS = 60

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
 * The token is passed once as `?token=`, which a cookie then remembers, or with each request as `Authorization: Bearer`. Pages of other
 * sites cannot reach these routes, not even through their own host name for this machine. Responses are never cached and cannot run as a
 * page.
 *
 * @throws RequestError 401 `token-required`, 403 `not-from-here`, 429 `too-many-wrong-tokens`.
 */
export async function restrictAccess(app: FastifyInstance, token: string | undefined) {
  await app.register(cookie)
  const tries = triesOf(app.server)
  app.addHook('onRequest', async (_request, reply) => {
    // A page already has its own policy.
    if (!reply.hasHeader('content-security-policy')) reply.headers(closedHeaders)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (isFromAnotherSite(request)) throw notFromHere('Pages of other sites may not ask for this.')
    if (token === undefined) return requireLoopback(request)
    const given = tokenOf(request)
    if (given !== '') await refuseGuessers(tries, request, reply)
    if (isRightToken(given, token)) return rememberToken(request, reply, token)
    if (given !== '') await tries.penalty(request.ip)
    throw new RequestError(401, 'token-required', 'Add ?token=… to the address once.', 'token')
  })
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

/** Checks the host name too, because another site can point its own name to 127.0.0.1. */
function requireLoopback({ socket, headers }: FastifyRequest) {
  const isHere = LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '')
  if (isHere && LOOPBACK_NAME.test(headers.host ?? '')) return
  throw notFromHere('Only this machine may ask for this; start the service with a --token.')
}

/** Counts the wrong tokens of each address, for all private routes of a service together. */
const triesByServer = new WeakMap<object, RateLimiterMemory>()

function triesOf(server: Server): RateLimiterMemory {
  const known = triesByServer.get(server)
  if (known) return known
  const tries = new RateLimiterMemory({
    points: MAX_WRONG_TOKENS,
    duration: WRONG_TOKENS_SECONDS,
  })
  triesByServer.set(server, tries)
  return tries
}

/** Refuses correct tokens too; otherwise, guessing could continue. */
async function refuseGuessers(
  tries: RateLimiterMemory,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const tried = await tries.get(request.ip)
  if (!tried || tried.consumedPoints < MAX_WRONG_TOKENS) return
  const seconds = Math.ceil(tried.msBeforeNext / 1000)
  reply.header('retry-after', String(seconds))
  const message = `Too many wrong tokens came from this address. Try again in ${seconds} seconds.`
  throw new RequestError(429, 'too-many-wrong-tokens', message, 'token')
}

function tokenOf(request: FastifyRequest): string {
  const { token } = request.query as { readonly token?: unknown }
  if (typeof token === 'string') return token
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer ?? request.cookies[COOKIE] ?? ''
}

/** Compares in constant time, so that the duration reveals nothing. */
function isRightToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

/** Removes the token from the URL, where history and screenshots would expose it. */
function rememberToken(request: FastifyRequest, reply: FastifyReply, token: string) {
  if (!new URL(request.url, 'http://here').searchParams.has('token')) return
  const [path = '/'] = request.url.split('?')
  reply.setCookie(COOKIE, token, { path: '/', httpOnly: true, sameSite: 'strict' })
  return reply.redirect(path)
}
