import type { FastifyReply, FastifyRequest } from 'fastify'
import { addRetryAfter } from '../http/error-handler.ts'
import { gradeOf, type NewEvent } from '../store/stored-event.ts'
import type { Faults } from './simulated-faults.ts'

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

/** The verdict on the event of a request, in its answer: `good`, `note` or `bad`. */
export const VERDICT_HEADER = 'svc-verdict'

/** Why it is not plainly good: a JSON list of sentences, in ASCII; absent for a good event. */
export const REASONS_HEADER = 'svc-reasons'

/** Proxies refuse answers whose headers are longer than a few kB. */
const MAX_CHARACTERS = 2_000

/** Writes the verdict on an event, or on another request, as headers of its answer. */
export function verdictHeaders(
  event: Pick<NewEvent, 'reasons' | 'notes'>,
): Readonly<Record<string, string>> {
  const sentences = [...event.reasons, ...event.notes]
  return {
    [VERDICT_HEADER]: gradeOf(event),
    ...(sentences.length > 0 && { [REASONS_HEADER]: listOf(sentences) }),
  }
}

/** As many sentences as the header has space for; the events page has them all. */
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
 * Says that the service stores each `(uid, t)` once: a tag may send again what was not answered. The tag and the pixels of Shopify read it.
 */
export const DROPS_REPEATS_HEADER = 'svc-drops-repeats'

/** Writes the header for an event that the store can tell from others: one with a user and a `t`. */
export const dropsRepeatsHeaders = ({ uid, t }: NewEvent): Readonly<Record<string, string>> =>
  uid && t ? { [DROPS_REPEATS_HEADER]: '1' } : {}
