import fc from 'fast-check'
import { test } from 'vitest'
import { keyOf } from '../../../src/send/queue-entry.ts'
import { scrubUrl } from '../../../src/wire/scrub-url.ts'
import type { Action, EventId } from '../../../src/wire/tracker-event.ts'
import { type Browser, createBrowser } from '../../fakes/fake-browser.ts'
import { openPage } from '../../fakes/fake-page.ts'
import { eventOf, NEEDED } from '../delivery/made-events.ts'

/** `SVC_CASES=1000000 npm run unit -- generated` draws new cases; otherwise they are the same each time. */
const CASES = Number(process.env.SVC_CASES ?? 5_000)
const seed = process.env.SVC_CASES ? {} : { seed: 32 }
const timeout = 3_600_000

/** Secrets that must not be sent, each in a form that the scrubber knows. */
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

/** Fragments that are most expensive for a pattern with nested repetition. */
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

function checkAddress({ pairs, fragment }: { pairs: Planted[]; fragment: Planted | undefined }) {
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

/** Secrets are inserted into names, values and fragments, encoded up to three times. None may remain; everything else does. */
test('no secret in a generated URL remains', { timeout }, () => {
  fc.assert(fc.property(address, checkAddress), { ...seed, numRuns: CASES })
})

/** Many records share one browser, because opening a page takes longer than judging a record. */
const RECORDS_AT_ONCE = 25

const MAX_URL = 7_600

/** Long enough for a page to claim all records after the recovery part has loaded. */
const ROUNDS = 60

const FIELDS = {
  ...NEEDED,
  order: { products: [NEEDED.order, { ...NEEDED.order, variantId: 'V1' }] },
}
const ACTIONS = Object.keys(FIELDS) as Action[]

const hostileValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  fc.constantFrom('x'.repeat(90_000), '\ud800', '\u0000', '%', '"}]', '__proto__'),
  fc.constantFrom(Number.POSITIVE_INFINITY, -0),
  fc.constant({ toString: 1 }),
  fc.constant(JSON.parse('{"__proto__":{"pid":"P9"},"constructor":{"prototype":1}}')),
  fc.constant(Array.from({ length: 2_000 }, (_, index) => `P${index}`)),
)

const name = fc.oneof(
  fc.constantFrom('__proto__', 'pid', 'url', 'products', 'facets', 'toJSON', 'uid', 'key', 'until'),
  fc.string({ maxLength: 6 }),
)

/** A change somewhere in a record, whose position is a number taken modulo the number of members. */
const change = fc.record({
  place: fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }),
  how: fc.constantFrom('set', 'set', 'add', 'remove'),
  name,
  value: hostileValue,
})

const record = fc.record({
  action: fc.nat(ACTIONS.length - 1).map((index) => ACTIONS[index] as Action),
  changes: fc.array(change, { maxLength: 3 }),
})

type Drawn = Parameters<Parameters<typeof record.map>[0]>[0]

type Change = Drawn['changes'][number]

/** Sets an own member with any name, including `__proto__`. */
const setOwn = (target: object, key: string, value: unknown) =>
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  })

function changeMember(owner: object, key: string, { how, name: added, value }: Change) {
  if (how === 'remove') Reflect.deleteProperty(owner, key)
  else setOwn(owner, how === 'set' ? key : added, structuredClone(value))
}

function apply(target: object, made: Change) {
  let owner = target
  for (const [depth, number] of made.place.entries()) {
    const keys = Object.keys(owner)
    const key = keys[number % keys.length]
    if (key === undefined) return
    const inner: unknown = Reflect.get(owner, key)
    if (depth === made.place.length - 1 || typeof inner !== 'object' || inner === null)
      return changeMember(owner, key, made)
    owner = inner
  }
}

function written({ action, changes }: Drawn, t: string) {
  const event = eventOf(action, structuredClone(FIELDS[action]), t as EventId)
  const key = keyOf(event)
  const made = { kind: 'event', v: 2, key, event, size: 100, until: 0 }
  for (const one of changes) apply(made, one)
  return { key, text: JSON.stringify(made) }
}

/** The mistake in a request, whatever was stored; `undefined` if there is none. */
function flawOf({ href, searchParams }: URL): string | undefined {
  if (href.length > MAX_URL) return `${href.length} characters left`
  return ACTIONS.includes(searchParams.get('action') as Action) ? undefined : 'no action'
}

/** Opens a page that finds the stored records, responds to all its requests, and closes it. */
function deliver(browser: Browser) {
  const { timeline } = browser
  const page = openPage(browser)
  const sent: URL[] = []
  page.run(() => {
    page.tag.pageDelivery.startPageDelivery()
    page.tag.consentGate.setGate('open')
  })
  for (let round = 0; round < ROUNDS; round += 1) {
    timeline.advance(400)
    for (const { url, answer } of browser.requests.splice(0)) {
      sent.push(url)
      answer(200)
    }
  }
  page.remove()
  const errors = [
    ...timeline.mishaps.map(String),
    ...page.warnings.filter((text) => text.includes('internal error')),
  ]
  return { sent, errors }
}

function checkRecords(drawn: Drawn[]) {
  const browser = createBrowser({ openMs: undefined })
  const sound: string[] = []
  for (const [index, one] of drawn.entries()) {
    const t = `${browser.timeline.now() - 1_000 - index}|0.${index + 1}`
    const { key, text } = written(one, t)
    if (!one.changes.length) sound.push(t)
    browser.localStorage.setItem(`svc-tag.unsent.${key}`, text)
  }
  const { sent, errors } = deliver(browser)
  const lost = sound.filter((t) => sent.every((url) => url.searchParams.get('t') !== t))
  const flaws = [
    ...errors,
    ...sent.flatMap((url) => flawOf(url) ?? []),
    ...lost.map((t) => `${t} never left`),
  ]
  if (flaws.length) throw new Error(flaws.join('\n'))
}

/** Records that a script of the site wrote into the queue. */
test('valid generated records are sent, and the others delay nothing', {
  timeout,
}, () => {
  const some = { minLength: RECORDS_AT_ONCE, maxLength: RECORDS_AT_ONCE }
  const numRuns = CASES / RECORDS_AT_ONCE
  fc.assert(fc.property(fc.array(record, some), checkRecords), { ...seed, numRuns })
})
