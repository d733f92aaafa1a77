import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartData, checkoutData } from '../../../kit/shopify/index'
import { type PixelRequest, pixelBrowser } from '../../support/fixtures/pixel-browser'

/*
 * The pixel of Shopify on page after page: what was published with consent, or before the answer, is received once and with its time, each order
 * once, each visit begins with one visitor event; a refusal leaves nothing behind, and nothing is sent after it, however often the answer
 * changes. `SVC_HISTORIES=500 npm run unit -- pixel-model` plays so many others.
 */

const { SVC_HISTORIES } = process.env
const runs = SVC_HISTORIES ? { numRuns: Number(SVC_HISTORIES) } : { numRuns: 20, seed: 11 }

const MINUTE = 60_000

/** A text of the shop itself. */
const THEME = 'theme-text'

const kinds = [
  ...(['cart', 'cart', 'cart', 'order', 'order', 'nextPage', 'nextPage', 'secondPage'] as const),
  ...(['down', 'refuses', 'well', 'well', 'wait', 'idle', 'deny', 'grant', 'grant'] as const),
  ...(['clockBack', 'longOrder', 'dropped', 'answerTwice', 'denyMeanwhile', 'page'] as const),
]

interface Move {
  readonly kind: (typeof kinds)[number]
  readonly n: number
}

/** What a request tells: products, or the visitor of a visit. */
function namesIn({ data, t }: PixelRequest) {
  const visitId = String(data.visitId)
  const lines = (data.products as { pid: string }[] | undefined) ?? [data as { pid?: string }]
  return lines.map(({ pid = `visitor ${visitId}` }) => ({ name: pid, visitId, t }))
}

interface Start {
  /** Storage and cookies refuse everything. */
  readonly isBlocked: boolean
  /** Nobody has asked the shopper yet. */
  readonly isAsked: boolean
}

