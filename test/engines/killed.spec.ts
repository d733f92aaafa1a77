import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import type { Faults } from 'svc-tag-service'
import { startService } from '../support/fixtures/local-service.ts'
import { createOwnBrowser, type OwnBrowser } from '../support/fixtures/own-browser.ts'
import { type Counts, LOOK_MS, ROW, sumOf, TIMES } from '../support/simulators/fault-trial.ts'

const COUNT = 50

/** The page has been open for a moment, and the tracker has reached the required state. The test does not wait for anything of the tag. */
const FIRING = `
  addEventListener('load', () => setTimeout(ask, ${LOOK_MS}))
  const ask = () => fetch('/go.html').then(({ ok }) => ok ? fire() : setTimeout(ask, 50))
  let isDone = false
  function fire() {
    if (isDone) return
    isDone = true
    for (let n = 0; n < ${COUNT}; n++) svc.track('cart', { pid: 'P' + n, qty: 1 })
    fetch('/v2/1p.jpg?action=fired&uid=u&t=1%7C0.1')
  }`

/** The state of the tracker, and how long it takes to respond to all events: six at a time. */
interface State {
  readonly what: string
  readonly is: Faults
  readonly tookMs: number
  readonly tag?: Readonly<Record<string, string>>
}

const hanging: State = { what: 'hanging', is: { hang: true }, tookMs: 0 }
const failing: State = { what: 'answering 503', is: { status: 503 }, tookMs: 0 }
const states: readonly State[] = [
  hanging,
  { what: '3,000 ms late', is: { delayMs: 3_000 }, tookMs: 30_000 },
  { what: '300 ms late', is: { delayMs: 300 }, tookMs: 4_000 },
  { what: 'healthy', is: {}, tookMs: 1_500 },
]

interface End {
  readonly what: string
  readonly afterMs: number
  readonly state: State
  readonly does: (browser: OwnBrowser) => Promise<void>
}

const killed = (afterMs: number, state: State): End => ({
  what: 'killed (SIGKILL)',
  afterMs,
  state,
  does: (browser) => browser.kill(),
})
const closed = (afterMs: number, state: State): End => ({
  ...killed(afterMs, state),
  what: 'closed',
  does: (browser) => browser.quit(),
})

/** The tracker was healthy before, so that events in flight count as sent if the tracker counts repeats. */
const dropping: State = {
  ...hanging,
  what: 'hanging and dropping repeats',
  tag: { 'data-tracker-drops-repeats': 'true' },
}

/** The short form uses the moment in which all the other trackers lose everything. */
const ends =
  TIMES > 1
    ? [
        ...[300, 50, 2_000].flatMap((afterMs) => states.map((state) => killed(afterMs, state))),
        ...[failing, dropping].map((state) => closed(300, state)),
      ]
    : [killed(300, hanging), closed(300, failing)]

/** Whether the first page afterwards is one without the tag. */
const returns = TIMES > 1 ? [false, true] : [false]

for (const end of ends) {
  const { what, afterMs, state } = end
  test(`browser ${what} ${afterMs} ms after ${COUNT} events, the tracker ${state.what}`, async ({
    browserName: _,
  }, info) => {
    info.setTimeout(240_000)
    const tallies = await Promise.all(returns.map((isBare) => play(end, info.project.name, isBare)))
    const counts = sumOf(tallies)
    info.annotations.push({ type: ROW, description: JSON.stringify(counts) })
    expect(counts).toMatchObject({ received: counts.sent, counted: counts.sent })
    // An event that was stored before the page could receive the response is sent again.
    if (afterMs >= state.tookMs) expect(counts.repeats).toBe(0)
  })
}

async function play(
  { afterMs, state, does }: End,
  engine: string,
  isBare: boolean,
): Promise<Counts> {
  const [pages, tracker] = [await startService(), await startService()]
  const browser = await createOwnBrowser(engine)
  const tag = pages.tag({
    'data-record-bots': 'true',
    'data-tracker-url': tracker.url,
    ...state.tag,
  })
  const page = (name: string, html: string) => pages.page(`/${name}.html`, `<!doctype html>${html}`)
  try {
    await browser.start(page('fire', `${tag}<script>${FIRING}</script>`))
    await tracker.waitFor('visitor', 1, 60_000)
    await tracker.faults(state.is)
    page('go', '')
    await pages.waitFor('fired', 1, 60_000)
    await sleep(afterMs)
    await does(browser)
    if (state.is.hang || state.is.status) expect(await tracker.received('cart')).toEqual([])

    await tracker.faults({})
    if (isBare) {
      await browser.start(
        page('bare', `<script>fetch('/v2/1p.jpg?action=bare&uid=u&t=2%7C0.1')</script>`),
      )
      await pages.waitFor('bare', 1, 60_000)
      await browser.kill()
    }
    await browser.start(page('back', tag))
    await tracker.waitFor('cart', COUNT, 90_000).catch(() => {})
    const events = await tracker.received('cart')
    const received = new Set(events.map(({ data }) => (data as { pid: string }).pid)).size
    const repeats = events.reduce((total, event) => total + event.repeats, 0)
    return { runs: 1, sent: COUNT, received, counted: events.length, repeats, late: 0 }
  } finally {
    await browser.end()
    await Promise.all([pages.close(), tracker.close()])
  }
}
