import type { FastifyInstance } from 'fastify'
import { RequestError } from '../http/request-error.ts'
import { MAX_SAMPLE_VISITS, type SampleTraffic } from '../sample/sample-traffic.ts'

/** The events that the buttons of the pages add. */
const USUAL_VISITS = 200

/**
 * Opens `POST /console/sample?visits=`, which replaces the sample traffic (by 200 visits when
 * absent), and `DELETE /console/sample`, which removes it. Both answer `{ events }`.
 */
export function registerSample(app: FastifyInstance, sample: SampleTraffic) {
  app.post<{ Querystring: { readonly visits?: unknown } }>(
    '/console/sample',
    async ({ query }) => ({
      events: await sample.add(visitsOf(query.visits)),
    }),
  )
  app.delete('/console/sample', async () => ({ events: await sample.remove() }))
}

function visitsOf(given: unknown): number {
  if (given === undefined) return USUAL_VISITS
  const visits = typeof given === 'string' && /^\d{1,6}$/.test(given) ? Number(given) : 0
  if (visits > 0 && visits <= MAX_SAMPLE_VISITS) return visits
  const message = `visits is a whole number from 1 to ${MAX_SAMPLE_VISITS}.`
  throw new RequestError(400, 'bad-parameter', message, 'visits')
}
