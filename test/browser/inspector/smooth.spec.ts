import type { Page } from '@playwright/test'
import { openInspector, unlockRoots } from '../../support/fixtures/opened-inspector.ts'
import { expect, test } from '../../support/fixtures/shop.ts'
import { countBrowserCalls } from '../../support/runner/browser-call-counter.ts'

const TILES = 10_000

/** More than a window shows of them, and far less than all. */
const MOST_PLACES = TILES / 50

async function scroll(page: Page) {
  await page.mouse.move(300, 300)
  for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, 700)
}

/** Counts the frames of a page from now on. Returns how many there were. */
async function countFrames(page: Page): Promise<() => Promise<number>> {
  const frames = await page.evaluateHandle(() => {
    const counted = { count: 0 }
    const onFrame = () => {
      counted.count += 1
      requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
    return counted
  })
  return () => frames.evaluate(({ count }) => count)
}

// Time would tell more, but not on a busy machine: with all tiles drawn, each frame asks for 10,000 places.
test('outlines on a page of 10,000 tiles ask for the places of few', async ({ page, shop }) => {
  await unlockRoots(page)
  const asked = await countBrowserCalls(page)
  const tiles = Array.from(
    { length: TILES },
    (_, index) => `<li data-svc-product="P${index}"><b>Product ${index}</b><p>19.90</p></li>`,
  ).join('')
  shop.page(
    '/many.html',
    `<!doctype html>${shop.tag({ 'data-record-bots': 'true' })}
    <style>ul { display: grid; grid-template-columns: repeat(5, 1fr) } li { height: 120px }</style>
    <ul data-svc-query="everything">${tiles}</ul>`,
  )
  await shop.open('/many.html')
  const panel = await openInspector(page)
  await panel.getByRole('switch', { name: 'Outline' }).click()
  const legend = panel.getByRole('list', { name: 'Tiles in the window' })
  await expect(legend).toContainText('counted')

  const framesSince = await countFrames(page)
  const before = await asked()
  await scroll(page)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
  await expect(legend).toContainText('counted')
  const places = (await asked()).places - before.places
  const frames = await framesSince()
  expect(frames).toBeGreaterThan(0)
  // Each frame draws what is in the window anew.
  expect(places / frames).toBeGreaterThan(10)
  expect(places / frames).toBeLessThan(MOST_PLACES)

  await panel.getByRole('button', { name: 'Close the inspector' }).click()
  const closed = await asked()
  await scroll(page)
  // The tag itself goes on.
  expect(((await asked()).places - closed.places) / TILES).toBeLessThan(0.1)
})
