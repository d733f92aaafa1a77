import Cookies from 'js-cookie'
import { throughGate } from './consent-gate'
import { attempt } from './guard'

/*
 * Cookies through js-cookie, behind the consent gate. Where it is closed or cookies are blocked, a read finds nothing and a write does
 * nothing.
 */

const PROBE = 'svc.probe'

/**
 * js-cookie skips cookies whose percent-encoding is invalid, but a server's cookie counts whatever
 * it contains. Shadow mode replaces these methods.
 */
export const jar = Cookies.withConverter({
  read: (text) => attempt(() => decodeURIComponent(text)) ?? text,
})

/** The cookie's domain; `undefined` before the first write. */
let scope: string | undefined

function setOn(domain: string, name: string, text: string, seconds: number) {
  // js-cookie also writes inherited properties as attributes. An empty own value hides what a page put on Object.prototype.
  const attributes: Record<string, string | boolean> = {}
  for (const inherited in attributes) attributes[inherited] = ''
  jar.set(name, text, {
    ...attributes,
    path: '/',
    sameSite: 'lax',
    secure: location.protocol === 'https:',
    ...(domain && { domain }),
    // Not `expires`, because formatting a date takes longer than writing the cookie.
    'max-age': `${Math.ceil(seconds)}`,
  })
}

/** The domains of a host, the widest first. An IP address or a plain host name cannot have a domain attribute. */
function domainsOf(host: string): readonly string[] {
  const labels = host.split('.')
  if (labels.length < 2 || !/[a-z]$/i.test(host)) return []
  return labels.map((_, index) => labels.slice(-1 - index).join('.'))
}

/** The widest domain on which a probe cookie can be set. Browsers refuse public suffixes such as `co.uk`, so no list of them is needed. */
function widestDomain(): string {
  const accepts = (domain: string) => {
    setOn(domain, PROBE, '1', 9)
    const isAccepted = jar.get(PROBE) === '1'
    setOn(domain, PROBE, '', 0)
    return isAccepted
  }
  return domainsOf(location.hostname).find(accepts) ?? ''
}

/** All cookies of the page by name, decoded. Of several with one name the first counts. One read of `document.cookie`. */
export const readCookies = (): Readonly<Record<string, string | undefined>> =>
  throughGate(() => jar.get()) ?? {}

/** The cookie in which a consent manager keeps the shopper's answer: the only one that is read before consent. */
export const readAnswerCookie = (name: string): string | undefined => attempt(() => jar.get(name))

/** Writes a cookie with this lifetime in seconds on the widest domain. Only reading it shows whether the browser stored it. */
export function writeCookie(name: string, text: string, seconds: number) {
  throughGate(() => {
    scope ??= widestDomain()
    setOn(scope, name, text, seconds)
  })
}

/** Removes a cookie, if there is one of that name: on each domain, because finding the widest one would write a cookie. */
export function removeCookie(name: string) {
  if (readCookies()[name] === undefined) return
  const domains = ['', ...domainsOf(location.hostname)]
  throughGate(() => domains.map((domain) => setOn(domain, name, '', 0)))
}
