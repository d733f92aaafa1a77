import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChannels } from '../../fakes/channels'
import { createRandom } from '../../fakes/seeded-random'
import { createTimeline } from '../../fakes/timeline'
import { createNetwork } from '../tag/played-network'
import { openPlayedPage } from '../tag/played-page'
import { createStore } from '../tag/played-store'

/*
 * A setting that cannot be read never makes the tag send, store or show more than was asked, and is named in one line on the console. Each is
 * written on the script element of a page that runs the whole tag, and judged by what reaches the tracker and what the browser keeps.
 */

const SECRET = 'jane.doe@example.com'
const URL_WITH_SECRETS = `https://shop.example/account/${SECRET}?ref=SECRET-REF&q=1`

/** A TCF manager whose shopper has agreed to purposes 1 and 8. */
function tcfApi(command: string, _version: number, tell: (data: unknown, isDone: boolean) => void) {
  if (command === 'addEventListener')
    tell({ eventStatus: 'tcloaded', purpose: { consents: { 1: true, 8: true } } }, true)
}

interface Visit {
  readonly isGpcOn?: boolean
  readonly hasTcf?: boolean
  readonly userAgent?: string
}

/** What one page with these settings sent, kept and told, after a search. */
function visit(
  settings: Readonly<Record<string, string>>,
  { isGpcOn = false, hasTcf = false, userAgent }: Visit = {},
) {
  const timeline = createTimeline()
  const store = createStore(timeline, 'well')
  const network = createNetwork(timeline, false, () => {})
  const page = openPlayedPage(
    'page',
    {
      timeline,
      store,
      network,
      channels: createChannels(timeline),
      tabTexts: new Map(),
      onAccess: () => {},
    },
    {
      url: URL_WITH_SECRETS,
      settings: {
        siteKey: 'SITE',
        trackerUrl: 'https://tracker.example',
        consent: 'granted',
        ...settings,
      },
      isGpcOn,
      ...(userAgent && { userAgent }),
      ...(hasTcf && { window: { __tcfapi: tcfApi } }),
      hasParts: () => true,
      random: createRandom(),
    },
  )
  timeline.advance(700)
  page.run(() => void page.svc().track('search', { query: SECRET }))
  timeline.advance(5_000)
  const texts = network.sent.map(({ url }) => decodeURIComponent(url))
  return {
    sent: network.sent,
    text: texts.join('\n'),
    kept: store.kept(),
    warnings: page.warnings,
    mishaps: timeline.mishaps,
  }
}

type Outcome = ReturnType<typeof visit>

