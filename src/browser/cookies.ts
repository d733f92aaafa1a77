import Cookies from 'js-cookie'
import { attempt } from './guard'

/* Cookies through js-cookie. Where cookies are blocked, a read finds nothing and a write does nothing. */

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

/** The widest domain on which a probe cookie can be set. Browsers refuse public suffixes such as `co.uk`, so no list of them is needed. */
function widestDomain(): string {
  const labels = location.hostname.split('.')
  // An IP address or a plain host name cannot have a domain attribute.
  if (labels.length < 2 || !/[a-z]$/i.test(location.hostname)) return ''
  const accepts = (domain: string) => {
    setOn(domain, PROBE, '1', 9)
    const isAccepted = jar.get(PROBE) === '1'
    setOn(domain, PROBE, '', 0)
    return isAccepted
  }
  return labels.map((_, index) => labels.slice(-1 - index).join('.')).find(accepts) ?? ''
}

/** All cookies of the page by name, decoded. Of several with one name the first counts. One read of `document.cookie`. */
export const readCookies = (): Readonly<Record<string, string | undefined>> =>
  attempt(() => jar.get()) ?? {}

/** Writes a cookie with this lifetime in seconds on the widest domain. Only reading it shows whether the browser stored it. */
export function writeCookie(name: string, text: string, seconds: number) {
  attempt(() => {
    scope ??= widestDomain()
    setOn(scope, name, text, seconds)
  })
}

/** Removes a cookie on the widest domain, if there is one of that name. */
export function removeCookie(name: string) {
  if (readCookies()[name] !== undefined) writeCookie(name, '', 0)
}
