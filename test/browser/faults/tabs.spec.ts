import { row, TIMES, type Trial } from '../../support/fault-trial.ts'

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

row('records of another version of the tag in the same outbox', async (trial) => {
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

/** Thirty events that nobody has sent, of a tab that was closed. */
async function leaveQueue(trial: Trial) {
  const page = await trial.open()
  await trial.tracker.waitFor('visitor')
  await trial.tracker.faults({ status: 503 })
  await trial.fire(page, 30)
  await page.waitForTimeout(300)
  await page.close()
  await trial.tracker.faults({})
}
