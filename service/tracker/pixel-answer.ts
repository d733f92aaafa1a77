import type { FastifyReply, FastifyRequest } from 'fastify'
import { addRetryAfter } from '../http/error-handler.ts'
import { gradeOf, type NewEvent } from '../store/stored-event.ts'
import type { Faults } from './simulated-faults.ts'

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const PORTAL = '<!doctype html><title>Welcome</title><p>Please accept our terms.</p>'

/** Answers a tracker request with a 1×1 image that is never cached and that any page may load, unless a fault is simulated. */
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

/** The response header with the verdict on an event: `good`, `note` or `bad`. */
export const VERDICT_HEADER = 'svc-verdict'

/** The response header with the reasons and notes: a JSON list of sentences in ASCII; absent for a good event. */
export const REASONS_HEADER = 'svc-reasons'

/** Proxies reject responses whose headers are longer than a few kB. */
const MAX_CHARACTERS = 2_000

/** The verdict on an event, or on another request, as response headers. */
export function verdictHeaders(
  event: Pick<NewEvent, 'reasons' | 'notes'>,
): Readonly<Record<string, string>> {
  const sentences = [...event.reasons, ...event.notes]
  return {
    [VERDICT_HEADER]: gradeOf(event),
    ...(sentences.length > 0 && { [REASONS_HEADER]: listOf(sentences) }),
  }
}

/** As many sentences as fit into the header; the events page shows them all. */
function listOf(sentences: readonly string[]): string {
  const written = asciiJson(sentences)
  return written.length <= MAX_CHARACTERS ? written : listOf(sentences.slice(0, -1))
}

const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/**
 * Says that the service stores each `(uid, t)` once, so a tag may resend a request that got no response. The tag
 * and the Shopify pixels read this header.
 */
export const DROPS_REPEATS_HEADER = 'svc-drops-repeats'

/** Returns the header for an event that the store can identify: one with a user and a `t`. */
export const dropsRepeatsHeaders = ({ uid, t }: NewEvent): Readonly<Record<string, string>> =>
  uid && t ? { [DROPS_REPEATS_HEADER]: '1' } : {}
