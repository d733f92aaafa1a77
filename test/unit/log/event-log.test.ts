import { expect, test } from 'vitest'
import type { EventId, EventStatus, RawEvent } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'
import { click } from '../../support/fixtures/builders'

const search: RawEvent = { action: 'search', data: { query: 'shoes' } }
const t = (index: number) => `${index}|0.5` as EventId

/** A page whose event log is empty. */
function scene() {
  const browser = createBrowser()
  const { tag, run } = openPage(browser)
  const { eventLog, eventHistory } = tag
  return {
    clock: browser.timeline,
    eventLog,
    run,
    seen: (index: number, event = search) => run(() => eventLog.noteEvent(t(index), event)),
    status: (index: number, status: EventStatus) =>
      run(() => eventLog.noteStatus(t(index), status)),
    entries: () => run(eventHistory.loggedEntries),
  }
}

test('an entry contains every status of its event, and counts the failed tries', () => {
  const { clock, seen, status, entries } = scene()
  const at = clock.now()
  seen(1)
  status(1, { state: 'retrying', answer: '503' })
  status(1, { state: 'retrying', answer: 'no answer' })
  status(1, { state: 'sent', answer: '200' })
  expect(entries()).toEqual([
    {
      id: 1,
      at,
      t: t(1),
      action: 'search',
      data: { query: 'shoes' },
      state: 'sent',
      answer: '200',
      tries: 2,
      trail: [
        { at, state: 'retrying', answer: '503' },
        { at, state: 'retrying', answer: 'no answer' },
        { at, state: 'sent', answer: '200' },
      ],
    },
  ])
})

test('the reason of a held event disappears when it is sent, except in its trail', () => {
  const { clock, seen, status, entries } = scene()
  const at = clock.now()
  seen(1)
  status(1, { state: 'held', reason: 'consent is on hold' })
  clock.advance(5)
  status(1, { state: 'sent', answer: '200' })
  const [entry] = entries()
  expect(entry?.reason).toBeUndefined()
  expect(entry?.trail).toMatchObject([
    { at, state: 'held', reason: 'consent is on hold' },
    { at: at + 5, state: 'sent' },
  ])
})

test('an ignored observation has a reason and an element', () => {
  const { eventLog, run, entries } = scene()
  const observed = { action: 'click', element: {} as Element } as const
  run(() => eventLog.ignore('a tile without an id', observed))
  const entry = { state: 'ignored', reason: 'a tile without an id', ...observed, trail: [] }
  expect(entries()).toMatchObject([entry])
})

test('the last 250 events are remembered, with their numbers', () => {
  const { seen, entries } = scene()
  for (let index = 0; index < 300; index += 1) seen(index)
  expect(entries()).toHaveLength(250)
  expect(entries()[0]).toMatchObject({ id: 51, t: t(50) })
  expect(entries().at(-1)).toMatchObject({ id: 300, t: t(299) })
})

test('an event of an earlier page is an entry with its last status', () => {
  const { clock, status, entries } = scene()
  const at = clock.now()
  status(1, { state: 'dropped', reason: 'older than 7 days' })
  status(2, { state: 'sent', answer: 'left with its page' })
  expect(entries()).toMatchObject([
    { t: t(1), at, action: undefined, state: 'dropped', reason: 'older than 7 days', trail: [{}] },
    { t: t(2), at, action: undefined, state: 'sent', answer: 'left with its page', trail: [{}] },
  ])
})

test('a watcher is called for every note until it is removed, whatever another one throws', () => {
  const { eventLog, run, seen, status, entries } = scene()
  const kinds: string[] = []
  run(() => {
    eventLog.onNote(() => {
      throw new Error('a fault')
    })
  })
  const stop = run(() => eventLog.onNote(({ kind }) => kinds.push(kind)))
  seen(1)
  status(1, { state: 'sent', answer: '200' })
  status(9, { state: 'sent', answer: '200' })
  run(() => eventLog.ignore('a script made it', {}))
  expect(kinds).toEqual(['seen', 'status', 'status', 'seen'])
  expect(entries()).toHaveLength(3)
  stop()
  seen(2)
  expect(kinds).toHaveLength(4)
})

test('an entry contains the event as it is sent; each part of a long one is a separate entry', () => {
  const { seen, status, entries } = scene()
  const [event, part] = [click('P1', t(1)), click('P2', t(2))]
  seen(1, { action: 'click', data: event.data } as RawEvent)
  status(1, { state: 'queued', event })
  status(2, { state: 'queued', event: part })
  expect(entries()).toMatchObject([
    { t: t(1), event, trail: [{ state: 'queued' }] },
    { t: t(2), action: 'click', state: 'queued', event: part },
  ])
})
