import { expect, test } from '@playwright/test'
import { createRecord } from '../../src/record'
import type { ProductId, UserId, VisitId } from '../../src/wire/brand'
import { createEventIds } from '../../src/wire/event-id.ts'
import type { EventStatus } from '../../src/wire/event-status.ts'
import type { VisitorFields } from '../../src/wire/page-fields.ts'
import type { RawEvent, TrackerEvent } from '../../src/wire/tracker-event.ts'
import { fakeClock, noon } from '../support/builders'

const someone: VisitorFields = {
  uid: 'uid-1' as UserId,
  visitId: 'v1' as VisitId,
  visit_type: 'repeat',
}

const clickOn = (pid: string): RawEvent => ({ action: 'click', data: { pid: pid as ProductId } })

/** A recorder whose surroundings a test can change. */
function scene(start: { consent?: 'granted' | 'denied' | 'hold'; visitor?: VisitorFields } = {}) {
  const clock = fakeClock()
  const state = {
    consent: start.consent ?? 'granted',
    visitor: start.visitor,
    url: 'https://shop.example/a',
    delivered: [] as TrackerEvent[],
    seen: [] as string[],
    steps: [] as (EventStatus & { t: string })[],
    begin: (() => {}) as (begun?: VisitorFields) => void,
    begun: [] as boolean[],
    microtasks: [] as (() => void)[],
    /** How many events there were when each turn began. */
    turns: [] as number[],
  }
  /** The browser's task ends. */
  const endTask = () => {
    for (const task of state.microtasks.splice(0)) task()
  }
  const record = createRecord({
    consent: () => state.consent,
    visitor: () => state.visitor,
    beginVisit: (isLeaving, onSettled) => {
      state.begun.push(isLeaving)
      state.begin = onSettled
    },
    place: () => ({ url: state.url, referrer: '' }),
    ver: 'svc-tag/test',
    newTime: createEventIds({ now: clock.now, randomDecimal: () => 0.5 }),
    soon: (task) => state.microtasks.push(task),
    schedule: (task, delayMs) =>
      clock.schedule(() => {
        endTask()
        state.turns.push(state.delivered.length)
        task()
      }, delayMs),
    deliver: (event) => state.delivered.push(event),
    onSeen: (_t, fact) => state.seen.push(fact.action),
    onStep: (t, step) => state.steps.push({ t, ...step }),
  })
  const actions = () => state.delivered.map(({ action }) => action)
  return { clock, state, record, actions, endTask }
}

test('a fact of a known visitor is an event at once, with page and visit', () => {
  const { record, state } = scene({ visitor: someone })
  record.report(clickOn('p1'))
  expect(state.delivered).toEqual([
    {
      action: 'click',
      uid: 'uid-1',
      t: `${noon}|0.5`,
      data: {
        pid: 'p1',
        url: 'https://shop.example/a',
        referrer: '',
        visit_type: 'repeat',
        visitId: 'v1',
        ver: 'svc-tag/test',
      },
    },
  ])
})

test('a visit that this page begins is told before the fact that began it', () => {
  const { record, state, actions, clock } = scene()
  record.report(clickOn('p1'))
  expect(actions()).toEqual([])
  clock.advance(5)
  state.visitor = someone
  state.begin(someone)
  expect(actions()).toEqual(['visitor', 'click'])
  expect(state.delivered[0]?.t).toBe(`${noon}|0.5`)
  expect(state.seen).toEqual(['click', 'visitor'])
})

test('a visit that another tab began is not told again', () => {
  const { record, state, actions } = scene()
  record.report(clickOn('p1'))
  state.visitor = someone
  state.begin()
  expect(actions()).toEqual(['click'])
})

