import { expect, test } from '@playwright/test'
import { createBrowser } from '../../fakes/browser'
import { openPage } from '../../fakes/page'
import { click } from '../../support/builders'

const t = (index: number) => `${1_800_000_000_000 + index}|0.5`

/** A page whose journal is open; with `isAnswered` the tracker has answered once, after 50 ms. */
function scene({ isAnswered = false, browser = createBrowser() } = {}) {
  const page = openPage(browser)
  const { sender } = page.tag
  page.run(() => {
    sender.startSender()
    sender.resumeSender()
  })
  browser.timeline.advance(100)
  const send = (pid: string, id = 0) => {
    page.run(() => sender.sendEvent(click(pid, t(id))))
  }
  if (isAnswered) {
    send('first', 99)
    browser.timeline.advance(50)
    browser.requests.shift()?.answer(200)
    browser.timeline.advance(3_000)
  }
  const stored = () => browser.database.contents().map((text) => JSON.parse(text))
  const leave = () => page.run(() => sender.leaveSender())
  return { browser, page, sender, send, stored, leave, clock: browser.timeline }
}

test('an event is in the journal before it is sent, until it is answered', () => {
  const { browser, send, stored, clock } = scene()
  send('a')
  expect(browser.requests).toHaveLength(0)
  expect(stored()).toHaveLength(1)
  expect(browser.requests).toHaveLength(1)
  browser.requests[0]?.answer(200)
  clock.advance(3_000)
  expect(stored()).toEqual([])
  expect(clock.mishaps).toEqual([])
})

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

test('an event left in the millisecond of its launch, before any answer, is not sure', () => {
  const { send, leave, stored } = scene()
  send('a')
  leave()
  expect(stored()).toMatchObject([{ silentMs: 1 }])
})

test('an event left on its way to a tracker that is well counts as sent', () => {
  const { browser, send, leave, stored } = scene({ isAnswered: true })
  send('a')
  leave()
  expect(browser.requests).toHaveLength(1)
  expect(stored()).toEqual([])
})

test('an event left after too long a silence keeps how long it was', () => {
  const { send, leave, stored, clock } = scene({ isAnswered: true })
  send('a')
  clock.advance(1_100)
  leave()
  expect(stored()).toMatchObject([{ silentMs: 1_100 }])
})

test('Retry-After is kept in the record, so that another page waits', () => {
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

test('without a database a snapshot is left for the next page', () => {
  const browser = createBrowser({ openMs: undefined })
  const { page, send, leave } = scene({ browser })
  send('a')
  leave()
  page.remove()
  expect(browser.requests).toHaveLength(1)
  expect(Object.keys(browser.localStorage).join()).toContain('svc-tag.unsent.')
})
