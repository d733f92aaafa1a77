import { createHash } from 'node:crypto'

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g
const INLINE_HANDLER = /\son\w+="([^"]*)"/g

/**
 * The Content-Security-Policy of a page of the shop: only its own scripts run, those inside it by
 * their hashes. Images come from anywhere, because a feed may name any address.
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
