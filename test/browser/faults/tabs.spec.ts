import { readFileSync } from 'node:fs'
import { look, row, TIMES, type Trial } from '../../support/simulators/fault-trial.ts'

for (const count of TIMES > 1 ? [2, 5, 20] : [2, 5])
  row(
    `${count} tabs writing at once`,
    async (trial) => {
      const pages = await Promise.all(Array.from({ length: count }, () => trial.open()))
      await Promise.all(pages.map((page) => trial.fire(page, 20)))
      await trial.arrived()
      await trial.settled()
    },
    { runs: 1 },
  )

row('two tabs opened on a left-over queue', async (trial) => {
  await leaveQueue(trial)
  await Promise.all([trial.open(), trial.open()])
  await trial.arrived(60_000)
  await trial.settled()
})

row('the tab that drains a queue closed while draining', async (trial) => {
  await leaveQueue(trial)
  await trial.tracker.faults({ delayMs: 200 })
  const drainer = await trial.open()
  await trial.tracker.waitFor('cart', 3)
  await drainer.close()
  await trial.open()
  await trial.arrived(60_000)
  await trial.settled()
})

row('two tabs reloaded in an outage', async (trial) => {
  const pages = [await trial.open(), await trial.open()]
  await trial.tracker.waitFor('visitor')
  await trial.tracker.faults({ status: 503 })
  for (const [index, page] of pages.entries()) {
    await trial.fire(page, 10)
    await trial.failed(10 * (index + 1))
  }
  await Promise.all(pages.map((page) => page.reload()))
  await trial.tracker.faults({})
  await trial.arrived(60_000)
  await trial.settled()
})

row(
  'a tab and its double, which begins with what the first one remembers',
  async (trial) => {
    const page = await trial.open()
    const opening = trial.context.waitForEvent('page')
    await page.evaluate(`void window.open('${trial.address()}')`)
    const double = await opening
    await look(double)
    await Promise.all([trial.fire(page, 20), trial.fire(double, 20)])
    await trial.arrived()
    await trial.settled()
  },
  { impossible: { webkit: 'WebDriver lets no page open a window' } },
)

type Change = readonly [from: RegExp, to: string]

/** The built file with changes, each of which must match exactly one place. */
const changed = (changes: readonly Change[]): string =>
  changes.reduce(
    (script, [from, to]) => {
      const count = script.match(from)?.length
      if (count !== 1) throw new Error(`svc.js has ${count} of ${from}`)
      return script.replace(from, to)
    },
    readFileSync('dist/svc.js', 'utf8'),
  )

/** The built tag as if it were another release, with another name and record layout. Returns its URL. */
const release = (trial: Trial, layout: number): string =>
  trial.script(
    changed([
      [/svc-tag\/[\d.]+/g, 'svc-tag/9.9.9'],
      [/(kind: ?['"]event['"], ?\s*v: ?)3/g, `$1${layout}`],
      [/(Number\(\w+\) ?> ?)3/g, `$1${layout}`],
    ]),
  )

for (const [what, layout] of Object.entries({ 'one layout': 3, 'two layouts': 4 }))
  row(
    `two versions of the tag in two tabs, with ${what} of records, in an outage`,
    async (trial) => {
      const src = release(trial, layout)
      const pages = [await trial.open(), await trial.open({ tag: { src } })]
      await trial.tracker.waitFor('visitor')
      await trial.tracker.faults({ status: 503 })
      for (const page of pages) await trial.fire(page, 10)
      await trial.failed(20)
      await trial.tracker.faults({})
      await trial.arrived(60_000)
    },
  )

row('records of another version of the tag in the same journal', async (trial) => {
  await leaveQueue(trial)
  const page = await trial.open()
  await page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('svc-tag', 1)
    opening.onsuccess = () => {
      const writing = opening.result.transaction('events', 'readwrite')
      for (const key of ['0', '00', 'z']) writing.objectStore('events').put({ key, v: 99, until: 0, event: 'of tomorrow' })
      writing.oncomplete = () => { opening.result.close(); resolve() }
    }
  })`)
  await trial.open()
  await trial.arrived(60_000)
  await trial.settled()
})

/** As many events of a closed tab as are sent at once, none of which arrived. */
async function leaveQueue(trial: Trial) {
  const page = await trial.begin()
  await trial.tracker.faults({ status: 503 })
  await trial.fire(page, 16)
  await trial.failed(16)
  await page.close()
  await trial.tracker.faults({})
}
