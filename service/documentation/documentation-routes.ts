import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { RequestError } from '../request-error.ts'
import type { DocumentationSite } from './built-site.ts'

/** The pages bring inline scripts of their own, and the ranking of their search as the text of a function; nothing comes from elsewhere. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"

/** How long a browser waits before it asks again whether the build is done. */
const AGAIN_S = 3

const texts = {
  missing: [
    'The documentation is being built',
    'This takes about half a minute. The page loads again by itself.',
  ],
  failed: [
    'The documentation could not be built',
    'The reason is on the console of npm start. Mend it, and start again.',
  ],
} as const

function waitingPage(state: keyof typeof texts): string {
  const [title, text] = texts[state]
  const again = state === 'missing' ? `<meta http-equiv="refresh" content="${AGAIN_S}">` : ''
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${again}
<title>${title}</title>
<style>body { font: 1rem/1.6 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1.25rem }</style>
<main><h1>${title}</h1><p role="status">${text}</p><p><a href="/">The shop</a></p></main>
`
}

/**
 * Serves the built documentation below `/docs/`. Until there is one, every address there shows a page that says so and loads
 * again by itself (503).
 */
export function registerDocumentation(app: FastifyInstance, site: DocumentationSite) {
  app.get('/docs', (_request, reply) => reply.redirect('/docs/'))
  app.register(
    async (docs) => {
      docs.addHook('onRequest', async (_request, reply) => {
        reply.header('content-security-policy', POLICY)
        const state = site.state()
        if (state === 'ready') return
        return reply
          .code(503)
          .headers({ 'retry-after': AGAIN_S, 'cache-control': 'no-store' })
          .type('text/html; charset=utf-8')
          .send(waitingPage(state))
      })
      docs.setNotFoundHandler((_request, reply) => {
        const page = readMissingPage(site.folder)
        if (page === undefined) throw new RequestError(404, 'not-found', 'No such page.')
        return reply.code(404).type('text/html; charset=utf-8').send(page)
      })
      await docs.register(files, {
        root: site.folder,
        prefix: '/',
        extensions: ['html'],
        decorateReply: false,
      })
    },
    { prefix: '/docs' },
  )
}

/** The page that a build makes for addresses that lead nowhere in the documentation. */
function readMissingPage(folder: string): string | undefined {
  const file = join(folder, '404.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
