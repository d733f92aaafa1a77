import { readFileSync } from 'node:fs'
import { policyOf } from './page-policy.ts'

interface HeaderTarget {
  setHeader(name: string, value: string): unknown
}

/** A release's folder has its version in its name: its files never change. */
const RELEASE_CACHE = 'public, max-age=31536000, immutable'

/**
 * Sets the headers of served files: pages have a policy and are asked for anew each time, as the
 * scripts are; a released version never changes.
 */
export function setFileHeaders(reply: HeaderTarget, file: string) {
  const isRelease = /\/svc-\d[^/]*\/[^/]+$/.test(file)
  reply.setHeader('cache-control', isRelease ? RELEASE_CACHE : 'no-cache')
  if (!file.endsWith('.html')) return
  reply.setHeader('content-security-policy', policyOf(readFileSync(file, 'utf8')))
  reply.setHeader('referrer-policy', 'strict-origin-when-cross-origin')
}
