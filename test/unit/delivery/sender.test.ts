import { expect, test } from 'vitest'
import type { TrackerEvent } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'
import { click } from '../../support/fixtures/builders'

const REPEATS = { 'svc-drops-repeats': '1' }

const t = (index: number) => `${1_800_000_000_000 + index}|0.5`

/** A page whose queue is open. With `isAnswered`, the tracker has responded once, after 50 ms, with these headers. */
function scene({
  isAnswered = false,
  browser = createBrowser(),
  headers = {},
  settings = {},
}: {
  readonly isAnswered?: boolean
  readonly browser?: ReturnType<typeof createBrowser>
  readonly headers?: Record<string, string>
  readonly settings?: Readonly<Record<string, string>> | undefined
} = {}) {
  const page = openPage(browser, { settings })
  const { delivery, pageDelivery } = page.tag
  page.run(() => {
    pageDelivery.startPageDelivery()
    page.tag.consentGate.setGate('open')
  })
  browser.timeline.advance(100)
  const send = (pid: string, id = 0) => {
    page.run(() => delivery.sendEvent(click(pid, t(id))))
  }
  if (isAnswered) {
    send('first', 99)
    browser.timeline.advance(50)
    browser.requests.pop()?.answer(200, headers)
    browser.timeline.advance(3_000)
  }
  /** The records of the queue. A localStorage item replaces the database's record. */
  const stored = () => {
    const texts = Object.entries(browser.localStorage).flatMap(([key, text]) =>
      key.startsWith('svc-tag.unsent.') ? String(text) : [],
    )
    const records = [...browser.database.contents(), ...texts].map((text) => JSON.parse(text))
    return [...new Map(records.map((record) => [record.key, record])).values()]
  }
  const leave = () => page.run(() => pageDelivery.leavePageDelivery())
  const hide = () => {
    page.document.visibilityState = 'hidden'
    page.lifecycle.isThrottled = true
    leave()
  }
  const show = () => {
    page.document.visibilityState = 'visible'
    page.lifecycle.isThrottled = false
    page.run(() => pageDelivery.resumePageDelivery())
  }
  return {
    browser,
    page,
    delivery,
    pageDelivery,
    send,
    stored,
    leave,
    hide,
    show,
    clock: browser.timeline,
  }
}

/** The products of requests that wait for their response. */
const pidsOf = ({ requests }: ReturnType<typeof createBrowser>) =>
  requests.map(({ url }) => /P\d/.exec(url.search)?.[0])

for (const [state, ms] of [
  ['visible', 15_000],
  ['hidden', 90_000],
] as const)
  test(`the lease of a ${state} page is ${ms / 1_000} s`, () => {
    const { page, send, stored, clock } = scene()
    page.document.visibilityState = state
    const sentAt = clock.now()
    send('a')
    expect(stored()).toMatchObject([{ until: sentAt + ms }])
  })

test('an event left in the millisecond of its launch, before any response, is not assumed delivered', () => {
  const { send, leave, stored } = scene()
  send('a')
  leave()
  expect(stored()).toMatchObject([{ silentMs: 1 }])
})

test('silence begins with the last response, even if it was for another event', () => {
  const { browser, send, leave, stored, clock } = scene({ isAnswered: true })
  send('a')
  clock.advance(2_000)
  send('b', 1)
  clock.advance(50)
  browser.requests[1]?.answer(200)
  leave()
  expect(stored()).toEqual([])
})

test('a pause that the tracker asked for also applies to the next page, whatever fails after it', () => {
  const { browser, send, leave, stored, clock } = scene({ isAnswered: true })
  const askedAt = clock.now()
  send('a')
  send('b', 1)
  clock.advance(10)
  browser.requests[0]?.answer(503, { 'retry-after': '60' })
  browser.requests[1]?.answer(503)
  leave()
  expect(stored().map(({ until }) => until >= askedAt + 60_000)).toEqual([true, true])
})

for (const [what, headers, setting, count] of [
  ['a healthy tracker, counts as sent', {}, undefined, 0],
  ['one that drops repeats, is kept', REPEATS, undefined, 1],
  ['one that drops repeats, is kept by the setting too', REPEATS, 'true', 1],
  ['one that drops repeats, counts as sent by the setting', REPEATS, 'false', 0],
] as const)
  test(`an event in flight when its page is left, to ${what}`, () => {
    const settings = setting && { trackerDropsRepeats: setting }
    const { browser, send, leave, stored } = scene({ isAnswered: true, headers, settings })
    send('a')
    leave()
    expect(browser.requests).toHaveLength(1)
    expect(stored()).toHaveLength(count)
  })

