import { look, row, type Trial } from '../../support/simulators/fault-trial.ts'

/** A fault of the browser's storage, as a script that makes it so. */
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
 * Events during an outage, kept while the page is left, sent by the next. The outage lasts until that is there: by then a try that was
 * under way as the first was left has been refused. A tracker that was well again when it came would keep the event, and its answer be
 * lost with the page.
 */
async function outage(trial: Trial, before: string) {
  const page = await trial.open({ before })
  await trial.tracker.waitFor('visitor')
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
  const page = await trial.open({ before })
  await trial.tracker.waitFor('visitor')
  await trial.tracker.faults({ status: 503 })
  await trial.fire(page, 10)
  await page.waitForTimeout(1_000)
  await trial.tracker.faults({})
  await trial.arrived(60_000)
})

/** An act of another script on the storage in the middle of an outage. */
const meddling: Readonly<Record<string, string>> = {
  'IndexedDB deleted': "indexedDB.deleteDatabase('svc-tag')",
  'IndexedDB upgraded by another tab': "indexedDB.open('svc-tag', 2)",
  'localStorage cleared': 'localStorage.clear()',
}

for (const [what, script] of Object.entries(meddling))
  row(`${what} under us in an outage`, async (trial) => {
    const page = await trial.open()
    await trial.tracker.waitFor('visitor')
    await trial.tracker.faults({ status: 503 })
    await trial.fire(page, 5)
    await page.waitForTimeout(300)
    await page.evaluate(`void ${script}`)
    await trial.fire(page, 5)
    await page.waitForTimeout(300)
    await trial.tracker.faults({})
    await trial.arrived(60_000)
  })
