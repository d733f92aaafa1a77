import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures/shop.ts'

/*
 * An event under way when its page is left, while nothing is known of the tracker, says for how long it was silent. The next page decides
 * with its first response whether it counts as sent (docs/delivery.md).
 */

/** The members of a record that are asked here. */
interface Stored {
  readonly event: { readonly action: string; readonly data: { readonly pid?: string } }
  readonly silentMs?: number
}

/** The journal as a page of the shop without the tag finds it: the product of each event, and whether it is marked as left. */
const leftIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<[string, boolean][]>((resolve) => {
        const texts = Object.entries(localStorage)
          .filter(([key]) => key.startsWith('svc-tag.unsent.'))
          .map(([, text]) => JSON.parse(text))
        const opening = indexedDB.open('svc-tag')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('events').objectStore('events').getAll()
          reading.onsuccess = () => {
            // A text takes the place of the record that the database has.
            const records = [...reading.result, ...texts].map((record) => [record.key, record])
            const kept = [...new Map(records as [string, Stored][]).values()]
            resolve(
              kept
                .map(({ event, silentMs }): [string, boolean] => [
                  event.data.pid ?? event.action,
                  silentMs !== undefined,
                ])
                .sort(),
            )
          }
        }
      }),
  )

test('what a page reports as it goes, after the tag, is marked as left like the rest', async ({
  page,
  shop,
}) => {
  const late = `<script>
    function listen() {
      // The last that a page hears as it goes.
      document.addEventListener('visibilitychange', () => svc.track('cart', { pid: 'P2', qty: 1 }))
    }
  </script>`
  shop.page('/leaving.html', `<!doctype html>${shop.tag({ 'data-record-bots': '' })}${late}`)
  shop.page('/without.html', '<!doctype html><title>Without the tag</title>')
  await shop.faults({ delayMs: 5_000 })
  await shop.open('/leaving.html')
  await page.evaluate('listen()')
  await page.evaluate("void svc.track('cart', { pid: 'P1', qty: 1 })")
  await shop.open('/without.html')
  await expect
    .poll(() => leftIn(page))
    .toEqual([
      ['P1', true],
      ['P2', true],
      ['visitor', true],
    ])
})
