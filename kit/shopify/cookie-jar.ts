interface Cookie {
  readonly text: string
  readonly domain: string
  readonly endsAt: number
}

/** The cookies of one host, in the way that `document.cookie` provides them. */
export type CookieJar = ReturnType<typeof createCookieJar>

/** Creates an empty jar. Domains with a single label are refused, as browsers refuse public suffixes. */
export function createCookieJar(hostname: string, now: () => number) {
  const cookies = new Map<string, Cookie>()

  const accepts = (domain: string) =>
    domain === '' || (domain.includes('.') && `.${hostname}`.endsWith(`.${domain}`))

  return {
    /** Sets a cookie from a string with its attributes. */
    set(cookie: string) {
      const [pair = '', ...attributes] = cookie.split(/; */)
      const [name = ''] = pair.split('=')
      const attribute = (wanted: string) =>
        attributes.find((one) => one.startsWith(`${wanted}=`))?.slice(wanted.length + 1)
      const domain = attribute('domain') ?? ''
      const seconds = Number(attribute('max-age') ?? Number.POSITIVE_INFINITY)
      if (!accepts(domain)) return
      const key = `${name};${domain}`
      if (seconds <= 0) cookies.delete(key)
      else
        cookies.set(key, {
          text: pair.slice(name.length + 1),
          domain,
          endsAt: now() + seconds * 1_000,
        })
    },
    /** The text of a cookie, or of the first one if several have the same name; empty if there is none. */
    get(name: string): string {
      const found = [...cookies].find(
        ([key, { endsAt }]) => key.startsWith(`${name};`) && now() < endsAt,
      )
      return found?.[1].text ?? ''
    },
    /** All cookies, as `name=text`. */
    all(): readonly string[] {
      return [...cookies]
        .filter(([, { endsAt }]) => now() < endsAt)
        .map(([key, { text }]) => `${key.split(';')[0]}=${text}`)
    },
  }
}
