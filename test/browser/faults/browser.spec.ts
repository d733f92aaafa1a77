import type { Faults } from 'svc-tag-service'
import { look, row, TIMES, type Trial } from '../../support/simulators/fault-trial.ts'

/* Faults of the browser: its storage, its clock, a page that crashes. */

const wrong: Readonly<Record<string, string>> = {
  'IndexedDB missing': "Object.defineProperty(window, 'indexedDB', { value: undefined })",
  'IndexedDB blocked': `IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }`,
  'IndexedDB 2 s slow to open': `
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (...names) {
      if (names[0] !== 'svc-tag' || names.length < 2) return open.apply(this, names)
      const late = {}
      setTimeout(() => {
        const opening = open.apply(this, names)
        for (const name of ['onsuccess', 'onerror', 'onupgradeneeded'])
          opening[name] = (event) => { late.result = opening.result; late[name]?.(event) }
      }, 2000)
      return late
    }`,
  'IndexedDB failing on write': `IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }`,
  'localStorage throwing':
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })",
  'localStorage full': `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`,
}

/**
 * Events during an outage are stored when the page is left, and sent by the next page. The outage lasts until that page has loaded: by
 * then, a request in flight when the first page was left has been rejected. A tracker that had recovered earlier would receive the event,
 * and its response would be lost with the page.
 */
async function outage(trial: Trial, before: string) {
  const page = await trial.begin({ before })
  await trial.tracker.faults({ status: 503 })
  await trial.fire(page, 5)
  await page.waitForTimeout(300)
  const next = trial.address({ before })
  await trial.fire(page, 5, `location = '${next}'`)
  await page.waitForURL(next)
  await look(page)
  await trial.tracker.faults({})
  await trial.arrived()
  await trial.settled()
}

for (const [what, before] of Object.entries(wrong))
  row(`${what}: an outage, and the page left`, (trial) => outage(trial, before))

row('neither IndexedDB nor localStorage: an outage, same page', async (trial) => {
  const before = `${wrong['IndexedDB missing']};${wrong['localStorage throwing']}`
  const page = await trial.begin({ before })
  await trial.tracker.faults({ status: 503 })
  await trial.fire(page, 10)
  await page.waitForTimeout(1_000)
  await trial.tracker.faults({})
  await trial.arrived(60_000)
})

/** What another script does to the storage in the middle of an outage. */
const meddling: Readonly<Record<string, string>> = {
  'IndexedDB deleted': "indexedDB.deleteDatabase('svc-tag')",
  'IndexedDB upgraded by another tab': "indexedDB.open('svc-tag', 2)",
  'localStorage cleared': 'localStorage.clear()',
}

for (const [what, script] of Object.entries(meddling))
  row(`${what} under us in an outage`, async (trial) => {
    const page = await trial.begin()
    await trial.tracker.faults({ status: 503 })
    await trial.fire(page, 5)
    await page.waitForTimeout(300)
    await page.evaluate(`void ${script}`)
    await trial.fire(page, 5)
    await page.waitForTimeout(300)
    await trial.tracker.faults({})
    await trial.arrived(60_000)
  })

const clock = (skewMs: number) => `
  window.skew = ${skewMs}
  const now = Date.now
  Date.now = () => now() + window.skew`

const HOUR_MS = 3_600_000

for (const [what, ms] of Object.entries({
  'back an hour': -HOUR_MS,
  'forward an hour': HOUR_MS,
  'forward a day': 24 * HOUR_MS,
}))
  row(
    `the clock set ${what} in an outage`,
    async (trial) => {
      const page = await trial.begin({ before: clock(0) })
      await trial.tracker.faults({ status: 503, delayMs: 1_000 })
      // Set between two failures: the second comes while the pause after the first may last.
      await trial.fire(page, 5, `setTimeout(() => { skew = ${ms} }, 1_150)`)
      await page.waitForTimeout(300)
      await trial.fire(page, 5)
      await page.waitForTimeout(1_500)
      await trial.fire(page, 10)
      await trial.tracker.faults({})
      await trial.arrived(60_000)
    },
    { runs: 4 },
  )

row('the clock set back an hour while requests are under way', async (trial) => {
  const page = await trial.begin({ before: clock(0) })
  await trial.tracker.faults({ delayMs: 1_500 })
  await trial.fire(page, 10)
  await page.evaluate(`void (skew = -${HOUR_MS})`)
  await trial.fire(page, 10)
  // All tabs share one clock.
  await trial.open({ before: clock(-HOUR_MS) })
  await trial.arrived(60_000)
})

/** The state of the tracker when the page crashes, and how long it takes to respond to all events. */
const trackers: readonly { readonly what: string; readonly is: Faults; readonly tookMs: number }[] =
  [
    { what: 'answering 503', is: { status: 503 }, tookMs: 200 },
    { what: '3,000 ms late', is: { delayMs: 3_000 }, tookMs: 12_000 },
    { what: 'well', is: {}, tookMs: 200 },
    { what: '300 ms late', is: { delayMs: 300 }, tookMs: 1_500 },
    { what: 'hanging', is: { hang: true }, tookMs: Number.POSITIVE_INFINITY },
  ]

const all = trackers.flatMap((tracker) =>
  [300, 50, 2_000].map((afterMs) => ({ ...tracker, afterMs })),
)

/** The short form runs the two most different cases. */
const cases =
  TIMES > 1 ? all : all.filter(({ is, afterMs }) => (is.status || is.hang) && afterMs === 300)

for (const { what, is, afterMs, tookMs } of cases)
  row(
    `the page crashing ${afterMs} ms after 20 events, the tracker ${what}`,
    async (trial, run) => {
      const page = await trial.begin()
      await trial.tracker.faults(is)
      await trial.fire(page, 20)
      await page.waitForTimeout(afterMs)
      await trial.crash()
      await trial.tracker.faults({})
      // The next page may be one without the tag.
      if (run % 2 === 1) await trial.visit({ hasTag: false })
      await trial.settled()
      await trial.arrived()
    },
    {
      // A request in flight continues without its page, and reaches a tracker that has recovered by
      // then, without any page getting the response.
      mayRepeat: afterMs < tookMs,
      runs: TIMES > 1 ? 1 : 2,
      impossible: {
        firefox: 'its driver cannot crash a page; the browser is killed instead',
        webkit: 'its driver ends the whole session with the page; the browser is killed instead',
      },
    },
  )
