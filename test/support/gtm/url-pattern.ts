/**
 * Whether a URL is one that a pattern of a permission stands for.
 *
 * A pattern begins with `https://`. `*` is any text; a host `*.shop.example` is also the bare domain; a path that ends in `/` is
 * everything below it.
 */
export function matchesPattern(pattern: string, url: string): boolean {
  const [, host, path] = /^https:\/\/([^/]+)(\/.*)$/.exec(pattern) ?? []
  if (host === undefined || path === undefined) return false

  const hosts = host.startsWith('*.') ? `([^/]+\\.)?${literal(host.slice(2))}` : literal(host)
  const below = path.endsWith('/') ? '.*' : ''
  return new RegExp(`^https://${hosts}${literal(path)}${below}$`).test(url)
}

const literal = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
