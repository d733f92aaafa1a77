import type { Faults } from 'svc-tag-service'
import { row, type Trial } from '../../support/simulators/fault-trial.ts'

const outages: Readonly<Record<string, Faults>> = {
  'answers 500': { status: 500 },
  'answers 502': { status: 502 },
  'answers 503': { status: 503 },
  'answers 404': { status: 404 },
  'ends every connection': { refuse: true },
}

for (const [what, faults] of Object.entries(outages))
  row(
    `the tracker ${what} for 5 s`,
    async (trial) => {
      const page = await trial.begin()
      await trial.tracker.faults(faults)
      for (let turn = 0; turn < 5; turn++) {
        await trial.fire(page, 4)
        await page.waitForTimeout(1_000)
      }
      await trial.tracker.faults({})
      await trial.arrived(60_000)
      await trial.settled()
    },
    { isHttp2: faults.status === 503 },
  )

for (const [what, faults] of Object.entries<Faults>({
  'answers 503 every other second': { status: 503 },
  'ends every connection every other second': { refuse: true },
}))
  row(`the tracker ${what}`, async (trial) => {
    const page = await trial.begin()
    for (let turn = 0; turn < 5; turn++) {
      await trial.tracker.faults(faults)
      await trial.fire(page, 3)
      await page.waitForTimeout(1_000)
      await trial.tracker.faults({})
      await trial.fire(page, 3)
      await page.waitForTimeout(1_000)
    }
    await trial.arrived(60_000)
    await trial.settled()
  })

row('300 events in one task, the tracker 2 s late, and the page left', async (trial) => {
  const page = await trial.begin()
  await trial.tracker.faults({ delayMs: 2_000 })
  await trial.fire(page, 300, `location = '${trial.address({ hasTag: false })}'`)
  await trial.tracker.faults({})
  await trial.settled()
})

row('a browser that says it is offline, and is not', async (trial) => {
  const before = "Object.defineProperty(navigator, 'onLine', { get: () => false })"
  const page = await trial.begin({ before })
  await trial.fire(page, 10)
  await trial.arrived()
  await trial.tracker.faults({ status: 503 })
  await trial.fire(page, 10)
  await trial.failed()
  await trial.tracker.faults({})
  await trial.settled()
})

row(
  'every connection refused for 5 s',
  async (trial) => {
    const page = await trial.begin()
    await trial.tracker.faults({ outageMs: 5_000 })
    await trial.fire(page, 20)
    await trial.arrived(60_000)
    await trial.settled()
  },
  { isHttp2: true },
)

row('every second connection reset', async (trial) => {
  const page = await trial.open()
  await trial.tracker.faults({ reset: true, every: 2 })
  await trial.fire(page, 10)
  await trial.arrived(60_000)
  await trial.settled()
})

row(
  'every third request never answered',
  async (trial) => {
    const page = await trial.begin()
    await trial.tracker.faults({ hang: true, every: 3 })
    await trial.fire(page, 9)
    await trial.arrived(90_000)
  },
  { isHttp2: true },
)

const waits: Readonly<Record<string, () => string>> = {
  seconds: () => '2',
  'a date': () => new Date(Date.now() + 3_000).toUTCString(),
}

for (const [form, retryAfter] of Object.entries(waits))
  row(`429 with Retry-After as ${form}`, async (trial) => {
    const page = await trial.begin()
    await trial.tracker.faults({ status: 429, retryAfter: retryAfter(), times: 3 })
    await trial.fire(page, 10)
    await trial.arrived()
    await trial.settled()
  })

/**
 * The tracker redirects to a server without CORS headers, so that a page in `cors` mode cannot distinguish the response from a failure.
 * Without its `Cross-Origin-Resource-Policy`, the browser would hide the response in either mode: https://fetch.spec.whatwg.org/#corp-check
 */
