import { expect, test } from 'vitest'
import { createShopper } from '../../../kit/shopify/index'
import { createKeptTexts } from '../../../src/pixel/kept-texts'
import { createJournal } from '../../../src/pixel/pixel-journal'
import type { QueueEntry } from '../../../src/send/queue-entry'

const entry = { v: 1, key: '01|0.5', until: 0, size: 1, event: {} } as unknown as QueueEntry

test('of two pages that claim an entry, however close, one gets it', async () => {
  const turns = [0, 1, 2, 3, 4, 8]
  const counts = await Promise.all(
    turns.map(async (apart) => {
      const wait = () => new Promise<void>((resolve) => setImmediate(resolve))
      const shopper = createShopper({ wait })
      const open = () => {
        const { api } = shopper.open('/')
        return createJournal(createKeptTexts(api.browser.localStorage))
      }
      const first = open().claim([entry])
      for (let turn = 0; turn < apart; turn++) await wait()
      const claimed = await Promise.all([first, open().claim([entry])])
      return claimed.flat().length
    }),
  )
  expect(counts).toEqual(turns.map(() => 1))
})
