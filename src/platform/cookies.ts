/** The page's cookies. Where they are blocked, reads find nothing and writes say `false`. */
export interface CookieJar {
  /** The first cookie of that name, decoded; as it stands where it is not valid percent-encoding. */
  readonly read: (name: string) => string | undefined
  /** Keeps a text for a number of days, on the widest domain the browser accepts. Says whether it was kept. */
  readonly write: (name: string, text: string, days: number) => boolean
  readonly remove: (name: string) => void
}

const PROBE = 'svc.probe'
const DAY_MS = 86_400_000

/** What a [cookie's value](https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1) may hold as it is. */
const ALLOWED = /%(2[346BF]|3[AC-F]|40|5[BDE]|60|7[BCD])/g

/** A name of ours is the same encoded. */
function find(name: string): string | undefined {
  const start = `${name}=`
  const text = document.cookie.split('; ').find((pair) => pair.startsWith(start))
  try {
    return text && decodeURIComponent(text.slice(start.length))
  } catch {
    // A server's cookie is valid whatever it holds.
    return text?.slice(start.length)
  }
}

/** @param rest - Further [attributes](https://www.rfc-editor.org/rfc/rfc6265#section-4.1), each after a semicolon. */
function set(name: string, text: string, days: number, rest: string) {
  const expires = new Date(Date.now() + days * DAY_MS).toUTCString()
  const secure = location.protocol === 'https:' ? '; secure' : ''
  const value = encodeURIComponent(text).replace(ALLOWED, decodeURIComponent)
  // biome-ignore lint/suspicious/noDocumentCookie: The Cookie Store API is not everywhere, and not synchronous.
  document.cookie = `${name}=${value}; path=/; samesite=lax; expires=${expires}${secure}${rest}`
}

/**
 * Opens the jar of the current page. The widest domain is found by a probe cookie, which the browser refuses for a
 * public suffix such as `co.uk`; so no list of suffixes is needed. An address or a plain name takes no domain at all.
 */
export function openCookies(): CookieJar {
  let scope: string | undefined

  const attempt = <Result>(task: () => Result): Result | undefined => {
    try {
      return task()
    } catch {
      // A sandboxed frame: there are no cookies.
      return undefined
    }
  }

  function accepts(rest: string): boolean {
    set(PROBE, '1', 1, rest)
    const isAccepted = find(PROBE) === '1'
    set(PROBE, '', -1, rest)
    return isAccepted
  }

  function widestScope(): string {
    const { hostname } = location
    const labels = hostname.split('.')
    const isName = labels.length > 1 && /[a-z]$/i.test(hostname)
    const domains = labels.map((_, index) => `; domain=${labels.slice(-1 - index).join('.')}`)
    return (isName && domains.find(accepts)) || ''
  }

  return {
    read: (name) => attempt(() => find(name)) || undefined,
    write: (name, text, days) =>
      attempt(() => {
        scope ??= widestScope()
        set(name, text, days, scope)
        return find(name) === text
      }) ?? false,
    remove: (name) =>
      attempt(() => {
        // Where there is nothing to remove not even the probe may be written.
        if (find(name) === undefined) return
        scope ??= widestScope()
        set(name, '', -1, scope)
      }),
  }
}
