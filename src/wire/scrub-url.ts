/** Stands where something personal stood. */
const REMOVED = '_'

/** An e-mail address; a token: a JWT, or long with letters and digits mixed. */
const personal =
  /[^\s@/?&=]+@[^\s@/?&=]+\.[a-z]{2,}|\beyJ[\w-]+\.[\w-]+\.[\w-]*|\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}/gi

/** As many digits as a card has, perhaps grouped. */
const cardLike = /\b(?:\d[ -]?){12,18}\d\b/g

/** The check digit of card numbers ([Luhn](https://www.iso.org/standard/70484.html)); a shop's own long ids rarely have it. */
function isCard(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const weighed = index % 2 ? digit * 2 : digit
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}

/** The text without what looks like an e-mail address, a card number or a token. */
export function scrubText(text: string): string {
  return text
    .replace(personal, REMOVED)
    .replace(cardLike, (number) => (isCard(number) ? REMOVED : number))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    return text
  }
}

/**
 * The URL without the query parameters of these names, and without those whose value looks personal. Everything else stays byte for
 * byte. A name stands for itself in any case of letters.
 */
export function scrubUrl(url: string, names: readonly string[]): string {
  const [page = '', ...fragment] = url.split(/(?=#)/)
  const [before = '', ...query] = page.split('?')
  const after = fragment.join('')
  const isNamed = (name: string) =>
    names.some((named) => named.toLowerCase() === decoded(name).toLowerCase())
  const kept = query
    .join('?')
    .split('&')
    .filter((pair) => {
      const [name = '', ...value] = pair.split('=')
      const text = decoded(value.join('='))
      return pair && !isNamed(name) && scrubText(text) === text
    })
    .join('&')
  const isClean = scrubText(decoded(after)) === decoded(after)
  return before + (kept && `?${kept}`) + (isClean ? after : '')
}