test('that an event was in flight when its page was left is also stored in localStorage, because WebKit drops the write', () => {
  const browser = createBrowser({ stepMs: 5 })
  const { page, send, leave, clock } = scene({ browser })
  send('P1')
  clock.advance(100)
  leave()
  page.remove()
  browser.database.kill()
  scene({ browser, isAnswered: true })
  clock.advance(20_000)
  expect(pidsOf(browser)).toEqual(['P1'])
})

test('an event left after too long a silence stores its length', () => {
  const { send, leave, stored, clock } = scene({ isAnswered: true })
  send('a')
  clock.advance(1_100)
  leave()
  expect(stored()).toMatchObject([{ silentMs: 1_100 }])
})

test('Retry-After is stored in the record, so that other pages wait too', () => {
  const { browser, page, send, leave, clock } = scene()
  send('a')
  clock.advance(10)
  browser.requests.shift()?.answer(503, { 'retry-after': '60' })
  clock.advance(100)
  leave()
  page.remove()
  scene({ browser })
  clock.advance(50_000)
  expect(browser.requests).toEqual([])
  clock.advance(10_000)
  // The probe for CORS headers that follows carries no event.
  expect(browser.requests.filter(({ init }) => init.method === 'GET')).toHaveLength(1)
})

test('while everything fails, only the ends of the queue are tried', () => {
  const { browser, send, clock } = scene({ isAnswered: true })
  const all = [1, 2, 3, 4, 5, 6, 7, 8]
  for (const index of all) send(`P${index}`, index)
  clock.advance(50)
  for (const request of browser.requests.splice(0)) request.answer(503)
  clock.advance(2_000)
  expect(pidsOf(browser)).toEqual(expect.arrayContaining(['P1', 'P8']))
  expect(pidsOf(browser).length).toBeLessThan(4)
  browser.requests.shift()?.answer(200)
  clock.advance(50)
  expect(browser.requests).toHaveLength(7)
})

test('an event that is refused while others are answered holds up nobody, on the next page neither', () => {
  const arrived: string[] = []
  const tries: number[] = []
  const browser = createBrowser({
    onRequest(request) {
      const [pid = ''] = /P\d+/.exec(request.url.search) ?? []
      if (pid === 'P1') tries.push(browser.timeline.elapsed())
      else arrived.push(pid)
      request.answer(pid === 'P1' ? 404 : 200)
    },
  })
  const first = scene({ browser })
  first.send('P1', 1)
  first.send('P2', 2)
  first.clock.advance(5_000)
  first.send('P3', 3)
  first.clock.advance(1_000)
  expect(arrived).toEqual(['P2', 'P3'])
  first.leave()
  first.page.remove()
  const next = scene({ browser })
  next.send('P4', 4)
  next.clock.advance(1_000)
  expect(arrived).toEqual(['P2', 'P3', 'P4'])
  const before = tries.length
  next.clock.advance(600_000)
  expect(tries.length).toBeGreaterThan(before)
  expect(next.stored()).toHaveLength(1)
})

test('an event reported while the page is left needs no second commit', () => {
  const { page, delivery, pageDelivery } = scene()
  page.run(() => {
    delivery.sendEvent(click('P1', t(1)))
    pageDelivery.leavePageDelivery()
  })
  expect(page.warnings).toEqual([])
})

test('a hidden page removes an answered event at once', () => {
  const { browser, send, hide, page, stored, clock } = scene()
  send('P1')
  hide()
  clock.advance(100)
  browser.requests.shift()?.answer(200)
  clock.advance(10)
  page.remove()
  expect(stored()).toEqual([])
})

/** Responds to a request like a tracker without CORS headers. */
function answerWithoutCors({ requests }: ReturnType<typeof createBrowser>) {
  const request = requests.shift()
  if (request?.init.mode === 'no-cors') request.answer(0)
  else request?.fail()
}

