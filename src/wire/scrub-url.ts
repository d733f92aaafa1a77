/** Replaces personal data. */
const REMOVED = '_'

/**
 * Secrets, which must not be sent: an e-mail address; a JWT; 32 characters that include a digit; or
 * 32 characters of base64 with a capital after a small letter, which words do not have. Each alternative can begin at only one place in a run of its characters, so matching
 * takes linear time.
 */
const secret =
  /[^@/]@[^@/]+\.[a-zA-Z]{2}|(^|[^\w-])(eyJ[\w-]+\.[\w-]+\.|(?=[\w-]*\d)[\w-]{32})|(^|[^\w+/-])(?=[\w+/-]*[a-z][A-Z])\w[\w+/]{31}/

/** As many digits as a card number has, with or without separators. */
const cardLike = /\b(\d[\s.+-]?){12,18}\d\b/g

/** For each digit, its double with the digits added up. */
const DOUBLED = '0246813579'

/** The check digit of card numbers ([Luhn](https://www.iso.org/standard/70484.html)); a shop's own long ids rarely have it. */
const isCard = (text: string): boolean =>
  [...text.replace(/\D/g, '')]
    .reverse()
    .reduce((sum, digit, index) => sum + Number(index % 2 ? DOUBLED[Number(digit)] : digit), 0) %
    10 ===
  0

/** Removes what looks like an e-mail address, a card number or a token. Takes linear time. */
export const scrubText = (text: string): string =>
  text
    .replace(/[^\s?&=]+/g, (word) => (secret.test(word) ? REMOVED : word))
    .replace(cardLike, (number) => (isCard(number) ? REMOVED : number))

/** Decodes percent-encoding. If it is partly invalid, decodes only ASCII. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%[0-7][\da-f]/gi, decodeURIComponent)
  }
}

/** A part of an address, which may be encoded up to three times. */
export const plain = (part: string): string => decoded(decoded(decoded(part)))

/** Whether a part of an address contains nothing personal. */
function isClean(part: string): boolean {
  const text = plain(part)
  return scrubText(text) === text
}

/**
 * The URL without the query parameters of these names, and without those that look personal. Everything else stays unchanged byte for byte;
 * the path is never changed. Names are compared literally, ignoring case.
 */
export function scrubUrl(url: string, names: readonly string[]): string {
  const [, before = '', query = '', fragment = ''] = /^([^?#]*)\??([^#]*)(.*)/s.exec(url) ?? []
  const isNamed = (name: string) =>
    names.some((named) => named.toLowerCase() === decoded(name).toLowerCase())
  const kept = query
    .split('&')
    .filter((pair) => pair && !isNamed(pair.replace(/=.*/s, '')) && isClean(pair))
    .join('&')
  return before + (kept && `?${kept}`) + (isClean(fragment) ? fragment : '')
}