const redirected = (tag: Readonly<Record<string, string>>) => async (trial: Trial) => {
  const page = await trial.begin({ tag })
  const headers = { 'cross-origin-resource-policy': 'cross-origin' }
  const redirect = trial.tracker.page('/elsewhere.html', 'Thank you.', { headers })
  await trial.tracker.faults({ redirect })
  await trial.fire(page, 10)
  await trial.arrived()
  // Playwright keeps every tab visible, but a shopper sees one at a time: a hidden one would leave
  // its events to the other, a visible one retries.
  await page.close()
  // A retry comes after a pause.
  await trial.settled({ tag })
}
row('a redirect', redirected({ 'data-tracker-cors': 'false' }))
row('a redirect from where CORS headers are sent to where they are not', redirected({}), {
  mayRepeat: true,
})

row('a web page instead of an image', async (trial) => {
  await trial.tracker.faults({ html: true })
  const page = await trial.open()
  await trial.fire(page, 10)
  await trial.arrived()
  await trial.settled()
})

/** Until the tag has found that the headers are missing, each response looks like a failure. */
const WITHOUT_HEADERS = { mayRepeat: true }

row(
  'no CORS headers, and every second connection reset once that is known',
  async (trial) => {
    await trial.tracker.faults({ cors: false })
    const page = await trial.open()
    await trial.fire(page, 1)
    await trial.answered()
    await trial.tracker.faults({ cors: false, reset: true, every: 2 })
    await trial.fire(page, 10)
    await trial.arrived()
    await trial.tracker.faults({ cors: false })
    await trial.settled()
  },
  WITHOUT_HEADERS,
)

row(
  'CORS headers that come',
  async (trial) => {
    await trial.tracker.faults({ cors: false })
    const page = await trial.open()
    await trial.fire(page, 10)
    await trial.arrived()
    // While the tag still checks, headers that arrive would show that the failures were real.
    await trial.settled()
    await trial.tracker.faults({})
    await trial.fire(page, 10)
    await trial.arrived()
    await trial.settled()
  },
  WITHOUT_HEADERS,
)

row(
  'CORS headers that go',
  async (trial) => {
    const page = await trial.open()
    await trial.fire(page, 10)
    await trial.arrived()
    await trial.tracker.faults({ cors: false })
    await trial.fire(page, 10)
    await trial.arrived()
    // As in the row of a redirect.
    await page.close()
    await trial.settled()
  },
  { mayRepeat: true },
)

row(
  'kept, and the answer lost',
  async (trial) => {
    const page = await trial.begin()
    await trial.tracker.faults({ reset: true, keep: true, times: 5 })
    await trial.fire(page, 10)
    await trial.arrived()
    await trial.settled()
  },
  { mayRepeat: true },
)

const offline = {
  impossibleOverHttp2: { webkit: 'its driver takes the network from requests without TLS only' },
}

row(
  'offline for 3 s while 50 events happen, same page',
  async (trial) => {
    const page = await trial.begin()
    await trial.context.setOffline(true)
    for (let turn = 0; turn < 5; turn++) {
      await trial.fire(page, 10)
      await page.waitForTimeout(600)
    }
    await trial.context.setOffline(false)
    await trial.arrived()
    await trial.settled()
  },
  { ...offline, isHttp2: true },
)

row(
  'offline, tab closed, page opened again online',
  async (trial) => {
    const page = await trial.begin()
    await trial.context.setOffline(true)
    // The drivers block the network for a page, but not always the requests of one that was closed; these are refused here.
    await trial.tracker.faults({ refuse: true })
    await trial.fire(page, 50)
    await page.close()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await trial.tracker.faults({})
    await trial.context.setOffline(false)
    await trial.open()
    await trial.arrived(60_000)
    await trial.settled()
  },
  // Firefox itself repeats a request when a connection was closed: the events then arrive without the page getting a response.
  { ...offline, mayRepeat: ['firefox'] },
)

row(
  'offline, tried in vain, tab closed, page opened again online',
  async (trial) => {
    const page = await trial.begin()
    // Only the recovery part retries when offline, and it cannot be loaded then.
    await trial.tracker.faults({ status: 503 })
    await trial.fire(page, 1)
    await trial.failed()
    await trial.tracker.faults({})
    await trial.arrived()
    await trial.context.setOffline(true)
    await trial.fire(page, 50)
    // The first two groups of 16; the rest is not tried after this many failures.
    await trial.failed(17)
    await page.close()
    await trial.context.setOffline(false)
    await trial.open()
    await trial.arrived()
    await trial.settled()
  },
  offline,
)
