import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { expect, type Reported, type TagPage, test } from '../../support/fixtures/tag-page.ts'
import { playHistories } from '../../support/simulators/property-runs.ts'

/*
 * Confirmations that come at once or line by line, are drawn again, changed, taken away, reported by a script as well and loaded again:
 * each order is reported once, and whole.
 */

declare const svc: { track(action: 'order', data: object): void }

/** An order as a page shows it. Its products are its own; each line has the same quantity. */
interface Shown {
  /** Empty where the page gives none. */
  readonly id: string
  readonly qty: number
}

interface Step {
  /** All that is shown from now on; what it was before when there is nothing. */
  readonly shown: readonly Shown[] | undefined
  /** Whether its elements become those of the next ones. */
  readonly isReused: boolean
  /** How long each line takes to come. */
  readonly lineMs: number
  readonly reported: Shown | undefined
  /** How long nothing happens then. */
  readonly pauseMs: number
}

/** The events until the page is loaded anew, with what it shows from the first. */
interface Visit {
  readonly atFirst: readonly Shown[]
  readonly steps: readonly Step[]
}

interface History {
  readonly visits: readonly Visit[]
  /** Whether something else in the page changes all the time. */
  readonly isBusy: boolean
}

/** As long as an order needs, and some more. */
const REST_MS = 900

/** Lines that a slow machine brings later than this one after another may well be taken for all there are. */
const WHOLE_MS = 280

const PIECES = ['a', 'b', 'c']

const order = fc.record({ id: fc.constantFrom('', 'o1', 'o2', 'o3'), qty: fc.constantFrom(1, 2) })
const orders = fc.uniqueArray(order, { maxLength: 2, selector: ({ id, qty }) => id || qty })

const step: fc.Arbitrary<Step> = fc
  .record({
    shown: fc.option(orders, { nil: undefined, freq: 4 }),
    isReused: fc.boolean(),
    lineMs: fc.constantFrom(0, 0, 120, 240),
    reported: fc.option(order, { nil: undefined, freq: 2 }),
    pauseMs: fc.constantFrom(0, 100, REST_MS, REST_MS),
  })
  .map((one) => (one.reported && one.shown ? { ...one, reported: undefined } : one))

