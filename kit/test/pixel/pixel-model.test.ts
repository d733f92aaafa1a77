import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartData, checkoutData } from '../../shopify/index'
import { pixelBrowser } from '../pixel-browser.ts'

/*
 * The Shopify pixel on consecutive pages: events with consent are received once, each order once, each visit begins with one visitor event,
 * and a refusal leaves nothing behind. `SVC_HISTORIES=500 npm run unit -- pixel-model` runs this many others.
 */

const { SVC_HISTORIES } = process.env
const runs = SVC_HISTORIES ? { numRuns: Number(SVC_HISTORIES) } : { numRuns: 8, seed: 11 }

const MINUTE = 60_000

const kinds = [
  ...(['cart', 'cart', 'cart', 'order', 'order', 'nextPage', 'nextPage', 'secondPage'] as const),
  ...(['down', 'refuses', 'well', 'well', 'wait', 'idle', 'deny', 'grant', 'grant'] as const),
  ...(['clockBack', 'longOrder', 'full', 'roomy', 'orderAgain'] as const),
]

interface Move {
  readonly kind: (typeof kinds)[number]
  readonly n: number
}

async function played(moves: readonly Move[], isBlocked: boolean) {
  const browser = pixelBrowser({ isBlocked })
  const { timeline, shopper } = browser
  const settings = { themeTag: false, maxUrlBytes: 1_500 }
  const received: { name: string; visitId: unknown; action: string }[] = []
  /** What was published while nothing could be stored lives as long as its page. */
  let unstored = new Set<string>()
  const forgotten = new Set<string>()
  let isFull = isBlocked
  let wasFull = false
  const left: unknown[] = []
  let expected = new Set<string>()
  const excused = new Set<string>()
  let orders = new Set<string>()
  let isGranted = true
  let isWell = true
  let made = 0
  let page = await browser.open('/', settings)
  let other: typeof page | undefined

  function answer(reply: { readonly status: number } | 'fails') {
    isWell = reply !== 'fails' && reply.status === 200
    browser.answer(({ action, data }) => {
      const lines = (data.products as { pid: string }[] | undefined) ?? [data as { pid: string }]
      const visitor = `visitor ${data.visitId}`
      if (isWell)
        for (const { pid } of lines)
          received.push({ action, visitId: data.visitId, name: pid ?? visitor })
      return reply
    })
  }

  function storage(isFullNow: boolean) {
    isFull = isBlocked || isFullNow
    wasFull ||= isFullNow
    browser.fillStorage(isFullNow)
  }

  async function publish(name: string, data: object, pids: readonly string[]) {
    await page.publish(name, data)
    for (const pid of isGranted ? pids : []) {
      expected.add(pid)
      if (isFull) unstored.add(pid)
    }
  }

  const order = (lines: readonly string[], orderId: string) =>
    publish(
      'checkout_completed',
      checkoutData(
        lines.map((product) => ({ variant: { product } })),
        { orderId },
      ),
      orders.has(orderId) ? [] : lines,
    )

  const acts: Readonly<Record<Move['kind'], (n: number) => unknown>> = {
    cart: () => {
      const product = `cart${made++}`
      return publish('product_added_to_cart', cartData({ product }), [product])
    },
    async order(n) {
      const id = `o${n % 3}`
      // Whether it was stored in the end is in doubt.
      if (forgotten.has(id)) return
      await order([`${id} of ${made++}`], id)
      if (isGranted) orders.add(id)
      if (isFull) unstored.add(id)
    },
    /** The thank-you page publishes a checkout again. */
    async orderAgain(n) {
      await acts.order(n)
      await acts.order(n)
    },
    full: () => storage(true),
    roomy: () => storage(false),
    longOrder: () => {
      made += 1
      return order(
        Array.from({ length: 40 }, (_, index) => `long${made}-${index}`),
        `long${made}`,
      )
    },
    async nextPage() {
      page.leave()
      for (const name of unstored) excused.add(name)
      if (isBlocked) orders = new Set()
      else for (const name of unstored) forgotten.add(name)
      unstored = new Set()
      page = await browser.open('/next', settings)
      if (!isGranted) await page.answerConsent(false)
    },
    async secondPage() {
      if (isBlocked || !isGranted) return
      other?.leave()
      other = await browser.open('/other', settings)
    },
    down: () => answer('fails'),
    refuses: () => answer({ status: 503 }),
    well: () => answer({ status: 200 }),
    wait: (n) => browser.advance(n * 1_000, 4_000),
    async idle() {
      await browser.advance(10_000, 2_000)
      timeline.advance(31 * MINUTE)
    },
    clockBack: () => timeline.setClock(-10_000),
    async deny() {
      await page.answerConsent(false)
      if (!isGranted) return
      isGranted = false
      await browser.advance(1_000)
      for (const pid of expected) excused.add(pid)
      expected = new Set()
      orders = new Set()
      // Without the text that says whose it is, the cookie of the user id is taken for the shop's own.
      const cookies = shopper.cookies.all().filter((one) => !wasFull || !/userId/.test(one))
      left.push(...cookies, ...shopper.storage.keys())
    },
    async grant() {
      isGranted = true
      await page.answerConsent(true)
    },
  }
  answer({ status: 200 })
  for (const { kind, n } of moves) {
    await acts[kind](n)
    timeline.advance(1)
  }
  answer({ status: 200 })
  storage(false)
  await acts.grant(0)
  await browser.advance(6 * MINUTE, 4_000)
  await acts.cart(0)
  await browser.advance(8_000, 4_000)
  return {
    received,
    left,
    expected,
    excused,
    warnings: browser.warnings,
    mishaps: timeline.mishaps,
  }
}

test('events with consent are received once, and a refusal leaves nothing behind', async () => {
  const move = fc.record({ kind: fc.constantFrom(...kinds), n: fc.nat(20) })
  const moves = fc.array(move, { maxLength: 20, size: 'max' })
  await fc.assert(
    fc.asyncProperty(moves, fc.boolean(), async (history, isBlocked) => {
      const { received, left, expected, excused, warnings, mishaps } = await played(
        history,
        isBlocked,
      )
      const names = received.map(({ name }) => name)
      const once = new Set(names)
      expect({
        lost: [...expected].filter((name) => !once.has(name) && !excused.has(name)),
        twice: names.filter((name, index) => names.indexOf(name) !== index),
        unasked: names.filter(
          (name) => !name.startsWith('visitor') && !expected.has(name) && !excused.has(name),
        ),
        left,
        warnings: warnings.filter((text) => text.includes('internal error')),
        mishaps,
      }).toEqual({ lost: [], twice: [], unasked: [], left: [], warnings: [], mishaps: [] })
    }),
    runs,
  )
})
