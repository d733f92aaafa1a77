/** A part of a path that differs from page to page: it has a digit, a dash, an escape or an extension. */
const isVarying = (part: string) => /[\d%_-]|\.\w+$/.test(part)

/**
 * The shape that an address shares with others of its template: `/p/blue-hat` is `/p/*`. The last of several parts always
 * counts as varying; of a query only the names count.
 */
export function urlShape(url: string): string {
  const { pathname, searchParams } = new URL(url)
  const parts = pathname.split('/').filter(Boolean)
  const shaped = parts.map((part, place) => {
    const isLast = place > 0 && place === parts.length - 1
    return isLast || isVarying(part) ? '*' : part
  })
  const names = [...new Set(searchParams.keys())].sort()
  return `/${shaped.join('/')}${names.length ? `?${names.join('&')}` : ''}`
}

/** Pages still to be opened, those of the least seen shape first. */
export interface Frontier {
  /** Adds addresses; those that are known already are left out. */
  readonly add: (urls: readonly string[]) => void
  /** The next address; `undefined` when there is none left. */
  readonly next: () => string | undefined
}

const withoutFragment = (url: string) => url.replace(/#.*/, '')

/** Starts empty. */
export function createFrontier(isWanted: (url: string) => boolean): Frontier {
  const known = new Set<string>()
  const waiting = new Map<string, string[]>()
  const taken = new Map<string, number>()
  const takenOf = (shape: string) => taken.get(shape) ?? 0
  return {
    add(urls) {
      for (const url of urls.map(withoutFragment)) {
        if (known.has(url) || !isWanted(url)) continue
        known.add(url)
        const shape = urlShape(url)
        waiting.set(shape, [...(waiting.get(shape) ?? []), url])
      }
    },
    next() {
      const [shape] = [...waiting.keys()].sort((one, two) => takenOf(one) - takenOf(two))
      const url = shape === undefined ? undefined : waiting.get(shape)?.shift()
      if (shape === undefined || url === undefined) return undefined
      if (waiting.get(shape)?.length === 0) waiting.delete(shape)
      taken.set(shape, takenOf(shape) + 1)
      return url
    },
  }
}
