/** The page's cookies. Where they are blocked, reads find nothing and writes say `false`. */
export interface CookieJar {
  /** The first cookie of that name, decoded; as it stands where it is not valid percent-encoding. */
  readonly read: (name: string) => string | undefined
  /** Keeps a text for a number of days, on the widest domain the browser accepts. Says whether it was kept. */
  readonly write: (name: string, text: string, days: number) => boolean
  readonly remove: (name: string) => void
}

const PROBE = 'svc.probe'

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    // A server's cookie is valid whatever it holds.
    return text
  }
}

function read(name: string): string | undefined {
  const start = `${name}=`
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start))
  return found && decoded(found.slice(start.length))
}

/** @param scope - Nothing, or `;domain=` with a name. */
function write(name: string, text: string, days: number, scope: string) {
  const secure = location.protocol === 'https:' ? ';secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than the browsers that are served, and async.
  document.cookie = `${name}=${encodeURIComponent(text)};path=/;samesite=lax;max-age=${days * 86_400}${scope}${secure}`
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

  function accepts(domain: string): boolean {
    write(PROBE, '1', 1, domain)
    const isAccepted = read(PROBE) === '1'
    write(PROBE, '', 0, domain)
    return isAccepted
  }

  function widestScope() {
    const labels = location.hostname.split('.')
    const isName = labels.length > 1 && /[a-z]$/i.test(location.hostname)
    const domains = labels.map((_, index) => `;domain=${labels.slice(-1 - index).join('.')}`)
    return (isName && domains.find(accepts)) || ''
  }

  return {
    read: (name) => attempt(() => read(name)) || undefined,
    write: (name, text, days) =>
      attempt(() => {
        scope ??= widestScope()
        write(name, text, days, scope)
        return read(name) === text
      }) ?? false,
    remove: (name) =>
      attempt(() => {
        // Where there is nothing to remove not even the probe may be written.
        if (read(name) === undefined) return
        scope ??= widestScope()
        write(name, '', 0, scope)
      }),
  }
}
