import type { Page } from '@playwright/test'
import { expect, test } from '../../support/shop.ts'

/*
 * What was under way when its page was left says so, where it is kept: the next page then knows that it has most likely arrived, and
 * does not send it again (docs/delivery.md).
 */

/** What a page of the shop without the tag finds in the outbox: the product of each event, and whether it is marked as left. */
const leftIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<[string, boolean][]>((resolve) => {
        const shelved = Object.entries(localStorage)
          .filter(([key]) => key.startsWith('svc-tag.event.'))
          .map(([, text]) => JSON.parse(text))
        const opening = indexedDB.open('svc-tag')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('events').objectStore('events').getAll()
          reading.onsuccess = () => {
            // What lies in the storage counts.
            const kept = [...reading.result, ...shelved].map(
              ({ key, event, silentMs }) =>
                [key, [event.data.pid, silentMs !== undefined]] as [string, [string, boolean]],
            )
            resolve([...new Map(kept).values()].sort())
          }
        }
      }),
  )

test('what the page itself reports as it goes, after the tag, is marked as left like all that is under way', async ({
  page,
  shop,
}) => {
  const late = `<script>
    async function listen() {
      await svc.ready
      // The last that a page hears as it goes.
      document.addEventListener('visibilitychange', () => svc.track('cart', { pid: 'P2', qty: 1 }))
    }
  </script>`
  shop.page('/leaving.html', `<!doctype html>${shop.tag({ 'data-record-bots': '' })}${late}`)
  shop.page('/without.html', '<!doctype html><title>Without the tag</title>')
  await shop.open('/leaving.html')
  await shop.waitFor('visitor')
  await page.evaluate('listen()')
  await shop.faults({ delayMs: 5_000 })
  await page.evaluate("void svc.track('cart', { pid: 'P1', qty: 1 })")
  await shop.open('/without.html')
  await expect
    .poll(() => leftIn(page))
    .toEqual([
      ['P1', true],
      ['P2', true],
    ])
})
