/** Names that people use beside the official ones. */
const others: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  usa: 'US',
  us: 'US',
  america: 'US',
  holland: 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Every country's code by its English name in lower case. */
const codes = new Map<string, string>([
  ...letters
    .flatMap((one) => letters.map((other) => one + other))
    .flatMap((code) => {
      const name = names.of(code)
      return name ? [[name.toLowerCase(), code] as const] : []
    }),
  ...Object.entries(others),
])

/** The country that a text names, as English calls it; `undefined` for none. */
export function countryIn(text: string): string | undefined {
  const words = text.match(/\p{L}[\p{L}'.-]*/gu) ?? []
  for (let length = 4; length > 0; length -= 1)
    for (let at = 0; at + length <= words.length; at += 1) {
      const said = words.slice(at, at + length).join(' ')
      // "Ship to us" is no country.
      const code = said === 'us' ? undefined : codes.get(said.toLowerCase().replace(/\.$/, ''))
      if (code) return names.of(code)
    }
  return undefined
}

/** Whether two names are of one country. */
export const isSameCountry = (one: string, other: string): boolean =>
  codes.get(one.toLowerCase()) === codes.get(other.toLowerCase())
