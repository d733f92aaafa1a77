import type { Page } from '@playwright/test'
import fc from 'fast-check'
import {
  type Part,
  type RoutedLists,
  routeLists,
  type Step,
} from '../../support/fixtures/routed-lists.ts'
import type { Shop } from '../../support/fixtures/shop.ts'
import { DWELL_MS, expect, type TagPage, test } from '../../support/fixtures/tag-page.ts'
import { playHistories } from '../../support/simulators/property-runs.ts'

/*
 * A shop with a router, which draws its lists anew, in part or not at all, before or after the address changes: each product is reported
 * once for each time that its list is another one, and all that happens of the route where it happened.
 */

declare const routed: RoutedLists

const pids = fc.uniqueArray(fc.nat(5), { maxLength: 4 })

/** A request id is of one query. */
const REQUEST_IDS = { a: ['', 'a-1', 'a-2'], b: ['', 'b-1'], c: ['', 'c-1'] } as const

const reply = (...queries: (keyof typeof REQUEST_IDS)[]) =>
  fc.constantFrom(...queries).chain((query) =>
    fc.record({
      query: fc.constant(query),
      requestId: fc.constantFrom('', ...REQUEST_IDS[query]),
    }),
  )

const part: fc.Arbitrary<Part> = fc
  .record({
    reply: reply('a', 'a', 'b'),
    start: fc.constantFrom('', '', '', '4'),
    pids,
    keep: fc.constantFrom('nothing', 'list', 'tiles'),
  })
  .map(({ reply, ...rest }) => ({ ...reply, ...rest }))

const DOES = {
  go: fc.record({
    url: fc.constantFrom('?route=1', '?route=2', '?route=3'),
    how: fc.constantFrom('pushState', 'pushState', 'replaceState'),
    isFirst: fc.boolean(),
  }),
  parts: fc.oneof(
    { weight: 3, arbitrary: fc.tuple(part) },
    { weight: 1, arbitrary: fc.array(part, { maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constant([]) },
  ),
  loose: pids,
  context: fc.oneof(
    fc.constantFrom({ query: 'c', requestId: '' }, null),
    fc.option(reply('a', 'b', 'c'), { freq: 4 }),
  ),
}

/** A step that does some of what can be done, and leaves the rest as it was. */
function stepOf(...does: (keyof typeof DOES)[]): fc.Arbitrary<Step> {
  const some = fc.record(Object.fromEntries(does.map((one) => [one, DOES[one]])))
  const nothing = { go: undefined, parts: undefined, loose: undefined, context: undefined }
  return some.map((one): Step => ({ ...nothing, ...one }))
}

const step = fc.oneof(
  stepOf('go', 'parts', 'loose', 'context'),
  stepOf('go', 'parts', 'loose'),
  stepOf('go', 'parts'),
  stepOf('go', 'context'),
  stepOf('go'),
  stepOf('parts', 'context'),
  { weight: 3, arbitrary: stepOf('parts') },
  stepOf('loose'),
  stepOf('context'),
)

/** Something that happens, and for how long nothing does then; until all that is shown was reported, if that is not said. */
interface Move {
  /** A share says which of the tiles is pressed. */
  readonly what: readonly Step[] | 'back' | 'search' | number
  readonly pauseMs: number | undefined
}

const move: fc.Arbitrary<Move> = fc.record({
  what: fc.oneof(
    { weight: 6, arbitrary: fc.array(step, { minLength: 1, maxLength: 2 }) },
    { weight: 2, arbitrary: fc.constantFrom('back' as const, 'search' as const) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 0.99, noNaN: true }) },
  ),
  pauseMs: fc.constantFrom(200, 300, 600, undefined, undefined, undefined),
})

interface History {
  readonly first: Step
  readonly moves: readonly Move[]
  /** Whether the browser tells of routes by itself. */
  readonly hasNavigation: boolean
}

const histories: fc.Arbitrary<History> = fc.record({
  first: stepOf('parts', 'loose'),
  moves: fc.array(move, { minLength: 3, maxLength: 12, size: 'max' }),
  hasNavigation: fc.boolean(),
})

