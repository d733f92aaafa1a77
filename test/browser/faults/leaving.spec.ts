import { expect } from '@playwright/test'
import {
  look,
  type PageOptions,
  row,
  TIMES,
  type Trial,
} from '../../support/simulators/fault-trial.ts'

/** Ways in which a page's own script leaves the page, in the same task as the event. */
const ways: Readonly<Record<string, (next: string) => string>> = {
  'by a link': (next) =>
    `const link = document.querySelector('#next'); link.href = '${next}'; link.click()`,
  'by a form': (next) =>
    `const form = document.querySelector('form'); form.action = '${next}'; form.submit()`,
  'by setting the location': (next) => `location = '${next}'`,
  'by replacing the location': (next) => `location.replace('${next}')`,
  'by a reload': () => 'location.reload()',
  'by going back': () => 'history.back()',
}

/** The delay of the tracker, and whether the next page has the tag. */
const cases = [
  { delayMs: 300, hasTag: true },
  { delayMs: 300, hasTag: false },
  { delayMs: 0, hasTag: true },
  { delayMs: 0, hasTag: false },
  { delayMs: 3_000, hasTag: true },
  { delayMs: 3_000, hasTag: false },
]

/** The short form runs the two cases in which the other trackers lose most. */
const few = TIMES > 1 ? cases.length : 2
const caseOf = (run: number) => cases[run % few] ?? { delayMs: 0, hasTag: true }

/** As the scripts of analytics do: between their listener and the tag's, the browser runs what has been waiting. */
const OTHERS_LISTEN = "addEventListener('pagehide', () => {}, true)"

async function leave(trial: Trial, way: (next: string) => string, hasTag: boolean) {
  const page = await trial.open()
  // There must be something to go back to.
  const next = trial.address({ hasTag })
  await page.goto(next)
  await page.goto(trial.address({ before: OTHERS_LISTEN }))
  await look(page)
  await trial.fire(page, 5, way(next))
}

for (const [name, way] of Object.entries(ways))
  row(
    `a page left ${name}, the tracker 0, 300 or 3,000 ms late`,
    async (trial, run) => {
      const { delayMs, hasTag } = caseOf(run)
      await trial.tracker.faults({ delayMs })
      await leave(trial, way, hasTag)
      await trial.arrived()
      await trial.settled()
    },
    { runs: few },
  )

for (const [who, options] of Object.entries<PageOptions>({
  'the shop says': { tag: { 'data-tracker-drops-repeats': 'true' } },
  'the tracker says': { followsHeader: true },
}))
  row(
    `left by a link, the tracker hanging; it drops repeats, as ${who}`,
    async (trial) => {
      const page = await trial.open(options)
      // The page has received a response, so it would assume that events in flight are sent.
      await trial.fire(page, 1)
      await trial.answered()
      await trial.tracker.faults({ hang: true })
      await trial.fire(page, 3, `location = '${trial.address({ hasTag: false })}'`)
      await trial.tracker.faults({})
      await trial.settled(options)
    },
    // Events without a response are sent again each time, which this tracker does not count.
    { mayRepeat: true },
  )

row(
  'left by a link while the tracker is down, which says that it drops repeats',
  async (trial) => {
    const page = await trial.open({ followsHeader: true })
    await trial.fire(page, 1)
    await trial.answered()
    await trial.tracker.faults({ refuse: true })
    await trial.fire(page, 5, `location = '${trial.address({ hasTag: false })}'`)
    await trial.tracker.faults({})
    await trial.settled({ followsHeader: true })
  },
  { mayRepeat: true },
)

row(
  'a tab closed at once, the tracker 0, 300 or 3,000 ms late',
  async (trial, run) => {
    await trial.tracker.faults({ delayMs: caseOf(run).delayMs })
    const page = await trial.open()
    await trial.fire(page, 20)
    await page.close()
    await trial.arrived()
    await trial.settled()
  },
  { runs: few },
)

row(
  'a window that closes itself, the tracker 0, 300 or 3,000 ms late',
  async (trial, run) => {
    const opener = await trial.open()
    const opening = trial.context.waitForEvent('page')
    await opener.evaluate(`void window.open('${trial.address()}')`)
    const page = await opening
    await look(page)
    // Only a page that has received a response considers the tracker healthy.
    await trial.fire(page, 1)
    await trial.answered()
    await trial.tracker.faults({ delayMs: caseOf(run).delayMs })
    await trial.fire(page, 5, 'window.close()')
    await trial.arrived()
    await trial.settled()
  },
  { runs: few, impossible: { webkit: 'WebDriver lets no page open a window' } },
)

row(
  'a page that goes into the back/forward cache and comes back',
  async (trial) => {
    await trial.tracker.faults({ delayMs: 1_500 })
    const page = await trial.open()
    const place = () => page.evaluate<string>('location.href').catch(() => '')
    const home = await place()
    await trial.fire(page, 5, `location = '${trial.address({ hasTag: false })}'`)
    await expect.poll(place).not.toBe(home)
    await page.evaluate('void setTimeout(() => history.back())').catch(() => {})
    await expect.poll(place).toBe(home)
    // A restored page gets no load event.
    await page.waitForTimeout(700)
    await trial.fire(page, 5)
    await trial.arrived()
    await trial.settled()
  },
  // WebKit tells a restored page that its requests have failed, although they have not.
  { mayRepeat: ['webkit'] },
)