test('without CORS headers, what seemed to fail is sent again, in a way that needs none', () => {
  const { browser, page, send, stored, clock } = scene()
  send('P1')
  clock.advance(50)
  answerWithoutCors(browser)
  for (const modes of [['no-cors'], ['cors', 'cors']]) {
    clock.advance(50)
    expect(browser.requests.map(({ init }) => [init.method, init.mode])).toEqual(
      modes.map((mode) => ['HEAD', mode]),
    )
    for (const _ of modes) answerWithoutCors(browser)
  }
  expect(stored()).toHaveLength(1)
  clock.advance(5_000)
  expect(browser.requests.map(({ init }) => init.mode)).toEqual(['no-cors'])
  answerWithoutCors(browser)
  clock.advance(5_000)
  expect(stored()).toEqual([])
  expect(page.warnings.join()).toContain('no CORS headers')
})

test('a lost probe does not mean missing CORS headers once a response has been read', () => {
  const { browser, page, send, clock } = scene()
  send('P1', 1)
  send('P2', 2)
  clock.advance(50)
  const [lost, answered] = browser.requests.splice(0)
  lost?.fail()
  clock.advance(50)
  browser.requests.shift()?.answer(0)
  answered?.answer(200)
  clock.advance(50)
  for (const request of browser.requests.splice(0)) request.fail()
  clock.advance(5_000)
  expect(browser.requests.map(({ init }) => init.mode)).toEqual(['cors'])
  expect(page.warnings.join()).not.toContain('no CORS headers')
})

test('a tracker that resets every second request is not considered to lack CORS headers', () => {
  let count = 0
  const arrived: (string | undefined)[] = []
  const browser = createBrowser({
    onRequest(request) {
      count += 1
      if (count % 2) return request.fail()
      arrived.push(/P\d/.exec(request.url.search)?.[0])
      request.answer(200)
    },
  })
  const { page, send, clock } = scene({ browser })
  send('P1')
  clock.advance(30_000)
  expect(arrived).toEqual([undefined, undefined, 'P1'])
  expect(page.warnings.join()).not.toContain('no CORS headers')
})

test('a probe for CORS headers without a response delays events by at most 8 s', () => {
  const { browser, send, clock } = scene()
  send('P1')
  clock.advance(50)
  browser.requests.shift()?.fail()
  clock.advance(100)
  expect(browser.requests.map(({ init }) => init.method)).toEqual(['HEAD'])
  clock.advance(8_000)
  expect(pidsOf(browser)).toContain('P1')
})

test('a tab whose writes failed lets another tab delete the database', () => {
  const { browser, send, clock } = scene({ browser: createBrowser({ stepMs: 1 }) })
  browser.database.fail(true)
  send('P1')
  clock.advance(100)
  const other = openPage(browser)
  other.run(() => {
    other.tag.pageDelivery.startPageDelivery()
    other.tag.consentGate.setGate('erased')
  })
  clock.advance(100)
  expect(browser.database.contents()).toEqual([])
})

test('an event of a page with a very long URL is sent, and one warning says so', () => {
  const { browser, page, delivery, clock } = scene()
  const data = { ...click('P1').data, url: `https://shop.example/shoes?x=${'y'.repeat(9_000)}` }
  for (const id of [1, 2])
    page.run(() => delivery.sendEvent({ ...click('P1', t(id)), data } as TrackerEvent))
  clock.advance(100)
  for (let sent = 0; sent < 2; sent += 1) {
    browser.requests[sent]?.answer(200)
    clock.advance(100)
  }
  const urls = browser.requests.map(({ url }) => JSON.parse(url.searchParams.get('data') ?? '').url)
  expect(urls).toEqual(['https://shop.example/shoes', 'https://shop.example/shoes'])
  expect(page.warnings.filter((text) => text.includes('too long for the tracker'))).toHaveLength(1)
})

test('a failure counts against the tracker only until its next response', () => {
  const { browser, send, leave, stored, clock } = scene({ isAnswered: true })
  send('P1', 1)
  clock.advance(50)
  browser.requests.shift()?.answer(503)
  clock.advance(2_000)
  browser.requests.shift()?.answer(200)
  clock.advance(3_000)
  send('P2', 2)
  leave()
  expect(pidsOf(browser)).toEqual(['P2'])
  expect(stored()).toEqual([])
})