test('facts on hold leave on grant, with their own time and page', () => {
  const { record, state, clock } = scene({ consent: 'hold', visitor: someone })
  record.report(clickOn('p1'))
  clock.advance(60_000)
  state.url = 'https://shop.example/b'
  expect(state.steps).toEqual([{ t: `${noon}|0.5`, state: 'held', reason: 'consent is on hold' }])
  state.consent = 'granted'
  record.settle()
  expect(state.delivered).toMatchObject([
    { t: `${noon}|0.5`, data: { url: 'https://shop.example/a' } },
  ])
})

test('nothing begins, is kept or is sent while consent is denied', () => {
  const { record, state, actions } = scene({ consent: 'denied', visitor: someone })
  record.report(clickOn('p1'))
  record.settle()
  record.leave()
  state.consent = 'granted'
  record.settle()
  expect(actions()).toEqual([])
  expect(state.begun).toEqual([])
})

test('a page that leaves begins its visit at once', () => {
  const { record, state } = scene()
  record.report(clickOn('p1'))
  record.leave()
  expect(state.begun).toEqual([false, true])
})

test('what waits is bounded, and the oldest is dropped with a reason', () => {
  const { record, state, clock } = scene({ consent: 'hold' })
  for (let index = 0; index < 201; index += 1) record.report(clickOn(`p${index}`))
  const dropped = state.steps.filter((step) => step.state === 'dropped')
  expect(dropped).toEqual([
    { t: `${noon}|0.5`, state: 'dropped', reason: 'too many waited: consent is on hold' },
  ])
  state.consent = 'granted'
  state.visitor = someone
  record.settle()
  clock.advance(0)
  expect(state.delivered[0]?.data).toMatchObject({ pid: 'p1' })
  expect(state.delivered).toHaveLength(200)
})

test('what waits is dropped with the reason it is cleared for', () => {
  const { record, state, actions } = scene({ consent: 'hold' })
  record.report(clickOn('p1'))
  record.clear('consent denied')
  expect(state.steps.at(-1)).toMatchObject({ state: 'dropped', reason: 'consent denied' })
  state.consent = 'granted'
  state.visitor = someone
  record.settle()
  expect(actions()).toEqual([])
})

test('of many facts in one loop sixteen are events at once, and as many in each task after it', () => {
  const { record, state, clock, endTask } = scene({ visitor: someone })
  for (let index = 0; index < 50; index += 1) record.report(clickOn(`p${index}`))
  expect(state.delivered).toHaveLength(16)
  expect(state.seen).toHaveLength(50)
  endTask()
  clock.advance(0)
  expect(state.turns).toEqual([16, 32, 48])
  expect(state.delivered.map(({ data }) => Reflect.get(data, 'pid'))).toEqual(
    Array.from({ length: 50 }, (_, index) => `p${index}`),
  )
  expect(clock.pending()).toBe(0)
})

test('a fact of the next task waits behind those of the loop before it', () => {
  const { record, state, clock, endTask } = scene({ visitor: someone })
  for (let index = 0; index < 20; index += 1) record.report(clickOn(`p${index}`))
  endTask()
  record.report(clickOn('last'))
  endTask()
  clock.advance(0)
  expect(state.delivered.map(({ data }) => Reflect.get(data, 'pid')).slice(-2)).toEqual([
    'p19',
    'last',
  ])
  expect(state.delivered).toHaveLength(21)
})

for (const end of ['leave', 'flush'] as const) {
  test(`what waits for its turn is handed on by ${end}, as who visits then`, () => {
    const { record, state, clock } = scene({ visitor: someone })
    for (let index = 0; index < 50; index += 1) record.report(clickOn(`p${index}`))
    record[end]()
    expect(state.delivered).toHaveLength(50)
    expect(clock.pending()).toBe(0)
  })
}

test('what waits for its turn is dropped when consent is withdrawn, and no timer is left', () => {
  const { record, state, clock } = scene({ visitor: someone })
  for (let index = 0; index < 20; index += 1) record.report(clickOn(`p${index}`))
  record.clear('consent denied')
  expect(state.steps.map(({ state }) => state)).toEqual(Array(4).fill('dropped'))
  expect(clock.pending()).toBe(0)
})