const histories: fc.Arbitrary<History> = fc.record({
  visits: fc.array(
    fc.record({
      atFirst: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, orders),
      steps: fc.array(step, { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  isBusy: fc.boolean(),
})

const lineOf = (name: string, qty: number, piece: string) =>
  `<li data-svc-line="${name}-${piece}" data-svc-qty="${qty}" data-svc-price="5">${piece}</li>`

const linesOf = ({ id, qty }: Shown) => PIECES.map((piece) => lineOf(id || 'none', qty, piece))

const html = (shown: readonly Shown[]) =>
  shown.map((one) => `<ul data-svc-order="${one.id}">${linesOf(one).join('')}</ul>`).join('')

/** The report of an order with its first lines, which tells it from any other. */
const firstOf = ({ id, qty }: Shown, count: number) =>
  PIECES.slice(0, count)
    .map((piece) => `${id || 'none'}-${piece} ${qty}`)
    .join()

/** The same of one that is whole. */
const nameOf = (shown: Shown) => firstOf(shown, PIECES.length)

/** The same order, however it is shown: without an id its lines are what it is. */
const keyOf = (name: string) => (name.startsWith('none') ? name : name.slice(0, 2))

const reportedName = ({ data }: Reported) =>
  ((data.products ?? [data]) as { pid: string; qty: string }[])
    .map(({ pid, qty }) => `${pid} ${qty}`)
    .join()

/** Makes as many empty confirmations as there are ids, in the page. */
function begin([isReused, ids]: readonly [boolean, readonly string[]]) {
  const app = document.querySelector('main') as HTMLElement
  if (!isReused) app.replaceChildren()
  const boxes = ids.map((_, index) => app.children[index] ?? document.createElement('ul'))
  for (const [index, box] of boxes.entries()) {
    box.setAttribute('data-svc-order', ids[index] ?? '')
    box.replaceChildren()
  }
  app.replaceChildren(...boxes)
}

/** Adds their lines to the confirmations of the page, to all of them at once. Gives the longest time from one to the next. */
async function addLines([ms, pieces]: readonly [number, readonly (readonly string[])[]]) {
  let longestMs = 0
  let before = performance.now()
  for (const [index, lines] of pieces.entries()) {
    if (index && ms) await new Promise((resolve) => setTimeout(resolve, ms))
    for (const [at, line] of lines.entries())
      document.querySelectorAll('main > ul')[at]?.insertAdjacentHTML('beforeend', line)
    longestMs = Math.max(longestMs, performance.now() - before)
    before = performance.now()
  }
  return longestMs
}

async function draw(page: Page, { isReused, lineMs }: Step, shown: readonly Shown[]) {
  await page.evaluate(begin, [isReused, shown.map(({ id }) => id)] as const)
  const pieces = PIECES.map((_, index) => shown.map((one) => linesOf(one)[index] ?? ''))
  return page.evaluate(addLines, [lineMs, pieces] as const)
}

const report = (page: Page, { id, qty }: Shown) =>
  page.evaluate(
    ([orderId, number, pids]) =>
      svc.track('order', {
        orderId,
        products: pids.map((pid) => ({ pid, qty: number, price: 5 })),
      }),
    [id || undefined, qty, PIECES.map((piece) => `${id || 'none'}-${piece}`)] as const,
  )

/** The orders that have to be reported, and those that may be. */
interface Model {
  readonly due: Set<string>
  readonly may: Set<string>
}

async function take(page: Page, one: Step, shown: readonly Shown[], { due, may }: Model) {
  const longestMs = one.shown ? await draw(page, one, shown) : 0
  const counts = longestMs > WHOLE_MS ? [1, 2, PIECES.length] : [PIECES.length]
  for (const name of shown.flatMap((each) => counts.map((count) => firstOf(each, count))))
    may.add(name)
  if (one.reported) {
    await report(page, one.reported)
    may.add(nameOf(one.reported))
    due.add(keyOf(nameOf(one.reported)))
  }
  await page.waitForTimeout(one.pauseMs)
  if (one.pauseMs === REST_MS) for (const each of shown) due.add(keyOf(nameOf(each)))
}

async function visit(page: Page, watched: TagPage, one: Visit, isBusy: boolean, model: Model) {
  const busy = `<p id="beside"></p><script>
    setInterval(() => document.getElementById('beside').toggleAttribute('data-svc-total'), 30)</script>`
  await watched.open(`<main>${html(one.atFirst)}</main>${isBusy ? busy : ''}`)
  let shown = one.atFirst
  for (const each of shown) model.may.add(nameOf(each))
  for (const step of one.steps) {
    shown = step.shown ?? shown
    await take(page, step, shown, model)
  }
  // The page is left next, and tells then.
  for (const each of shown) model.due.add(keyOf(nameOf(each)))
}

test('however confirmations come and go, each order is reported once, and whole', async ({
  page,
  watched,
}) => {
  await playHistories(
    histories,
    [{ seed: -1067227626, numRuns: 7 }],
    async ({ visits, isBusy }) => {
      watched.begin()
      const model: Model = { due: new Set(), may: new Set() }
      for (const one of visits) await visit(page, watched, one, isBusy, model)
      await watched.open('')
      const reportedOrders = (await watched.reported()).map(reportedName)
      await page.evaluate(() => localStorage.removeItem('svc-tag.svc.orders'))

      expect(reportedOrders.filter((name) => !model.may.has(name))).toEqual([])
      expect(reportedOrders.map(keyOf).sort()).toEqual(
        [...new Set(reportedOrders.map(keyOf))].sort(),
      )
      expect([...model.due].filter((key) => !reportedOrders.map(keyOf).includes(key))).toEqual([])
    },
  )
})
