import type { FastifyReply, FastifyRequest } from 'fastify'
import { addRetryAfter } from '../http/error-handler.ts'
import type { Faults } from './simulated-faults.ts'

/** The smallest transparent image there is. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const PORTAL = '<!doctype html><title>Welcome</title><p>Please accept our terms.</p>'

/**
 * Answers a tracker request: a 1×1 image that is never cached and that any page may load, unless
 * something goes wrong on purpose.
 */
export function answerPixel(request: FastifyRequest, reply: FastifyReply, faults: Faults) {
  if (faults.hang || faults.reset || faults.refuse) return breakOff(request, reply, faults)
  writeHeaders(reply, faults)
  const { redirect, html, status } = faults
  if (redirect) return reply.redirect(redirect, status ?? 302)
  if (html)
    return reply
      .code(status ?? 200)
      .type('text/html')
      .send(PORTAL)
  if (status && status !== 200) return reply.code(status).send()
  return reply.type('image/gif').send(PIXEL)
}

function writeHeaders(reply: FastifyReply, { corp, retryAfter, cors }: Faults) {
  reply.header('cache-control', 'no-store')
  reply.header('cross-origin-resource-policy', corp ?? 'cross-origin')
  reply.header('timing-allow-origin', '*')
  if (retryAfter !== undefined) addRetryAfter(reply, retryAfter)
  if (cors === false) hideFromOtherOrigins(reply)
}

function breakOff({ socket }: FastifyRequest, reply: FastifyReply, faults: Faults) {
  reply.hijack()
  if (faults.reset && !faults.hang) socket.resetAndDestroy()
  if (faults.refuse && !faults.hang) socket.destroy()
  return reply
}

function hideFromOtherOrigins(reply: FastifyReply) {
  reply.removeHeader('access-control-allow-origin')
  reply.removeHeader('access-control-expose-headers')
  reply.removeHeader('timing-allow-origin')
}
