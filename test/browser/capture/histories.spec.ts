import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { type Move, type MovingLists, moveLists } from '../../support/moving-lists.ts'
import { DWELL_MS, expect, test, type Watched } from '../../support/watched.ts'

/*
 * Lists that change and move in any order, beside a watcher that looks at every tile on every frame: what rests in the window is told,
 * what was not in it is not, and nothing is told twice.
 */

test.use({ viewport: { width: 800, height: 600 } })

/** Each takes some seconds. By default those that found something, each with the one after it; with a number, so many others. */
const RUNS = Number(process.env.SVC_MODEL_RUNS ?? 0)

const FOUND = [
  // A short list behind a long one that is hidden.
  { seed: 335855433, path: '18', numRuns: 2 },
  // Tiles that come into the window under a cover.
  { seed: -1125293616, path: '13', numRuns: 2 },
]

declare const moving: MovingLists

const count = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 90, max: 300 }))
const list = fc.nat(4)
/** Those with which the page grows. */
const tall = fc.constantFrom(0, 2, 3)
const share = fc.double({ min: 0, max: 1, noNaN: true })
const on = (kind: Move['kind']) => ({ kind: fc.constant(kind), list })

const moves: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ ...on('scroll'), share }),
  fc.record({ ...on('scrollInside'), share }),
  fc.record({ ...on('put'), share, count }),
  fc.record({ ...on('remove'), share, count }),
  fc.record({ ...on('fill'), count }),
  fc.record({ ...on('drawAgain') }),
  fc.record({ ...on('replaceList') }),
  fc.record({ ...on('reverse') }),
  fc.record({ ...on('hide') }),
  fc.record({ ...on('show') }),
  fc.record({ ...on('recycle'), share, count }),
  fc.record({ ...on('rename') }),
  fc.record({ ...on('grow'), share }),
  fc.record({ ...on('push'), share }),
  fc.record({ ...on('group'), share, count }),
  fc.record({ ...on('fold'), list: tall, share }),
  fc.record({ ...on('steal'), share, count }),
  fc.record({ ...on('moveList'), share }),
  fc.record({ ...on('thin'), list: tall }),
  fc.record({ ...on('cover'), share }),
)

/** What is done in one task, and how long nothing is done then; until all that is in sight was told, if that is not said. */
interface Step {
  readonly moves: readonly Move[]
  readonly pauseMs: number | undefined
}

const step: fc.Arbitrary<Step> = fc.record({
  moves: fc.array(moves, { minLength: 1, maxLength: 4 }),
  pauseMs: fc.constantFrom(0, 16, 60, 250, 600, undefined),
})

interface History {
  readonly sizes: readonly number[]
  readonly steps: readonly Step[]
}

const histories: fc.Arbitrary<History> = fc.record({
  sizes: fc.array(count, { minLength: 5, maxLength: 5 }),
  steps: fc.array(step, { minLength: 2, maxLength: 12 }),
})

const LISTS = `<style>
    body { margin: 0 }
    [data-svc-product] { height: 90px; flex: none; background: #ddd; border-bottom: 1px solid }
    #list-1, #list-4 { display: flex; overflow: auto }
    #list-1 > * { width: 170px }
    #list-2 { display: grid; grid-template-columns: repeat(4, 1fr) }
    #list-2 > section { grid-column: 1 / -1 }
    #list-4 { flex-direction: column; height: 250px }
    .thin > :nth-child(odd) { display: none }
    #cover { position: fixed; inset: 0; background: #fff }
  </style>
  <div id="cover" style="display: none"></div>
  <div id="head" style="height: 100px"></div>
  <div id="list-0"></div>
  <div id="list-1"></div>
  <div id="list-2"></div>
  <div id="list-3"></div>
  <div id="list-4"></div>
  <div style="height: 300px"></div>`

async function play(page: Page, watched: Watched, name: string, { sizes, steps }: History) {
  await watched.open(LISTS)
  await page.evaluate(moveLists, { sizes, name, dwellMs: DWELL_MS })
  for (const { moves, pauseMs } of steps) {
    await page.evaluate((all) => moving.move(all), moves)
    if (pauseMs === undefined) await rest(page)
    else await page.waitForTimeout(pauseMs)
  }
  await rest(page)
}

/** Settles when all in the window was told. */
async function rest(page: Page) {
  const missing = () => page.evaluate(() => moving.missing())
  await expect.poll(missing, { timeout: 8_000, intervals: [100] }).toEqual([])
}

test('whatever happens to lists, what rests in the window is told, what was not there is not, and none twice', async ({
  page,
  watched,
}) => {
  test.setTimeout(120_000 + RUNS * 30_000)
  let played = 0
  const property = fc.asyncProperty(histories, async (history) => {
    const name = `history ${++played},`
    await play(page, watched, name, history)
    const told = (await watched.told())
      .filter(({ data }) => String(data.query).startsWith(name))
      .flatMap(({ data }) => (data.pids_list as string[]).map((pid) => `${data.query} ${pid}`))
    const twice = told.filter((one, index) => told.indexOf(one) !== index)
    const unseen = await page.evaluate((all) => all.filter((one) => !moving.mayBeSeen(one)), told)
    expect({ twice, unseen }).toEqual({ twice: [], unseen: [] })
  })
  for (const runs of RUNS > 0 ? [{ numRuns: RUNS }] : FOUND)
    await fc.assert(property, { ...runs, endOnFailure: true })
})
