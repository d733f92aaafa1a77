import { randomUUID, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { RequestError } from 'svc-tag-service'
import { withScope } from './pages/report-scope.ts'

/**
 * The content security policy of the console's pages: they load scripts, styles and data only from this service,
 * so that no text can run as a script.
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

/** Keeps the pages out of caches and away from other sites. */
const privateHeaders = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/** Carries the token that the page was served with. */
const TOKEN_HEADER = 'svc-console-token'

/** Another site can make the browser send a request, but cannot read a page to learn this token. */
const pageToken = randomUUID()

const readPage = (file: string) => readFileSync(new URL(`pages/${file}`, import.meta.url), 'utf8')

/** Sets the headers of a private page on every response of `app`. */
export function sendPrivately(app: FastifyInstance) {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(privateHeaders)
  })
}

/**
 * Restricts changes through the routes of `app` to pages of the console.
 *
 * @throws RequestError 403 `page-token-required`.
 */
export function requirePageToken(app: FastifyInstance) {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (method === 'GET' || method === 'HEAD' || isPageToken(headers[TOKEN_HEADER])) return
    throw new RequestError(
      403,
      'page-token-required',
      'Only a page of this console may change this. Reload the page.',
    )
  })
}

function isPageToken(given: unknown): boolean {
  const [own, other] = [Buffer.from(pageToken), Buffer.from(String(given))]
  return own.length === other.length && timingSafeEqual(own, other)
}

/** Texts of a page outside its script. */
interface PageWords {
  readonly title: string
  /** What the page lists, such as `events`. */
  readonly content: string
  /** The URL of the same data as JSON. */
  readonly data: string
  /** IANA; for pages that count by day. */
  readonly timeZone?: string
}

/** Serves a page of the console at a path, by default `/<name>`, with its own token; its script is `pages/<name>.ts`. */
export function servePage(app: FastifyInstance, name: string, words: PageWords, path = `/${name}`) {
  const known: Readonly<Record<string, string>> = { timeZone: '', ...words, name, token: pageToken }
  const text = readPage('page.html')
    .replace(/\{\{(\w+)\}\}/g, (given, word) => known[word] ?? given)
    .replace(`<a href="/${name}"`, '$& aria-current="page"')
  app.get(path, ({ url }, reply) =>
    reply.type('text/html; charset=utf-8').send(withScopedLinks(text, url)),
  )
}

/** The links at the top keep the scope of the address, also for a reader who presses one before the page's script has run. */
function withScopedLinks(text: string, address: string): string {
  const here = new URL(address, 'http://console')
  return text.replace(/(?<=<a .*?href=")\/\w+(?=")/g, (href) =>
    withScope(href, here).replaceAll('&', '&amp;'),
  )
}

/** Serves the stylesheet of all pages at `/console/console.css`. */
export function serveStyles(app: FastifyInstance) {
  const text = readPage('base.css') + readPage('console.css')
  app.get('/console/console.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(text),
  )
}
