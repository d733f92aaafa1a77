import { expect, test } from '@playwright/test'
import { createOutbox } from '../../../src/delivery/outbox'
import type { Database, DatabaseDeps } from '../../../src/platform/database'
import { keptOf } from '../../../src/send/journal-entry'
import { eventOf } from './events'
import { createDisk } from './model/disk'
import { createTimeline } from './model/timeline'

const waiting = keptOf(eventOf(), 300, 0)
const leased = { ...waiting, until: 1_800_000_015_000 }

/** A page on a browser's disk, and what it asks of it; its database opens after so many milliseconds, if there is one. */
function openPage(openMs: number | undefined, isVisible = true) {
  const timeline = createTimeline()
  const disk = createDisk(timeline, { openMs, isBlocked: false })
  const life = { isGone: false, isFrozen: false, isThrottled: false, isGoing: false }
  const asked: string[] = []
  const claimed: string[] = []
  let nextAt: number | undefined

  const watched = (database: Database): Database => ({
    ...database,
    transact(task, onEnd) {
      asked.push('transaction')
      database.transact(task, onEnd)
    },
  })
  const outbox = createOutbox(
    {
      clock: {
        now: () => timeline.now() as never,
        schedule: (task, delayMs) => timeline.in(delayMs, task, life, true),
      },
      guard: (_room, task) => task,
      storage: {
        ...disk.storage,
        keys() {
          asked.push('shelf')
          return disk.storage.keys()
        },
      },
      soon: timeline.soon,
      withLock(_name, task) {
        asked.push('lock')
        timeline.in(1, task, life)
      },
      openDatabase: (deps: DatabaseDeps) =>
        disk.openFor(life)({ ...deps, onOpen: (opened) => deps.onOpen(watched(opened)) }),
      deleteDatabase: disk.deleteAll,
      isVisible: () => isVisible,
    },
    { onDrop() {}, onTaken() {}, onReady: () => asked.push('ready') },
  )
  const look = () =>
    outbox.claim(
      () => ({
        count: 16,
        now: timeline.now(),
        until: timeline.now() + 15_000,
        isOut: () => false,
      }),
      (found, at) => {
        claimed.push(...found.map(({ key }) => key))
        nextAt = at
      },
    )

  return { timeline, disk, outbox, asked, claimed, look, nextAt: () => nextAt }
}

/** Lies on the shelf from now on, as another page has put it there. */
const shelve = ({ disk }: ReturnType<typeof openPage>) =>
  disk.storage.write(`event.${waiting.key}`, JSON.stringify(waiting))

test('a page with nothing of its own looks once for what others left: in the database and on the shelf together, without a lock', () => {
  const page = openPage(60)
  shelve(page)
  page.look()
  page.timeline.advance(59)
  expect(page.asked).toEqual([])
  page.timeline.advance(1_000)
  expect(page.asked).toEqual(['transaction', 'shelf'])
  expect(page.claimed).toEqual([waiting.key])
})

test('where there is no database, what lies on the shelf is claimed at once', () => {
  const page = openPage(undefined)
  shelve(page)
  page.look()
  page.timeline.advance(1)
  expect(page.asked).toEqual(['lock', 'shelf'])
  expect(page.claimed).toEqual([waiting.key])
})

test('a database that does not open is waited for no longer than three seconds, and is asked all the same when it does', () => {
  const page = openPage(10_000)
  shelve(page)
  page.look()
  page.timeline.advance(2_999)
  expect(page.claimed).toEqual([])
  page.timeline.advance(2)
  expect(page.claimed).toEqual([waiting.key])

  page.timeline.advance(10_000)
  expect(page.asked).toEqual(['lock', 'shelf', 'transaction', 'ready'])
  expect(page.disk.storage.keys()).toEqual([])
  expect(page.disk.contents()).toHaveLength(1)
})

test('what was kept before the database was open is moved there', () => {
  const page = openPage(60)
  page.outbox.keep(waiting)
  page.timeline.advance(1_000)
  expect(page.asked).toEqual(['transaction', 'ready'])
  expect(page.disk.storage.keys()).toEqual([])
  expect(page.disk.contents()).toHaveLength(1)
})

test('what another tab leases on the shelf, before the database comes to move it, stays leased', () => {
  const page = openPage(60)
  page.outbox.keep(waiting)
  page.timeline.advance(60)
  expect(page.asked).toEqual(['transaction', 'ready'])
  page.disk.storage.write(`event.${waiting.key}`, JSON.stringify(leased))
  page.timeline.advance(1_000)
  expect(page.disk.contents()).toEqual([JSON.stringify(leased)])
})

for (const kept of [leased, waiting])
  test(`what was forgotten while it was read is neither claimed nor taken for another tab’s (leased until ${kept.until})`, () => {
    const page = openPage(0)
    page.outbox.keep(kept)
    page.timeline.advance(1_000)
    page.look()
    page.timeline.advance(1)
    page.outbox.forget(kept.key)
    page.timeline.advance(1_000)
    expect(page.claimed).toEqual([])
    expect(page.nextAt()).toBe(Number.POSITIVE_INFINITY)
  })

test('what a page out of sight keeps while a claim is reading is left to the next claim: its record would be put over the lease', () => {
  const page = openPage(0, false)
  page.look()
  page.timeline.advance(100)
  page.look()
  page.outbox.keep(waiting)
  page.timeline.advance(100)
  expect(page.claimed).toEqual([])
  page.look()
  page.timeline.advance(100)
  expect(page.claimed).toEqual([waiting.key])
  expect(page.disk.contents()).toEqual([expect.not.stringContaining('"until":0')])
})

for (const openMs of [60, 10_000])
  test(`what was to be claimed when the tag was stopped is claimed no more, nor looked for later (open after ${openMs} ms)`, () => {
    const page = openPage(openMs)
    shelve(page)
    page.look()
    page.outbox.stop()
    page.timeline.advance(20_000)
    expect(page.asked).not.toContain('ready')
    expect(page.claimed).toEqual([])
  })

test('what was to be claimed when the consent is taken back is claimed no more', () => {
  const page = openPage(60)
  shelve(page)
  page.look()
  page.outbox.erase()
  page.timeline.advance(10_000)
  expect(page.asked).not.toContain('transaction')
  expect(page.claimed).toEqual([])
})
