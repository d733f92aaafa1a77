import { expect, test } from '@playwright/test'
import { createTap } from '../../../src/parts/calls/event-history'
import type { EventId } from '../../../src/wire/brand'
import type { RawEvent } from '../../../src/wire/tracker-event.ts'
import { click, fakeClock, noon } from '../../support/builders'

const search: RawEvent = { action: 'search', data: { query: 'shoes' } }
const listOf = () => ({ query: 'shoes' })
const unseen = () => []
const time = (index: number) => `${index}|0.5` as EventId

test('an entry says what became of its event', () => {
  const tap = createTap({ now: () => noon, listOf, unseen })
  tap.seen(time(1), search, {})
  tap.step(time(1), { state: 'tried', answer: '503' })
  tap.step(time(1), { state: 'tried', answer: 'no network' })
  tap.step(time(1), { state: 'sent', answer: '200' })
  expect(tap.entries()).toEqual([
    {
      id: 1,
      at: noon,
      t: time(1),
      action: 'search',
      data: { query: 'shoes' },
      state: 'sent',
      answer: '200',
      tries: 2,
      trail: [
        { at: noon, state: 'tried', answer: '503' },
        { at: noon, state: 'tried', answer: 'no network' },
        { at: noon, state: 'sent', answer: '200' },
      ],
    },
  ])
})

test('an entry holds the event as it is sent', () => {
  const tap = createTap({ now: () => noon, listOf, unseen })
  const event = click('P1', time(1))
  tap.seen(time(1), { action: 'click', data: event.data } as RawEvent, {})
  tap.step(time(1), { state: 'queued', event })
  expect(tap.entries()).toMatchObject([{ event, trail: [{ state: 'queued' }] }])
})

test('a part of an event that was too long is an entry of its own', () => {
  const tap = createTap({ now: () => noon, listOf, unseen })
  const event = click('P1', time(2))
  tap.step(time(2), { state: 'queued', event })
  expect(tap.entries()).toMatchObject([{ t: time(2), action: 'click', state: 'queued', event }])
})

test('the reason for waiting is gone when the waiting is over', () => {
  const clock = fakeClock()
  const tap = createTap({ now: clock.now, listOf, unseen })
  tap.seen(time(1), search, {})
  tap.step(time(1), { state: 'held', reason: 'consent is on hold' })
  clock.advance(5)
  tap.step(time(1), { state: 'sent', answer: '200' })
  const [entry] = tap.entries()
  expect(entry?.reason).toBeUndefined()
  expect(entry?.trail).toMatchObject([
    { at: noon, state: 'held', reason: 'consent is on hold' },
    { at: noon + 5, state: 'sent' },
  ])
})

test('what is deliberately not counted has its reason', () => {
  const tap = createTap({ now: () => noon, listOf, unseen })
  const element = {} as Element
  tap.ignored('a tile without an id', { action: 'click', element })
  expect(tap.entries()).toMatchObject([
    {
      state: 'ignored',
      reason: 'a tile without an id',
      action: 'click',
      element,
      list: { query: 'shoes' },
      trail: [],
    },
  ])
})

test('the last 400 are remembered', () => {
  const tap = createTap({ now: () => noon, listOf, unseen })
  for (let index = 0; index < 450; index += 1) tap.seen(time(index), search, {})
  expect(tap.entries()).toHaveLength(400)
  expect(tap.entries()[0]).toMatchObject({ id: 51, t: time(50) })
})

test('the loss of an event that is no longer remembered, or of an earlier page, is told', () => {
  const tap = createTap({ now: () => noon, listOf, unseen })
  tap.step(time(1), { state: 'dropped', reason: 'older than 7 days' })
  expect(tap.entries()).toMatchObject([
    { t: time(1), at: noon, state: 'dropped', reason: 'older than 7 days', trail: [{}] },
  ])
})

test('tiles that wait to be seen are explained, and are no entries', () => {
  const tile = {} as Element
  const waiting = [[tile, 'not seen long enough']] as const
  const tap = createTap({ now: () => noon, listOf, unseen: () => waiting })
  tap.seen(time(1), search, {})
  expect(tap.entries()).toHaveLength(1)
  expect(tap.explain()).toMatchObject([
    { id: 1, action: 'search' },
    {
      id: 0,
      at: noon,
      action: 'PRODUCT_IMPRESSIONS',
      element: tile,
      list: { query: 'shoes' },
      state: 'held',
      reason: 'not seen long enough',
      tries: 0,
      trail: [],
    },
  ])
})

test('a step of an event that is no longer remembered is passed over', () => {
  const tap = createTap({ now: () => noon, listOf, unseen })
  tap.step(time(1), { state: 'sent', answer: '200' })
  expect(tap.entries()).toEqual([])
})

test('whoever watches is told of every change', () => {
  const tap = createTap({ now: () => noon, listOf, unseen })
  let changes = 0
  tap.watch(() => {
    changes += 1
  })
  tap.seen(time(1), search, {})
  tap.step(time(1), { state: 'sent', answer: '200' })
  tap.step(time(9), { state: 'sent', answer: '200' })
  tap.ignored('a script made it', {})
  expect(changes).toBe(3)
})
