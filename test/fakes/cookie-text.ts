/** A cookie as a page of shop.example writes it. The domain `example` is refused, as browsers refuse public suffixes. */
export function parseCookie(cookie: string, now: number) {
  const [pair = '', ...attributes] = cookie.split('; ')
  const [name = '', ...text] = pair.split('=')
  const attribute = (wanted: string) =>
    attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.split('=')[1]
  const domain = attribute('domain')?.replace(/^\./, '')
  const seconds = Number(attribute('max-age') ?? Number.POSITIVE_INFINITY)
  return {
    name,
    kept: { text: text.join('='), endsAt: now + seconds * 1_000, domain },
    isRemoval: seconds <= 0 || Date.parse(`${attribute('expires')}`) < now,
    isRefused: domain !== undefined && domain !== 'shop.example',
  }
}
