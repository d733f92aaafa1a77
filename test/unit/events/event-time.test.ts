import { expect, test } from 'vitest'
import type { Timestamp } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

const timeOf = (t: string) => Number.parseInt(t, 10)

test('the time of an event never goes back, even when the clock does', () => {
  const { timeline, ...browser } = createBrowser()
  const { newEventId } = openPage({ ...browser, timeline }).tag.eventId
  const start = timeline.now()
  expect(timeOf(newEventId())).toBe(start)
  timeline.setClock(-1_000)
  expect(timeOf(newEventId())).toBe(start)
  expect(timeOf(newEventId((start + 1_000) as Timestamp))).toBe(start + 1_000)
  expect(timeOf(newEventId())).toBe(start + 1_000)
})

test('an event of an earlier time keeps that time', () => {
  const browser = createBrowser()
  const { newEventId } = openPage(browser).tag.eventId
  newEventId()
  const before = browser.timeline.now() - 500
  expect(newEventId(before as Timestamp)).toMatch(new RegExp(`^${before}\\|0\\.\\d+$`))
})
