import Cookies from 'js-cookie'

/** The page's cookies. Where they are blocked, reads find nothing and writes say `false`. */
export interface CookieJar {
  /** The first cookie of that name, decoded; as it stands where it is not valid percent-encoding. */
  readonly read: (name: string) => string | undefined
  /** Keeps a text for a number of days, on the widest domain the browser accepts. Whether it was kept, only reading it tells. */
  readonly write: (name: string, text: string, days: number) => void
  readonly remove: (name: string) => void
}

const PROBE = 'svc.probe'

const DAY_S = 86_400

/** js-cookie passes over a cookie that does not decode; a server's cookie is valid whatever it holds. */
const jar = Cookies.withConverter({
  read(text) {
    try {
      return decodeURIComponent(text)
    } catch {
      return text
    }
  },
})

/**
 * What a page added to `Object.prototype`, each hidden behind a member without a value: js-cookie writes whatever `for…in`
 * finds as an attribute of the cookie, and throws where that is a function.
 */
function inherited(): object {
  const hidden: Record<string, ''> = {}
  for (const name in hidden) hidden[name] = ''
  return hidden
}

/**
 * Opens the jar of the current page. The widest domain is found by a probe cookie, which the browser refuses for a
 * public suffix such as `co.uk`; so no list of suffixes is needed. An address or a plain name takes no domain at all.
 */
export function openCookies(): CookieJar {
  let scope: { domain?: string } | undefined

  const attempt = <Result>(task: () => Result): Result | undefined => {
    try {
      return task()
    } catch {
      // A sandboxed frame: there are no cookies.
      return undefined
    }
  }

  const common = {
    ...inherited(),
    path: '/',
    sameSite: 'lax' as const,
    secure: location.protocol === 'https:',
  }

  function accepts(domain: string): boolean {
    const attributes = { ...common, domain }
    jar.set(PROBE, '1', attributes)
    const isAccepted = jar.get(PROBE) === '1'
    jar.remove(PROBE, attributes)
    return isAccepted
  }

  function widestScope() {
    const labels = location.hostname.split('.')
    const isName = labels.length > 1 && /[a-z]$/i.test(location.hostname)
    const domain =
      isName &&
      labels.map((_, index) => labels.slice(-1 - index).join('.')).find((name) => accepts(name))
    return domain ? { domain } : {}
  }

  return {
    read: (name) => attempt(() => jar.get(name)) || undefined,
    write: (name, text, days) =>
      attempt(() => {
        scope ??= widestScope()
        // Not `expires`: writing a date takes longer than the cookie.
        jar.set(name, text, { ...common, ...scope, 'max-age': `${Math.ceil(days * DAY_S)}` })
      }),
    remove: (name) =>
      attempt(() => {
        // Where there is nothing to remove not even the probe may be written.
        if (jar.get(name) === undefined) return
        scope ??= widestScope()
        jar.remove(name, { ...common, ...scope })
      }),
  }
}
