import { DWELL_MS, expect, test } from '../../support/watched.ts'

/** A tile of a height in pixels. */
const tile = (pid: string, height = 100, style = '') =>
  `<div data-svc-product="${pid}" style="height: ${height}px; ${style}">${pid}</div>`

const gap = (height: number) => `<div style="height: ${height}px"></div>`

const list = (tiles: string, more = 'data-svc-query="shoes"') => `<div ${more}>${tiles}</div>`

/** Pages without a margin, so that places can be counted. */
const bare = '<style>body { margin: 0 }</style>'

test.use({ viewport: { width: 1000, height: 600 } })

test('a tile counts when half of it, or of the window, is in the window', async ({
  page,
  watched,
}) => {
  await watched.open(
    `${bare}${list(
      `${gap(551)}${tile('under half')}${gap(300)}${tile('half')}${gap(1_000)}${tile('tall', 3_000)}${gap(900)}
     <div style="display: flex; overflow-x: scroll; width: 400px">${['A', 'B', 'C', 'D']
       .map((pid) => tile(pid, 100, 'flex: 0 0 300px'))
       .join('')}</div>
     <div style="width: 200px; overflow: hidden">${tile('clipped', 100, 'width: 500px')}</div>${tile('end')}`,
    )}`,
  )
  // 49 of its 100 pixels are in the window, for longer than any dwell.
  await page.waitForTimeout(DWELL_MS * 2)
  // Its top is at 951; the window now ends 50 pixels below it.
  await page.evaluate(() => scrollTo(0, 401))
  await watched.seen('half')
  // The tall one fills 299 of the window's 600 pixels, then 300.
  await page.evaluate(() => scrollTo(0, 2_051 - 600 + 299))
  await page.waitForTimeout(DWELL_MS * 2)
  expect(await watched.toldSeen()).toEqual(['under half', 'half'])
  await page.evaluate(() => scrollTo(0, 2_051 - 600 + 300))
  await watched.seen('tall')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await watched.seen('A', 'end')
  await page.evaluate(() => document.querySelector('[style*="flex"]')?.scrollTo(400, 0))
  await watched.seen('B', 'C')
  expect(await watched.toldSeen()).toEqual(['under half', 'half', 'tall', 'A', 'end', 'B', 'C'])
})
