import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asksForXml, errorAsXml, sendXml } from '../browse/reply-xml.ts'
import { policyOf } from './page-files.ts'
import { errorBody, RequestError } from './request-error.ts'

/**
 * Turns every failure of a route and every unknown path into a named error.
 *
 * @param missingPage - HTML for people who followed a broken link.
 */
export function answerErrors(app: FastifyInstance, missingPage?: string) {
  app.setNotFoundHandler((request, reply) => {
    if (missingPage !== undefined && isForPeople(request) && !asksForXml(request.url)) {
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .headers({ 'content-security-policy': policyOf(missingPage), 'cache-control': 'no-cache' })
        .send(missingPage)
    }
    return refuseUnrouted(
      reply,
      new RequestError(404, 'not-found', 'Nothing answers at this path.'),
    )
  })
  app.setErrorHandler((error: FastifyError, _request, reply) => refuse(reply, error))
}

/**
 * Refuses a request that no route answers. A page of another origin may read this, because it tells the page's script a
 * wrong address from a network that is down.
 */
export function refuseUnrouted(reply: FastifyReply, error: FastifyError | RequestError) {
  return refuse(reply.header('access-control-allow-origin', '*'), error)
}

const isForPeople = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false

/** Sends the client the public part of an error; internal errors are only printed here. */
export function refuse(reply: FastifyReply, error: FastifyError | RequestError): FastifyReply {
  const refusal = refusalOf(error)
  if (refusal.statusCode === 500) console.error(error)
  if (refusal.retryAfterSeconds !== undefined) addRetryAfter(reply, refusal.retryAfterSeconds)
  const body = errorBody(refusal)
  reply.code(refusal.statusCode)
  return asksForXml(reply.request.url) ? sendXml(reply, errorAsXml(body)) : reply.send(body)
}

/** A page of another origin can read only the response headers that are exposed to it. */
export function addRetryAfter(reply: FastifyReply, retryAfter: string | number) {
  const exposed = reply.getHeader('access-control-expose-headers')
  reply.header('access-control-expose-headers', [exposed, 'retry-after'].filter(Boolean).join(', '))
  reply.header('retry-after', String(retryAfter))
}

function refusalOf(error: FastifyError | RequestError): RequestError {
  if (error instanceof RequestError) return error
  const status = error.statusCode ?? 500
  return status < 500
    ? new RequestError(status, 'bad-request', error.message)
    : new RequestError(500, 'internal', 'Something went wrong in the service.')
}

/** The status and the error for bytes that Node could not parse as an HTTP request. */
export function unreadable({ code }: NodeJS.ErrnoException) {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: 431, reason: 'url-too-long', message: 'The URL and the headers are too long.' }
  return code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? { status: 408, reason: 'too-slow', message: 'The request did not arrive in time.' }
    : { status: 400, reason: 'bad-request', message: 'This is not an HTTP request.' }
}

/** Responds to such bytes, then closes the connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, ...fault } = unreadable(error)
  const body = JSON.stringify(errorBody(fault))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
