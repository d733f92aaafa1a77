import type { Page } from '@playwright/test'
import { expect, type TagPage, test } from '../../support/fixtures/tag-page.ts'

/*
 * Only some tiles around the visible ones are observed, so every way of moving on a page, and every
 * layout whose order differs from the document's, must still find the visible tiles.
 */

test.use({ viewport: { width: 1000, height: 600 } })

const tile = (pid: string, style = 'height: 100px') =>
  `<div data-svc-product="${pid}" id="${pid}" style="${style}">${pid}</div>`

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

const many = (prefix: string, count: number, style?: string) =>
  numbered(prefix, count)
    .map((pid) => tile(pid, style))
    .join('')

const bare = '<style>body { margin: 0 }</style>'

const list = (inside: string, style = '', query = 'shoes') =>
  `${bare}<div data-svc-query="${query}" style="${style}">${inside}</div>`

/** The products whose tiles are at least half in the window, read from the page itself. */
const shown = (page: Page) =>
  page.evaluate(() => {
    // Without scrollbars, which take up space in Firefox.
    const { clientWidth, clientHeight } = document.documentElement
    return [...document.querySelectorAll<HTMLElement>('[data-svc-product]')].flatMap((element) => {
      const { top, bottom, left, right, width, height } = element.getBoundingClientRect()
      const part = (start: number, end: number, limit: number) =>
        Math.max(0, Math.min(end, limit) - Math.max(start, 0))
      const area = part(left, right, clientWidth) * part(top, bottom, clientHeight)
      return width * height > 0 && area >= (width * height) / 2
        ? [element.dataset.svcProduct ?? '']
        : []
    })
  })

/** Resolves when the page has not moved for a while. */
const stand = (page: Page) =>
  page.evaluate(async () => {
    let at = Number.NaN
    for (let still = 0; still < 10; still += 1) {
      await new Promise(requestAnimationFrame)
      if (scrollY !== at) still = 0
      at = scrollY
    }
  })

/** Moves to another position, and waits until everything visible there counts. Returns the products. */
async function visit(page: Page, watched: TagPage, go: () => Promise<unknown>) {
  await go()
  await stand(page)
  const there = await shown(page)
  expect(there.length).toBeGreaterThan(0)
  await watched.seen(...there)
  return there
}

async function expectReported(watched: TagPage, visited: readonly (readonly string[])[]) {
  expect((await watched.reportedViews()).sort()).toEqual([...new Set(visited.flat())].sort())
}

const jump = (page: Page, to: 'End' | 'Home') => () => page.keyboard.press(to)

const scrollTo = (page: Page, y: number) => () => page.evaluate((top) => window.scrollTo(0, top), y)

/** Lists whose visual order differs from the document's, one below the other. */
const LAYOUTS = [
  list(
    numbered('C', 400)
      .map((pid, index) => tile(pid, `break-inside: avoid; height: ${80 + ((index * 37) % 90)}px`))
      .join(''),
    'columns: 4',
    'columns filled in turn',
  ),
  list(
    numbered('M', 400)
      .map((pid, index) => {
        const column = (index * 7) % 4
        return tile(
          pid,
          `position: absolute; width: 240px; left: ${column * 250}px; top: ${Math.floor(index / 4) * 110 + column * 25}px; height: 100px`,
        )
      })
      .join(''),
    'position: relative; height: 11200px',
    'masonry placed by a script',
  ),
  list(
    many('R', 200, 'height: 100px; flex: none'),
    'display: flex; flex-direction: column-reverse',
    'an order turned around',
  ),
  list(
    many('W', 500, 'height: 100px; flex: 0 0 200px'),
    'display: flex; flex-flow: row-reverse wrap',
    'rows from the right',
  ),
  list(
    Array.from(
      { length: 20 },
      (_, section) =>
        `<section style="content-visibility: auto; contain-intrinsic-size: auto 600px">${many(`V${section}-`, 6)}</section>`,
    ).join(''),
    '',
    'sections that the browser leaves out until they come near',
  ),
]

test('after a jump, only tiles in the viewport count, in every layout', async ({
  page,
  watched,
}) => {
  await watched.open(LAYOUTS.join(''))
  const visited = [await visit(page, watched, async () => {})]
  visited.push(await visit(page, watched, jump(page, 'End')))
  const height = await page.evaluate(() => document.body.scrollHeight)
  for (const share of [0.13, 0.9, 0.4, 0.22, 0.65, 0.05])
    visited.push(await visit(page, watched, scrollTo(page, Math.round(height * share))))
  visited.push(await visit(page, watched, jump(page, 'Home')))
  await expectReported(watched, visited)
})

test('after a jump in a scroll box in a shadow root, exactly its visible tiles count', async ({
  page,
  watched,
}) => {
  await watched.open(`${bare}<div id="host"></div><script>
    document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML =
      '<div id="box" style="height: 600px; overflow: auto">${list(many('P', 600)).replaceAll('\n', '')}</div>'
  </script>`)
  await watched.seen(...numbered('P', 6))
  await page.evaluate(() => {
    document.getElementById('host')?.shadowRoot?.getElementById('box')?.scrollTo(0, 30_000)
  })
  const there = numbered('P', 306).slice(300)
  await watched.seen(...there)
  await expectReported(watched, [numbered('P', 6), there])
})

test('in a flood of changes, exactly the visible tiles are reported', async ({ page, watched }) => {
  await watched.open(list(tile('first')))
  await page.evaluate(() => {
    const root = document.querySelector('[data-svc-query]')
    const order = document.createElement('p')
    order.dataset.svcOrder = 'o-1'
    order.innerHTML = '<b data-svc-line="A" data-svc-qty="1" data-svc-price="2">A</b>'
    const host = document.createElement('div')
    host.attachShadow({ mode: 'open' }).innerHTML =
      '<div data-svc-query="box"><p data-svc-product="inside">inside</p></div>'
    const tiles = Array.from({ length: 3_000 }, (_, index) => {
      const one = document.createElement('div')
      one.dataset.svcProduct = `P${index}`
      one.textContent = `P${index}`
      one.style.height = '100px'
      return one
    })
    root?.before(host)
    for (const one of [order, ...tiles]) root?.append(one)
  })
  const visited = [
    await visit(page, watched, scrollTo(page, 200_000)),
    await visit(page, watched, scrollTo(page, 0)),
  ]
  await watched.seen('inside')
  await watched.noticed('order')
  await expectReported(watched, [...visited, ['inside']])
  const reported = await watched.reported()
  expect(reported.filter(({ action }) => action !== 'PRODUCT_IMPRESSIONS')).toEqual([
    { action: 'order', data: { pid: 'A', qty: '1', price: '2' } },
  ])
  expect(reported.filter(({ data }) => data.query === 'box')).toMatchObject([
    { data: { pids_list: ['inside'] } },
  ])
})
