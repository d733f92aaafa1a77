import type { Page } from '@playwright/test'
import { openInspector, unlockRoots } from '../../support/fixtures/inspector.ts'
import { expect, test } from '../../support/fixtures/shop.ts'

/** How many tasks of more than 100 ms there were since the last time it was asked. */
const longTasks = (page: Page) =>
  page.evaluate(() => {
    const messages = window as unknown as { tasks?: number; watching?: PerformanceObserver }
    messages.watching ??= new PerformanceObserver((list) => {
      const long = list.getEntries().filter(({ duration }) => duration > 100)
      messages.tasks = (messages.tasks ?? 0) + long.length
    })
    messages.watching.observe({ type: 'longtask' })
    const { tasks = 0 } = messages
    messages.tasks = 0
    return tasks
  })

async function scroll(page: Page) {
  await page.mouse.move(300, 300)
  for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, 700)
}

test('outlines stay smooth on a page of 10,000 tiles', async ({ page, shop }) => {
  await unlockRoots(page)
  const tiles = Array.from(
    { length: 10_000 },
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

  await longTasks(page)
  await scroll(page)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
  await expect(legend).toContainText('counted')
  const outlined = await longTasks(page)

  await panel.getByRole('button', { name: 'Close the inspector' }).click()
  await longTasks(page)
  await scroll(page)
  const plain = await longTasks(page)
  // Every frame would be one if all tiles were drawn; a busy machine makes a few by itself.
  expect(outlined).toBeLessThanOrEqual(plain + 4)
})
