import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { ROW, TIMES } from '../support/fault-trial.ts'
import { createOwnBrowser } from '../support/own-browser.ts'
import { startService } from '../support/service.ts'

const COUNT = 50

/** A moment after the first answer, so that the outbox is open as on any page that somebody reads. */
const FIRING = `
  addEventListener('load', async () => {
    await svc.ready
    svc.on('sent', () => setTimeout(fire, 1000))
  })
  let isDone = false
  function fire() {
    if (isDone) return
    isDone = true
    for (let n = 0; n < ${COUNT}; n++) svc.track('cart', { pid: 'P' + n, qty: 1 })
    fetch('/v2/1p.jpg?action=fired&uid=u&t=1%7C0.1')
  }`

/** The short form has the moment that every other tracker loses everything in. */
const moments = TIMES > 1 ? [50, 300, 2_000] : [300]

for (const afterMs of moments)
  test(`the browser killed (SIGKILL) ${afterMs} ms after ${COUNT} events, the tracker hanging, and started again`, async ({
    browserName: _,
  }, info) => {
    info.setTimeout(180_000)
    const [pages, tracker] = [await startService(), await startService()]
    const browser = await createOwnBrowser(info.project.name)
    const tag = pages.tag({ 'data-record-bots': 'true', 'data-tracker-url': tracker.url })
    await browser.start(pages.page('/fire.html', `<!doctype html>${tag}<script>${FIRING}</script>`))
    await tracker.waitFor('visitor', 1, 60_000)
    await tracker.faults({ hang: true })
    await expect
      .poll(async () => (await pages.received('fired')).length, {
        timeout: 30_000,
        intervals: [10],
      })
      .toBe(1)
    await sleep(afterMs)
    await browser.kill()
    expect(await tracker.received('cart')).toEqual([])

    await tracker.faults({})
    await browser.start(pages.page('/back.html', `<!doctype html>${tag}`))
    await tracker.waitFor('cart', COUNT, 90_000).catch(() => {})
    const events = await tracker.received('cart')
    const received = new Set(events.map(({ data }) => (data as { pid: string }).pid)).size
    const repeats = events.reduce((sum, event) => sum + event.repeats, 0)
    const tally = { runs: 1, sent: COUNT, received, counted: events.length, repeats }
    info.annotations.push({ type: ROW, description: JSON.stringify(tally) })
    await browser.end()
    await Promise.all([pages.close(), tracker.close()])
    expect(tally).toMatchObject({ received: COUNT, counted: COUNT, repeats: 0 })
  })
