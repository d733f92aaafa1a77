import type { FastifyError, FastifyInstance } from 'fastify'
import { refuse } from '../refusals.ts'
import { RequestError } from '../request-error.ts'

/**
 * Answers a body that cannot be read with the one status that the contract has for it, 400:
 * no JSON, too long, of another type.
 */
export function answerBadBodies(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const isBody = /^FST_ERR_CTP_/.test(error.code ?? '') || error instanceof SyntaxError
    return refuse(
      reply,
      isBody ? new RequestError(400, 'malformed-body', sentence(error.message), 'body') : error,
    )
  })
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)
