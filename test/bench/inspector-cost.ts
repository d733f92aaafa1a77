import { chromium } from '@playwright/test'
import { startService } from '../support/fixtures/local-service.ts'
import { longList, walk } from '../support/fixtures/long-list-page.ts'
import { openInspector, unlockRoots } from '../support/fixtures/opened-inspector.ts'
import { chromiumEngine } from '../support/runner/engines.ts'
import { createMeter, type Running, type Work } from '../support/runner/page-leftovers.ts'

/*
 * The cost of the inspector: the same walk of a shopper over a list of 1,000 tiles on pages that never loaded it, that opened and
 * closed it, and that have it open with its outlines. `npm run bench -- inspector`
 */

const ROUNDS = Number(process.env.RUNS ?? 3)
const INSPECTOR = '/svc-inspector.'
const STEPS = 20

/** Longer than anything is looked at, so that only the shopper's actions are work, and the same everywhere. */
const UNHURRIED = { 'data-record-bots': 'true', 'data-impressions': '{"dwellMs":600000}' }

const states = ['never loaded', 'closed', 'open'] as const
type State = (typeof states)[number]

const engine = chromiumEngine()
if (!engine) throw new Error('The bench needs Chromium.')
const browser = await chromium.launch({ channel: 'chromium', ...engine.use.launchOptions })

async function measure(
  state: State,
): Promise<Work & Running & { readonly tag: number; readonly panel: number }> {
  const service = await startService()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  // Code that tsx compiles calls this helper, which a page does not have: https://esbuild.github.io/api/#keep-names
  await page.addInitScript('globalThis.__name = (named) => named')
  const meter = await createMeter(page, INSPECTOR)
  await unlockRoots(page)
  service.page('/list.html', longList(service.tag(UNHURRIED), 1_000))
  await page.goto(`${service.url}/list.html`)
  await service.waitFor('visitor')
  if (state !== 'never loaded') {
    const panel = await openInspector(page)
    await panel.getByRole('switch', { name: 'Outline' }).click()
    if (state === 'closed') await panel.getByRole('button', { name: 'Close the inspector' }).click()
  }
  const work = await meter.work(() =>
    walk(page, { steps: STEPS, arrived: () => service.waitFor('search', STEPS, 30_000) }),
  )
  const running = await meter.running()
  await page.close()
  await service.close()
  return { ...work, ...running, tag: work.calls('/svc.js'), panel: work.calls(INSPECTOR) }
}

const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN

const rounds = new Map<State, Awaited<ReturnType<typeof measure>>[]>(
  states.map((state) => [state, []]),
)
// In turn, so that a busy moment of the machine falls on all.
for (let round = 0; round < ROUNDS; round += 1)
  for (const state of states) rounds.get(state)?.push(await measure(state))

const figures = ['scriptMs', 'tag', 'panel', 'listeners', 'observers', 'timers'] as const
const medianOf = (state: State, figure: (typeof figures)[number]) =>
  median((rounds.get(state) ?? []).map((measured) => measured[figure]))

console.table(
  Object.fromEntries(
    states.map((state) => [
      state,
      Object.fromEntries(figures.map((figure) => [figure, Math.round(medianOf(state, figure))])),
    ]),
  ),
)
for (const figure of ['scriptMs', 'tag'] as const)
  console.log(
    `${figure}: closed / never loaded = ${(medianOf('closed', figure) / medianOf('never loaded', figure)).toFixed(2)}`,
  )
await browser.close()
