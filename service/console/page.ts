import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/**
 * What a page of the console may do: its own scripts and styles, its own service, nothing else. No
 * text can become a script, whatever it holds.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')

/** Keeps what people see here on their own screen. */
const privateHeaders = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

const readPage = (file: string) => readFileSync(new URL(`pages/${file}`, import.meta.url), 'utf8')

/** Gives every answer of `app` the headers of a private page. */
export function sendPrivately(app: FastifyInstance) {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(privateHeaders)
  })
}

/** Serves a page, or its stylesheet, as written in `pages`. */
export function servePage(app: FastifyInstance, path: string, file: string) {
  const type = file.endsWith('.css') ? 'text/css' : 'text/html'
  const text = readPage(file)
  app.get(path, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(text))
}
