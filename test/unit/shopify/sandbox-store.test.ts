import { expect, test } from 'vitest'
import { createShopper } from '../../../kit/shopify/index'
import { createKeptTexts, createSandboxStore } from '../../../src/pixel/sandbox-store'
import type { QueueEntry } from '../../../src/send/queue-entry'

const entry = {
  kind: 'event',
  v: 2,
  key: 'order 1|0.5',
  until: 0,
  size: 1,
  event: {},
} as unknown as QueueEntry

test('of two pages that claim an entry, however close, one gets it', async () => {
  const turns = [0, 1, 2, 3, 4, 8]
  const counts = await Promise.all(
    turns.map(async (apart) => {
      const wait = () => new Promise<void>((resolve) => setImmediate(resolve))
      const shopper = createShopper({ wait })
      const open = () => {
        const { api } = shopper.open('/')
        const store = createSandboxStore(createKeptTexts(api.browser.localStorage))
        return new Promise<readonly QueueEntry[]>((resolve) => store.claim(() => [entry], resolve))
      }
      const first = open()
      for (let turn = 0; turn < apart; turn++) await wait()
      const claimed = await Promise.all([first, open()])
      return claimed.flat().length
    }),
  )
  expect(counts).toEqual(turns.map(() => 1))
})
