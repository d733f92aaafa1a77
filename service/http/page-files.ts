import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g
const INLINE_HANDLER = /\son\w+="([^"]*)"/g

/**
 * The Content-Security-Policy of a page of the shop. Only the shop's own scripts run, inline
 * scripts by their hashes. Images may come from anywhere, because a feed may contain any URL.
 */
export function policyOf(html: string): string {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, code = '']) => hashOf(code))
  const handlers = [...html.matchAll(INLINE_HANDLER)].map(([, code = '']) => hashOf(code))
  const unsafeHashes = handlers.length > 0 ? ["'unsafe-hashes'"] : []
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...scripts, ...unsafeHashes, ...handlers].join(' '),
    "style-src 'self' 'unsafe-inline'",
    'img-src * data:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

interface HeaderTarget {
  setHeader(name: string, value: string): unknown
}

/** The folder of a release has the version in its name, so its files never change. */
const RELEASE_CACHE = 'public, max-age=31536000, immutable'

/**
 * Sets the headers of served files. Pages get a policy; pages and scripts are revalidated on each
 * request, but the files of a released version are cached forever.
 */
export function setFileHeaders(reply: HeaderTarget, file: string) {
  const isRelease = /\/svc-\d[^/]*\/[^/]+$/.test(file)
  reply.setHeader('cache-control', isRelease ? RELEASE_CACHE : 'no-cache')
  if (!file.endsWith('.html')) return
  reply.setHeader('content-security-policy', policyOf(readFileSync(file, 'utf8')))
  reply.setHeader('referrer-policy', 'strict-origin-when-cross-origin')
}

/** The text of a file, from the first folder that has it. */
export function readFirst(name: string, folders: readonly string[] = []): string | undefined {
  const file = folders.map((folder) => join(folder, name)).find(existsSync)
  return file === undefined ? undefined : readFileSync(file, 'utf8')
}
