import { createHash, timingSafeEqual } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from './request-error.ts'

const COOKIE = 'svc_console'

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** Whether only this machine can reach a host that a service is bound to. */
export const isLoopback = (host: string): boolean => LOOPBACK_NAME.test(host) || host === '::1'

/**
 * Closes the routes that are registered on `app` to everybody but their owner: who sits at this
 * machine, or, when there is a token, who has it.
 *
 * The token is given once as `?token=`, which a cookie remembers, or with each request as
 * `Authorization: Bearer`. Pages of other sites can reach nothing here, nor find a way around by a
 * name of their own for this machine.
 *
 * @throws RequestError 401 `token-required`, 403 `not-from-here`.
 */
export async function keepPrivate(app: FastifyInstance, token: string | undefined) {
  await app.register(cookie)
  app.addHook('onRequest', async (request, reply) => {
    if (isFromAnotherSite(request)) throw notFromHere('Pages of other sites may not ask for this.')
    if (token === undefined) return requireLoopback(request)
    if (isRightToken(tokenOf(request), token)) return rememberToken(request, reply, token)
    throw new RequestError(401, 'token-required', 'Add ?token=… to the address once.', 'token')
  })
}

const notFromHere = (message: string) => new RequestError(403, 'not-from-here', message)

/** A link that somebody follows is welcome; a request that a page makes by itself is not. */
const isFromAnotherSite = ({ headers, method }: FastifyRequest) =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site'])) &&
  !(headers['sec-fetch-mode'] === 'navigate' && method === 'GET')

/** The name too: another site can have its own name lead to 127.0.0.1. */
function requireLoopback({ socket, headers }: FastifyRequest) {
  const isHere = LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '')
  if (isHere && LOOPBACK_NAME.test(headers.host ?? '')) return
  throw notFromHere('Only this machine may ask for this; start the service with a --token.')
}

function tokenOf(request: FastifyRequest): string {
  const { token } = request.query as { readonly token?: unknown }
  if (typeof token === 'string') return token
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer ?? request.cookies[COOKIE] ?? ''
}

/** Compares in a time that does not tell how much was right. */
function isRightToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

/** Takes the token out of the address, where history and screenshots would keep it. */
function rememberToken(request: FastifyRequest, reply: FastifyReply, token: string) {
  if (!new URL(request.url, 'http://here').searchParams.has('token')) return
  const [path = '/'] = request.url.split('?')
  reply.setCookie(COOKIE, token, { path: '/', httpOnly: true, sameSite: 'strict' })
  return reply.redirect(path)
}
