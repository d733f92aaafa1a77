import { expect, test } from 'vitest'
import type { QueueEntry } from '../../../src/send/queue-entry'
import { accountOf } from '../../../src/wire/account'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'
import { click } from '../../support/fixtures/builders'

const PREFIX = 'svc-tag.unsent.'
const ACCOUNT = accountOf({ siteKey: 'SITE', trackerUrl: 'https://tracker.example' })

/** An entry of the queue. The number determines its position among the keys. */
function entry(number: number, until: unknown = 0): QueueEntry {
  const t = `${1_800_000_000_000 + number}|0.5`
  return {
    kind: 'event',
    v: 3,
    account: ACCOUNT,
    key: `click ${t}`,
    event: click(`P${number}`, t),
    size: 100,
    until,
  } as QueueEntry
}

/** A page that claims what earlier pages left in the database and in localStorage. */
function scene(left: {
  readonly stored?: readonly QueueEntry[]
  readonly texts?: readonly QueueEntry[]
  readonly openMs?: number | undefined
}) {
  const { stored = [], texts = [] } = left
  const browser = createBrowser('openMs' in left ? { openMs: left.openMs } : {})
  const earlier = openPage(browser)
  earlier.run(() => {
    earlier.tag.pageDelivery.startPageDelivery()
    earlier.tag.consentGate.setGate('open')
    earlier.tag.browserStore.onStoreOpen(() => {})
    stored.forEach(earlier.tag.queue.keep)
  })
  browser.timeline.advance(1_000)
  earlier.remove()
  for (const text of texts) browser.localStorage.setItem(PREFIX + text.key, JSON.stringify(text))
  const page = openPage(browser)
  const { browserStore, pageDelivery, queue } = page.tag
  page.run(() => {
    pageDelivery.startPageDelivery()
    browserStore.onStoreOpen(() => {})
    page.tag.consentGate.setGate('open')
  })
  browser.timeline.advance(1_000)
  const claimed: QueueEntry[] = []
  return {
    browser,
    claimed,
    page,
    queue,
    /** Claims, and returns the records passed to the decision; `changes` is the decision. */
    claim(changes: Parameters<typeof browserStore.browserStore.claim>[0] = () => []) {
      const given: unknown[] = []
      let isDone = false
      page.run(() =>
        browserStore.browserStore.claim(
          (records) => {
            given.push(...records)
            return changes(records)
          },
          (entries) => {
            isDone = true
            claimed.push(...entries)
          },
        ),
      )
      browser.timeline.advance(1_000)
      expect(isDone).toBe(true)
      return JSON.parse(JSON.stringify(given)) as QueueEntry[]
    },
    inDatabase: () => browser.database.contents().map((text) => JSON.parse(text)),
    inTexts: () => Object.keys(browser.localStorage).filter((key) => key.startsWith(PREFIX)),
  }
}

test('records of the database and of stored items are returned in the order of their keys', () => {
  const { claim } = scene({ stored: [entry(3), entry(1)], texts: [entry(4), entry(2)] })
  expect(claim()).toEqual([entry(1), entry(2), entry(3), entry(4)])
})

test.each([
  [5, 9, 9],
  [9, 5, 9],
  [9, 'soon', 'soon'],
])(
  'of a record until %s and an item until %s with one key, the one until %s counts',
  (stored, text, kept) => {
    const left = { stored: [entry(1, stored)], texts: [entry(1, text)] }
    const { claim, inDatabase, inTexts } = scene(left)
    expect(claim()).toEqual([entry(1, kept)])
    expect(inDatabase()).toEqual([entry(1, kept)])
    expect(inTexts()).toEqual([])
  },
)

test('an item that is not JSON of a record of its key is removed', () => {
  const { browser, claim, inTexts } = scene({})
  for (const [index, text] of ['{', '', 'null', JSON.stringify(entry(9))].entries())
    browser.localStorage.setItem(PREFIX + entry(index).key, text)
  expect(claim()).toEqual([])
  expect(inTexts()).toEqual([])
})

test('decisions are written: leases and removals', () => {
  const { claim, inDatabase } = scene({ stored: [entry(1), entry(2)] })
  claim(() => [entry(1, 7), entry(2).key])
  expect(inDatabase()).toEqual([entry(1, 7)])
})

test('a record that this page is changing is not returned', () => {
  const { claim, queue, page } = scene({ stored: [entry(1), entry(2)] })
  page.run(() => {
    queue.keep(entry(1, 7))
    queue.forget(entry(1).key)
  })
  expect(claim()).toEqual([entry(2)])
})

test('a failed write changes nothing in the database', () => {
  const { claim, inDatabase } = scene({ stored: [entry(1), entry(2)] })
  claim(() => [entry(1).key, { ...entry(2), size: (() => 1) as unknown as number }])
  expect(inDatabase()).toEqual([entry(1), entry(2)])
})

test('an event that a page left as sent is removed, wherever it is stored', () => {
  const { browser, claim, inDatabase, inTexts } = scene({ stored: [entry(1)], texts: [entry(2)] })
  const sent = `svc-tag.sent.${entry(1).key}`
  browser.localStorage.setItem(sent, `${entry(1).key}\n${entry(2).key}`)
  expect(claim()).toEqual([])
  expect([inDatabase(), inTexts(), browser.localStorage[sent]]).toEqual([[], [], undefined])
})

test('without a database, the stored items are claimed', () => {
  const { claim, inTexts, claimed } = scene({ openMs: undefined, texts: [entry(2), entry(1)] })
  expect(claim(() => [entry(1, 7), entry(2).key])).toEqual([entry(1), entry(2)])
  expect(inTexts()).toEqual([])
  expect(claimed).toEqual([entry(1, 7)])
})
