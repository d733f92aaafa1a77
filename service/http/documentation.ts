import { spawn } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readFirst } from './page-files.ts'
import { RequestError } from './request-error.ts'

/** The pages contain their own inline scripts and pass the ranking function of the search as text. Nothing is loaded from elsewhere. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"

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

/** Serves the built documentation below `/docs/`. Until it exists, every URL there shows a waiting page that reloads itself (503). */
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
        const page = readFirst('404.html', [site.folder])
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

/** The built documentation, or a build in progress. */
export interface DocumentationSite {
  readonly folder: string
  /** `missing` while the first build runs; an older build is `ready` during a new one. */
  state(): 'ready' | 'missing' | 'failed'
}

/** The sources of a build and the program that runs it. */
export interface SiteSources {
  readonly folder: string
  /** Files and folders whose change requires a new build. */
  readonly sources: readonly string[]
  /** The arguments of Node.js for the builder; the target folder is appended. */
  readonly builder: readonly string[]
}

/** Leaves the processor to the shop while the pages are being built. */
const LOW_PRIORITY = 15

function newest(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

const indexOf = (folder: string) => join(folder, 'index.html')

const isStale = ({ folder, sources }: SiteSources) =>
  !existsSync(indexOf(folder)) || Math.max(...sources.map(newest)) > newest(indexOf(folder))

/**
 * Finds the built documentation, and builds it in a separate process if it is missing or older than its sources. The build is written to a
 * separate folder, which replaces the old one at the end. A failed build is reported on the console.
 *
 * @returns The site, and a function that stops the build.
 */
export function openDocumentation(given: SiteSources): [DocumentationSite, stop: () => void] {
  let hasFailed = false
  const state = () => {
    if (existsSync(indexOf(given.folder))) return 'ready'
    return hasFailed ? 'failed' : 'missing'
  }
  const site: DocumentationSite = { folder: given.folder, state }
  if (!isStale(given)) return [site, () => {}]

  const draft = `${given.folder}-${process.pid}`
  const child = spawn(process.execPath, [...given.builder, draft], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (child.pid) setPriority(child.pid, LOW_PRIORITY)
  let complaints = ''
  child.stderr.on('data', (text) => {
    complaints += text
  })
  let isStopped = false
  child.once('close', (code) => {
    if (code === 0 && !isStopped) {
      rmSync(given.folder, { recursive: true, force: true })
      renameSync(draft, given.folder)
    } else {
      rmSync(draft, { recursive: true, force: true })
      hasFailed = true
      if (!isStopped) console.error(`The documentation could not be built:\n${complaints}`)
    }
  })
  const stop = () => {
    isStopped = true
    child.kill()
  }
  return [site, stop]
}