/** Whether a text names a setting as its author wrote it: the played pages have attributes. */
const names = (text: string, name: string) =>
  text.includes(`data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)

const isSilent = ({ sent, kept }: Outcome) => sent.length === 0 && kept.length === 0
const hides =
  (secret: string) =>
  ({ text }: Outcome) =>
    !text.includes(secret)

/** How each setting fails closed: the page it needs, and what must then be true. */
const CLOSED: Readonly<
  Record<string, { readonly visit?: Visit; readonly isClosed: (outcome: Outcome) => boolean }>
> = {
  consent: { isClosed: isSilent },
  respectGpc: { visit: { isGpcOn: true }, isClosed: isSilent },
  shadow: { isClosed: isSilent },
  strictFields: { isClosed: hides('"seq"') },
  scrubSearch: { isClosed: ({ text }) => !text.includes(`"query":"${SECRET}"`) },
  scrubUrl: { isClosed: hides('SECRET-REF') },
  scrubAlso: { isClosed: hides(`account/${SECRET}`) },
  tcfPurposes: { visit: { hasTcf: true }, isClosed: isSilent },
  createUserId: { isClosed: ({ kept }) => !kept.includes('svc.userId') },
  recordBots: { visit: { userAgent: 'HeadlessChrome' }, isClosed: ({ sent }) => sent.length === 0 },
  siteKey: { isClosed: isSilent },
  trackerUrl: { isClosed: isSilent },
}

/** Values that no setting can be read from, whatever its type. */
const GARBAGE = [
  'perhaps',
  'deny',
  'constructor',
  '__proto__',
  '[',
  '{"a"',
  '[one]',
  'ja',
  '0x1',
  'none',
  'hold granted',
  'yes,no',
]

/** Any text is a site key, and any path is an address. */
const SPECIAL: Readonly<Record<string, readonly string[]>> = {
  siteKey: ['', ' ', '\n'],
  trackerUrl: ['ftp://tracker.example', 'javascript:0', 'data:,x', 'https://'],
}

const garbage = fc.oneof(
  fc.constantFrom(...GARBAGE),
  fc.string({ minLength: 1, maxLength: 9 }).map((text) => `?${text}`),
)

const unreadable = fc.constantFrom(...Object.keys(CLOSED)).chain((name) =>
  fc.record({
    name: fc.constant(name),
    value: SPECIAL[name] ? fc.constantFrom(...SPECIAL[name]) : garbage,
  }),
)

test('every setting that cannot be read fails closed, with one line that names it', () => {
  fc.assert(
    fc.property(unreadable, ({ name, value }) => {
      const { visit: page, isClosed } = CLOSED[name] ?? { isClosed: () => false }
      const outcome = visit({ [name]: value }, page)
      expect(outcome.mishaps).toEqual([])
      expect({ name, value, isClosed: isClosed(outcome) }).toEqual({ name, value, isClosed: true })
      expect(outcome.warnings.filter((text) => names(text, name))).toHaveLength(1)
    }),
    { numRuns: 120 },
  )
})

test('each of these settings, left out or written well, lets the tag send', () => {
  for (const settings of [{}, { shadow: 'false', strictFields: 'false', scrubSearch: 'false' }]) {
    const { sent, text, kept, warnings } = visit(settings)
    expect(sent.map(({ action }) => action)).toEqual(['visitor', 'search'])
    expect(text).toContain('"seq"')
    expect(text).toContain(`"query":"${SECRET}"`)
    expect(kept).toContain('svc.userId')
    expect(warnings).toEqual([])
  }
})

const STATES = { granted: 2, hold: 0, denied: 0 } as const

test('consent forgives white space and capitals', () => {
  const written = fc.record({
    state: fc.constantFrom(...(Object.keys(STATES) as (keyof typeof STATES)[])),
    before: fc.constantFrom('', ' ', '\n\t'),
    after: fc.constantFrom('', ' ', '\u00a0'),
    upper: fc.integer({ min: 0, max: 255 }),
  })
  fc.assert(
    fc.property(written, ({ state, before, after, upper }) => {
      const word = [...state]
        .map((letter, index) => (upper & (1 << index) ? letter.toUpperCase() : letter))
        .join('')
      const { sent, warnings } = visit({ consent: `${before}${word}${after}` })
      expect([sent.length, warnings]).toEqual([STATES[state], []])
    }),
    { numRuns: 60 },
  )
})

test.each(['', ' ', 'deny', 'denied by default', 'grant', 'true', 'undefined'])(
  'consent “%s” is hold: an answer still counts, and one line names the three words',
  (consent) => {
    const { sent, kept, warnings } = visit({ consent })
    expect([sent, kept]).toEqual([[], []])
    expect(warnings.filter((text) => /consent/.test(text))).toHaveLength(1)
    expect(warnings.join()).toMatch(/granted.*denied.*hold|granted.*hold.*denied/)
  },
)

/** One slip in the spelling of a name, as attributes of HTML can have it. */
const slips = fc
  .record({
    name: fc.constantFrom(
      'consent',
      'respectGpc',
      'shadow',
      'strictFields',
      'scrubUrl',
      'scrubSearch',
      'createUserId',
      'dataLayer',
      'browseUrl',
      'orderPages',
      'visitTimeoutMs',
    ),
    at: fc.nat(20),
    kind: fc.constantFrom('missing', 'doubled', 'swapped'),
  })
  .map(({ name, at, kind }) => {
    const index = 1 + (at % (name.length - 2))
    const [letter = '', next = ''] = name.slice(index)
    const middle = { missing: next, doubled: letter + letter + next, swapped: next + letter }[kind]
    return { name, written: name.slice(0, index) + middle + name.slice(index + 2) }
  })
  .filter(({ name, written }) => name !== written && !/[A-Z]{2}/.test(written))

test('a name that is no setting is an error that names the one that was meant', () => {
  fc.assert(
    fc.property(slips, ({ name, written }) => {
      const { warnings } = visit({ [written]: 'true' })
      const named = warnings.filter((text) => names(text, written))
      expect({ written, count: named.length, isMeant: names(named.join(), name) }).toEqual({
        written,
        count: 1,
        isMeant: true,
      })
    }),
    { numRuns: 60 },
  )
})
