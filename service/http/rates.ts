import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { RequestError } from './request-error.ts'

/** How many requests one address may make in ten seconds; further requests get a 429. */
export interface Rates {
  readonly tracker: number
  readonly agent: number
  readonly console: number
}

/** Far more than people need, but low enough that other clients are still served. */
export const usualRates: Rates = { tracker: 100_000, agent: 500, console: 500 }

const WINDOW_MS = 10_000

const noHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}

/**
 * Limits the rate of requests to routes that are registered on `app` afterwards. The error is
 * `too-many-requests`, with the waiting time in `Retry-After`.
 */
export async function limitRate(app: FastifyInstance, max: number) {
  await app.register(rateLimit, {
    max,
    timeWindow: WINDOW_MS,
    addHeaders: noHeaders,
    addHeadersOnExceeding: noHeaders,
    errorResponseBuilder: () =>
      new RequestError(429, 'too-many-requests', `More than ${max} requests in ten seconds.`),
  })
}