const STYLE = `<style>
    body { margin: 0 }
    i { display: block; height: 30px; width: 200px; background: #ddd }
  </style>`

/** Presses one of the tiles, if there are any. */
async function press(page: Page, share: number) {
  const tiles = page.locator('[data-svc-product]')
  const count = await tiles.count()
  if (count === 0) return
  const tile = tiles.nth(Math.floor(share * count))
  const pid = String(await tile.getAttribute('data-svc-product'))
  await page.evaluate((one) => routed.press(one), pid)
  await tile.click()
  // Two presses in a row would be a double click.
  await page.waitForTimeout(600)
}

async function act(page: Page, what: Move['what'], index: number) {
  if (what === 'back') return page.evaluate(() => routed.back())
  if (what === 'search') return page.evaluate((text) => routed.search(text), `search ${index}`)
  if (typeof what === 'number') return press(page, what)
  return page.evaluate((steps) => routed.step(steps), what)
}

/** Settles when all that is shown was reported. */
async function rest(page: Page) {
  const missing = () => page.evaluate(() => routed.missing())
  await expect.poll(missing, { timeout: 8_000, intervals: [100] }).toEqual([])
}

async function play(page: Page, moves: readonly Move[]) {
  await page.evaluate(routeLists, { dwellMs: DWELL_MS })
  for (const [index, { what, pauseMs }] of moves.entries()) {
    await act(page, what, index)
    if (pauseMs === undefined) await rest(page)
    else await page.waitForTimeout(pauseMs)
  }
  await rest(page)
}

interface Data {
  readonly url: string
  readonly referrer: string
  readonly query?: string
  readonly requestId?: string
  readonly pid?: string
  readonly pids_list?: readonly string[]
}

/** The events of the service, as the model names them. */
async function reportedBy(shop: Shop, watched: TagPage) {
  await watched.reported()
  const dataOf = async (action: string) =>
    watched.own(await shop.received(action)).map(({ data }) => {
      const { url, referrer, ...own } = data as Data
      return { ...own, place: `${url} < ${referrer}` }
    })
  const searches = (await dataOf('search')).filter(({ query = '' }) => query.startsWith('search'))
  return {
    impressions: (await dataOf('PRODUCT_IMPRESSIONS')).flatMap(
      ({ query, requestId = '', pids_list = [], place }) =>
        pids_list.map((pid) => ({ name: `${query} ${requestId} ${pid}`, place })),
    ),
    others: [
      ...(await dataOf('click')).map(({ pid, place }) => [pid, place]),
      ...searches.map(({ query, place }) => [query, place]),
    ].sort(),
  }
}

const withoutNavigation = () => {
  if (location.search === '?old') Object.defineProperty(window, 'navigation', { value: undefined })
}

test('impressions are reported once with their route, in any history of routes', async ({
  page,
  shop,
  watched,
}) => {
  await page.addInitScript(withoutNavigation)
  await playHistories(
    histories,
    [{ seed: 1361160919, numRuns: 4 }],
    async ({ first, moves, hasNavigation }) => {
      watched.begin()
      await watched.open(STYLE, {}, hasNavigation ? '' : '?old')
      await play(page, [{ what: [first], pauseMs: undefined }, ...moves])
      const { impressions, others } = await reportedBy(shop, watched)
      const model = await page.evaluate(() => routed.model())

      expect(others).toEqual([...model.others].sort())
      const names = model.impressions.map(({ name }) => name)
      expect(impressions.filter(({ name }) => !names.includes(name))).toEqual([])
      const counted = model.impressions.map(({ places, ...of }) => {
        const reported = impressions.filter(({ name }) => name === of.name)
        return {
          ...of,
          count: reported.length,
          elsewhere: reported.filter((one) => !places.includes(one.place)),
        }
      })
      const wrong = counted.filter(
        ({ count, least, most, elsewhere }) =>
          count < least || count > most || elsewhere.length > 0,
      )
      expect(wrong).toEqual([])
    },
  )
})