async function played(moves: readonly Move[], { isBlocked, isAsked }: Start) {
  const browser = pixelBrowser({ isBlocked, consent: isAsked })
  const { timeline, shopper } = browser
  const settings = { themeTag: false, maxUrlBytes: 1_500 }
  const received: ReturnType<typeof namesIn> = []
  const left: unknown[] = []
  const unasked: unknown[] = []
  /** What the tracker has to get, what it may get, and what it may not get any more. */
  let expected = new Set<string>()
  const excused = new Set<string>()
  const refused = new Set<string>()
  /** When each product was published, and in which visit, counted from 1. */
  const publishedAt = new Map<string, number>()
  const visitOf = new Map<string, number>()
  let orders = new Set<string>()
  let held: string[] = []
  let consent: 'pending' | 'granted' | 'denied' = isAsked ? 'granted' : 'pending'
  let visits = 0
  let lastAt: number | undefined
  let made = 0
  shopper.storage.set(THEME, 'stays')
  let page = await browser.open('/', settings)
  let other: typeof page | undefined

  function note(status: number, request: PixelRequest) {
    const names = namesIn(request)
    if (status === 200) received.push(...names)
    if (status === 400) for (const { name } of names) excused.add(name)
  }

  const answer = (status: number) =>
    browser.answer((request) => {
      note(status, request)
      return status === 0 ? 'fails' : { status }
    })

  /** The pixel sees the shopper act. */
  function act(pids: readonly string[]) {
    if (lastAt === undefined || timeline.now() - lastAt > 30 * MINUTE) visits += 1
    lastAt = timeline.now()
    for (const pid of pids) {
      expected.add(pid)
      visitOf.set(pid, visits)
    }
  }

  function keep(pids: readonly string[]) {
    if (consent === 'granted') act(pids)
    else if (consent === 'pending') held.push(...pids)
    else for (const pid of pids) refused.add(pid)
  }

  async function publish(name: string, data: object, pids: readonly string[]) {
    const published = page.publish(name, data)
    for (const pid of pids) publishedAt.set(pid, timeline.now())
    keep(pids)
    await published
  }

  const publishCart = () => {
    const product = `cart${made++}`
    return publish('product_added_to_cart', cartData({ product }), [product])
  }

  async function order(lines: readonly string[], orderId: string) {
    const isKnown = orders.has(orderId)
    if (consent !== 'denied') orders.add(orderId)
    const variants = lines.map((product) => ({ variant: { product } }))
    await publish('checkout_completed', checkoutData(variants, { orderId }), isKnown ? [] : lines)
  }

  /** What the page has in memory goes with it. */
  function lose() {
    for (const pid of expected) excused.add(pid)
    orders = new Set()
    lastAt = undefined
  }

  function noteRefusal() {
    consent = 'denied'
    // It is told by nobody.
    other?.leave()
    const names = new Set(received.map(({ name }) => name))
    for (const pid of [...expected, ...held]) if (!names.has(pid)) refused.add(pid)
    lose()
    expected = new Set()
    held = []
  }

  async function deny() {
    if (consent === 'denied') return
    const { length } = browser.actions()
    noteRefusal()
    await page.answerConsent(false)
    await browser.advance(1_000)
    unasked.push(...browser.actions().slice(length))
    left.push(
      ...shopper.cookies.all(),
      ...[...shopper.storage.keys()].filter((name) => name !== THEME),
    )
  }

  async function grant() {
    if (consent === 'granted') return
    consent = 'granted'
    if (held.length > 0) act(held)
    held = []
    await page.answerConsent(true)
  }

  /** Changes the answer, and waits for nothing that follows from it. */
  function change(isGiven: boolean) {
    if (isGiven) return void grant()
    if (consent === 'denied') return
    noteRefusal()
    void page.answerConsent(false)
  }

  const acts: Readonly<Record<Move['kind'], (n: number) => unknown>> = {
    cart: publishCart,
    order: (n) => order([`o${n % 3} of ${made++}`], `o${n % 3}`),
    longOrder() {
      made += 1
      return order(
        Array.from({ length: 40 }, (_, index) => `long${made}-${index}`),
        `long${made}`,
      )
    },
    page: () => publish('page_viewed', {}, []),
    async nextPage() {
      page.leave()
      for (const pid of held) refused.add(pid)
      held = []
      // A page that could not store anything takes what it has along.
      if (isBlocked || consent === 'pending') lose()
      page = await browser.open('/next', settings)
      if (consent === 'denied') await page.answerConsent(false)
    },
    async secondPage() {
      if (isBlocked || consent !== 'granted') return
      other?.leave()
      other = await browser.open('/other', settings)
    },
    down: () => answer(0),
    refuses: () => answer(503),
    dropped: () => answer(400),
    well: () => answer(200),
    wait: (n) => browser.advance(n * 1_000, 4_000),
    idle: () => timeline.advance(40 * MINUTE),
    clockBack: () => timeline.setClock(-10_000),
    deny,
    grant,
    async denyMeanwhile(n) {
      const published = publishCart()
      for (let count = 0; count < 3 * n; count += 1) await turn()
      await deny()
      await published
    },
    /** The answer changes before anything that follows from it has happened. */
    async answerTwice(n) {
      for (const isGiven of n % 2 ? [false, true] : [true, false, true]) change(isGiven)
      await browser.advance(1_000)
    },
  }
  answer(200)
  for (const { kind, n } of moves) {
    const { length } = browser.actions()
    const isSilent = consent !== 'granted' && !/grant|answerTwice/.test(kind)
    await acts[kind](n)
    timeline.advance(1)
    if (isSilent) unasked.push(...browser.actions().slice(length))
  }
  answer(200)
  await grant()
  await browser.advance(6 * MINUTE, 4_000)
  await publishCart()
  await browser.advance(8_000, 4_000)
  const names = received.map(({ name }) => name)
  const once = new Set(names)
  const counted = received.filter(({ name }) => visitOf.has(name))
  const pairs = new Set(counted.map(({ name, visitId }) => `${visitOf.get(name)} ${visitId}`))
  return {
    lost: [...expected].filter((name) => !once.has(name) && !excused.has(name)),
    twice: names.filter((name, index) => names.indexOf(name) !== index),
    unasked: [
      ...unasked,
      ...names.filter((name) => refused.has(name)),
      ...names.filter((name) => !/^visitor/.test(name) && !publishedAt.has(name)),
    ],
    left,
    late: received.filter(
      ({ name, t }) => /^[co]/.test(name) && !t.startsWith(`${publishedAt.get(name)}|`),
    ),
    isThemeLeft: shopper.storage.get(THEME) === 'stays',
    /** One id for each visit, and another one for each. */
    mixedVisits: pairs.size !== new Set(counted.map(({ visitId }) => visitId)).size && [...pairs],
    splitVisits: pairs.size !== new Set(counted.map(({ name }) => visitOf.get(name))).size,
    withoutVisitor: counted.filter(
      ({ name, visitId }) =>
        expected.has(name) &&
        !excused.has(name) &&
        !once.has(`visitor ${visitId}`) &&
        !excused.has(`visitor ${visitId}`),
    ),
    warnings: browser.warnings.filter((text) => text.includes('internal error')),
    mishaps: timeline.mishaps,
  }
}

test('what is published with consent is received once, and a refusal leaves nothing behind', async () => {
  const move = fc.record({ kind: fc.constantFrom(...kinds), n: fc.nat(20) })
  const moves = fc.array(move, { maxLength: 20, size: 'max' })
  const start = fc.record({ isBlocked: fc.boolean(), isAsked: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(moves, start, async (history, given) => {
      expect(await played(history, given)).toEqual({
        ...{ lost: [], twice: [], unasked: [], left: [], late: [], isThemeLeft: true },
        ...{
          mixedVisits: false,
          splitVisits: false,
          withoutVisitor: [],
          warnings: [],
          mishaps: [],
        },
      })
    }),
    runs,
  )
})
