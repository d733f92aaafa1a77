import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { type DocsLink, docsPage, titleOf } from './page.ts'

const project = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, project))
const stylesheet = readFileSync(new URL('docs.css', import.meta.url), 'utf8')

const inFolder = (folder: string, ending: string) =>
  readdirSync(new URL(folder, project))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}${name}`)

/** Nothing runs on these pages, and nothing is fetched from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const others = {
  'docs/inspector.png': 'image/png',
  'docs/evidence-cost.svg': 'image/svg+xml',
  LICENSE: 'text/plain; charset=utf-8',
  'src/gtm/LICENSE': 'text/plain; charset=utf-8',
  'src/gtm/template.tpl': 'text/plain; charset=utf-8',
  'test/budgets.ts': 'text/plain; charset=utf-8',
  'test/bench/references/keeping.js': 'text/plain; charset=utf-8',
}

/**
 * Opens the documentation of the project at the paths that its files have there, so that the links between them work:
 * `/README.md`, `/docs/markup.md`. Each file has a route of its own and no path is put together from a request, so that
 * nothing else of the project can be read.
 */
export function registerDocs(app: FastifyInstance) {
  const paths = [
    'README.md',
    ...inFolder('docs/', '.md'),
    'src/gtm/README.md',
    'SECURITY.md',
    'CHANGELOG.md',
  ]
  const titled = (path: string): DocsLink => ({ path, title: titleOf(read(path).toString()) })

  for (const start of ['/docs', '/docs/'])
    app.get(start, (_request, reply) => reply.redirect('/README.md'))
  for (const path of inFolder('docs/', '.md'))
    app.get(`/${path.replace(/\.md$/, '')}`, (_request, reply) => reply.redirect(`/${path}`))
  app.get('/docs/docs.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(stylesheet),
  )
  for (const path of paths) {
    app.get(`/${path}`, (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', POLICY)
        .send(docsPage({ path, text: read(path).toString() }, paths.map(titled))),
    )
  }
  const maps = inFolder('docs/maps/', '.json').map((path) => [path, 'application/json'])
  for (const [path = '', type = ''] of [...Object.entries(others), ...maps])
    app.get(`/${path}`, (_request, reply) => reply.type(type).send(read(path)))
}
