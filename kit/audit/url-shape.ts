/** A part of a path that differs from page to page: it has a digit, a dash, an escape or an extension. */
const isVarying = (part: string) => /[\d%_-]|\.\w+$/.test(part)

/**
 * The shape that a URL shares with others of the same template: `/p/blue-hat` becomes `/p/*`. The
 * last of several path segments always counts as varying; in a query, only the names count, except where a parameter
 * selects the template.
 */
export function urlShape(url: string): string {
  const { pathname, searchParams } = new URL(url)
  const parts = pathname.split('/').filter(Boolean)
  const shaped = parts.map((part, place) => {
    const isLast = place > 0 && place === parts.length - 1
    return isLast || isVarying(part) ? '*' : part
  })
  const names = [...searchParams].map(([name, value]) =>
    SELECTS.test(name) && /^[a-z/_-]+$/i.test(value) ? `${name}=${value}` : name,
  )
  return `/${shaped.join('/')}${names.length ? `?${[...new Set(names)].sort().join('&')}` : ''}`
}

/** Parameters that select a template: `/index.php?route=product/category`. */
const SELECTS = /^(?:route|controller|option|view|task|fc|module|template)$/i

const withoutFragment = (url: string) => url.replace(/#.*/, '')

/** Addresses that are kept at most; a shop's sitemaps may hold millions. */
const MOST_KNOWN = 100_000

/** The longest address that a [sitemap](https://www.sitemaps.org/protocol.html) may hold. */
const LONGEST = 2_048

/** The pages that are still to be opened, those with the rarest shapes first. Starts empty. */
export function createFrontier() {
  const known = new Set<string>()
  const waiting = new Map<string, string[]>()
  const taken = new Map<string, number>()
  const takenOf = (shape: string) => taken.get(shape) ?? 0
  return {
    /** Marks an address as known, so that it is not opened again. */
    claim: (url: string) => void known.add(withoutFragment(url)),
    /** Adds URLs that are not known yet. */
    add(urls: readonly string[]) {
      for (const url of urls.map(withoutFragment)) {
        if (known.has(url) || known.size >= MOST_KNOWN || url.length > LONGEST) continue
        known.add(url)
        const shape = urlShape(url)
        const same = waiting.get(shape)
        if (same) same.push(url)
        else waiting.set(shape, [url])
      }
    },
    /** The next URL; `undefined` if none is left. */
    next(): string | undefined {
      const [best] = [...waiting].reduce<readonly [string, readonly string[]]>(
        (rarest, one) => (takenOf(one[0]) < takenOf(rarest[0]) ? one : rarest),
        waiting.entries().next().value ?? ['', []],
      )
      const place = takenOf(best)
      const same = waiting.get(best) ?? []
      taken.set(best, place + 1)
      if (place + 1 >= same.length) waiting.delete(best)
      return same[place]
    },
    /** The URLs that were never taken. */
    rest: (): readonly string[] =>
      [...waiting].flatMap(([shape, same]) => same.slice(takenOf(shape))),
  }
}

const bareHost = (host: string) => host.replace(/^(?:www|m)\./, '')

/** Whether two addresses belong to one site: the same host on another port or protocol, with or without `www.`, or a host below the other. */
export function isSameSite(one: string, other: string): boolean {
  const [first, second] = [one, other].map((url) => bareHost(new URL(url).hostname))
  if (!first || !second) return false
  const isBelow = (host: string, above: string) => above.includes('.') && host.endsWith(`.${above}`)
  return first === second || isBelow(first, second) || isBelow(second, first)
}
