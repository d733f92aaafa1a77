import fc from 'fast-check'
import { scrubUrl } from '../../../src/wire/scrub-url.ts'
import type { FuzzClass } from './fuzz-class.ts'

/** Secrets that must not leave, each in a form that the scrubber knows. */
const secret = fc.oneof(
  fc
    .tuple(fc.stringMatching(/^[a-z][a-z.]{0,11}$/), fc.stringMatching(/^[a-z]{2,9}\.[a-z]{2,4}$/))
    .map((parts) => parts.join('@')),
  fc.constantFrom(
    '4111 1111 1111 1111',
    '4111.1111.1111.1111',
    '5555\u00a05555\u00a05555\u00a04444',
  ),
  fc.stringMatching(/^eyJ[A-Za-z0-9_-]{6,20}\.[A-Za-z0-9_-]{6,20}\.[A-Za-z0-9_-]{6}$/),
  fc.stringMatching(/^[a-f0-9]{31}[0-9]$/),
  fc
    .stringMatching(/^[a-zA-Z0-9+]{16}aB[a-zA-Z0-9+/]{14}$/)
    .filter((text) => !text.startsWith('+')),
)

const plain = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('red shoes', '1299.00', '%', '%zz', '%E9', '', '=', 'a=b', '2024-11-05', 'größe'),
)

/** Fragments that cost a pattern with nested repetition most. */
const costly = fc
  .tuple(fc.constantFrom('eyJa-', 'a@', 'a1-', '1.', '%25', 'aB/', '@a.', '4 '), fc.nat(300))
  .map(([text, times]) => text.repeat(times))

const encoded = (text: string, times: number): string =>
  times ? encoded(encodeURIComponent(text), times - 1) : text

interface Planted {
  readonly text: string
  readonly isSecret: boolean
}

const pair = fc
  .tuple(fc.stringMatching(/^[a-z]{1,6}$/), secret, fc.integer({ min: 1, max: 3 }), fc.boolean())
  .map(([name, hidden, times, isName]) => ({
    text: isName ? encoded(hidden, times) : `${name}=${encoded(hidden, times)}`,
    isSecret: true,
  }))

const harmless = fc.tuple(plain, plain, costly).map(([name, value, more]) => ({
  text: encodeURIComponent(`${name}${value}`.replace(/\p{Surrogate}/gu, '')) + more,
  isSecret: false,
}))

const address = fc.record({
  pairs: fc.array(fc.oneof(pair, harmless), { maxLength: 6 }),
  fragment: fc.option(fc.oneof(pair, harmless), { nil: undefined }),
})

function check({ pairs, fragment }: { pairs: Planted[]; fragment: Planted | undefined }) {
  const url = `https://shop.example/c/shoes?${pairs.map(({ text }) => text).join('&')}${fragment ? `#${fragment.text}` : ''}`
  const scrubbed = scrubUrl(url, [])
  const [, query = '', after = ''] = /^[^?#]*\??([^#]*)#?(.*)$/s.exec(scrubbed) ?? []
  const kept = query.split('&')
  const lost = pairs.filter(({ text, isSecret }) => isSecret && kept.includes(text))
  if (fragment?.isSecret && after === fragment.text) lost.push(fragment)
  if (lost.length) throw new Error(`${JSON.stringify(lost)} is left in ${scrubbed}`)
  if (scrubUrl(scrubbed, []) !== scrubbed) throw new Error(`${scrubbed} is scrubbed once more`)
  let at = 0
  for (const one of kept) {
    at = url.indexOf(one, at)
    if (at < 0) throw new Error(`${one} is not in ${url}`)
  }
}

/** Addresses with secrets planted in names, values and fragments, encoded up to three times. None may be left; the rest is. */
export const addresses: FuzzClass = {
  name: 'addresses',
  property: () => fc.property(address, check),
}
