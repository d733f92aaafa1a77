import type { Page } from '@playwright/test'
import { expect, type TagPage, test } from '../../support/fixtures/tag-page.ts'

/*
 * Only some tiles around those in sight are watched, so every way to get from one place of a page to another, and every
 * layout whose order is not that of the document, must find the tiles that are there.
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

/** The products of which at least half is in the window, read from the page itself. */
const shown = (page: Page) =>
  page.evaluate(() => {
    // Without scrollbars, which take their room in Firefox.
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

/** Settles when the page has stood still for a while. */
const stand = (page: Page) =>
  page.evaluate(async () => {
    let at = Number.NaN
    for (let still = 0; still < 10; still += 1) {
      await new Promise(requestAnimationFrame)
      if (scrollY !== at) still = 0
      at = scrollY
    }
  })

/** Goes somewhere else, and waits until all that is shown there counts. Returns what that is. */
async function visit(page: Page, watched: TagPage, go: () => Promise<unknown>) {
  await go()
  await stand(page)
  const there = await shown(page)
  expect(there.length).toBeGreaterThan(0)
  await watched.seen(...there)
  return there
}

/** The reports have exactly the products that were shown, each once. */
async function expectReported(watched: TagPage, visited: readonly (readonly string[])[]) {
  expect((await watched.reportedViews()).sort()).toEqual([...new Set(visited.flat())].sort())
}

const jump = (page: Page, to: 'End' | 'Home') => () => page.keyboard.press(to)

const scrollTo = (page: Page, y: number) => () => page.evaluate((top) => window.scrollTo(0, top), y)

/** Lists whose order is not that of the document, one below the other. */
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
]

test('after a jump, only tiles in the viewport count, in any layout', async ({ page, watched }) => {
  await watched.open(LAYOUTS.join(''))
  const visited = [await visit(page, watched, async () => {})]
  visited.push(await visit(page, watched, jump(page, 'End')))
  const height = await page.evaluate(() => document.body.scrollHeight)
  for (const share of [0.13, 0.9, 0.4, 0.22, 0.65, 0.05])
    visited.push(await visit(page, watched, scrollTo(page, Math.round(height * share))))
  visited.push(await visit(page, watched, jump(page, 'Home')))
  await expectReported(watched, visited)
})

test('after a jump in a box in a shadow root, all tiles in it count and no others', async ({
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

/** Fills the list of the page anew. */
const fill = (page: Page, html: string) => () =>
  page.evaluate((text) => {
    const element = document.querySelector('[data-svc-query]')
    if (element) element.innerHTML = text
  }, html)

/** Puts something before the first tile. */
const putAbove = (page: Page, html: string) => () =>
  page.evaluate(
    (text) => document.querySelector('[data-svc-query]')?.insertAdjacentHTML('afterbegin', text),
    html,
  )

test('a link to an anchor, a wheel, a filter and tiles put in above lead to tiles that count', async ({
  page,
  watched,
}) => {
  await watched.open(
    `<a href="#P400" style="display: block; height: 20px">there</a>${list(many('P', 600))}`,
  )
  const visited = [await visit(page, watched, async () => {})]
  const go = async (how: () => Promise<unknown>) => visited.push(await visit(page, watched, how))
  await go(() => page.getByText('there').click())
  await page.mouse.move(500, 300)
  for (let step = 0; step < 4; step += 1)
    await go(async () => {
      const before = await page.evaluate(() => scrollY)
      await page.mouse.wheel(0, -400)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(before - 400)
    })
  for (const [prefix, count] of [
    ['Q', 500],
    ['R', 40],
    ['S', 300],
  ] as const)
    await go(fill(page, many(prefix, count)))
  await go(putAbove(page, many('T', 300)))
  await go(() => page.evaluate(() => window.scrollBy(0, -3_000)))
  await go(jump(page, 'Home'))
  await go(jump(page, 'End'))
  await expectReported(watched, visited)
})

test('long lists beside one another and below one another are all looked at', async ({
  page,
  watched,
}) => {
  const column = (prefix: string) =>
    `<div data-svc-query="${prefix}" style="width: 200px">${many(prefix, 300)}</div>`
  const rail = (prefix: string) =>
    `<div data-svc-query="${prefix}" id="${prefix}" style="display: flex; overflow-x: auto">${many(prefix, 60, 'flex: 0 0 180px; height: 120px')}</div>`
  await watched.open(
    `${bare}${rail('X')}<div style="display: flex">${['A', 'B', 'C', 'D'].map(column).join('')}</div>${rail('Y')}`,
  )
  const visited = [await visit(page, watched, async () => {})]
  visited.push(
    await visit(page, watched, () =>
      page.evaluate(() => document.getElementById('X')?.scrollTo(6_000, 0)),
    ),
  )
  visited.push(await visit(page, watched, scrollTo(page, 15_000)))
  visited.push(await visit(page, watched, jump(page, 'End')))
  visited.push(
    await visit(page, watched, () =>
      page.evaluate(() => document.getElementById('Y')?.scrollTo(3_000, 0)),
    ),
  )
  await expectReported(watched, visited)
  const lists = (await watched.reported()).map(({ data }) => data.query)
  expect([...new Set(lists)].sort()).toEqual(['A', 'B', 'C', 'D', 'X', 'Y'])
})

test('on a phone, many rows scrolled sideways are searched, and visible tiles count', async ({
  page,
  watched,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  /** How many tiles each is scrolled by: the nearest ones are in more places than are looked at. */
  const asides = [12, 9, 6, 15, 9, 9, 9, 9, 6, 6, 15, 12]
  const row = (aside: number, index: number) =>
    `<div data-svc-query="R${index}" data-aside="${aside}" style="display: flex; overflow-x: auto">${many(`R${index}-`, 20, 'flex: 0 0 300px; height: 200px')}</div>`
  const scrollAside = () => {
    for (const one of document.querySelectorAll<HTMLElement>('[data-aside]'))
      one.scrollTo(Number(one.dataset.aside) * 300, 0)
  }
  await watched.open(`${bare}${asides.map(row).join('')}`)
  const visited = [await visit(page, watched, async () => {})]
  visited.push(await visit(page, watched, () => page.evaluate(scrollAside)))
  await expectReported(watched, visited)
})

const folded = (prefix: string, count: number) => `<div hidden>${many(prefix, count)}</div>`

/** Few tiles to be found among many that nobody sees, or that were counted, and what is done to bring others into the window. */
const SCENES: readonly {
  readonly what: string
  readonly html: string
  readonly acts?: readonly ((page: Page) => Promise<unknown>)[]
}[] = [
  {
    what: 'a short list beside long ones that nobody sees',
    html: `${list(many('A', 151), 'display: none')}${list(many('B', 3), '', 'coats')}${list(many('C', 500), 'display: none', 'bags')}`,
  },
  {
    what: 'a short list whose first products are folded away',
    html: `${list(folded('A', 300))}${list(`${folded('F', 62)}${many('B', 3)}`, '', 'coats')}${list(folded('C', 500), '', 'bags')}`,
  },
  {
    what: 'a sticky bar in the middle of the document',
    html: `${list(many('P', 401), 'width: 400px')}<div data-svc-query="bar" style="position: fixed; top: 0; left: 500px; display: flex">${many('B', 4, 'flex: 0 0 100px; height: 60px')}</div>${list(many('Q', 401), 'width: 400px', 'coats')}`,
  },
  {
    what: 'what comes in at the end of a window full of counted products',
    html: list(
      many('P', 2_000, 'height: 50px'),
      'display: grid; grid-template-columns: repeat(10, 1fr)',
    ),
    acts: [2_000, 4_000, 150].map((top) => (page: Page) => scrollTo(page, top)()),
  },
  {
    what: 'the few products that a script leaves of many',
    html: list(many('P', 1_000)),
    acts: [
      (page) =>
        page.evaluate(() => {
          for (const [index, one] of document.querySelectorAll('[data-svc-product]').entries())
            one.toggleAttribute('hidden', index % 70 !== 9)
        }),
      (page) => scrollTo(page, 500)(),
    ],
  },
  {
    what: 'what a style brings into the window without a word',
    html: `<div class="gone" style="height: 100px">${list(many('A', 3))}</div><div class="gone">${list(many('P', 200), '', 'coats')}<div style="height: 9000px"></div></div>${list(many('Q', 5), '', 'bags')}`,
    acts: [
      (page) =>
        page.evaluate(() => {
          for (const one of document.querySelectorAll<HTMLElement>('.gone'))
            one.style.display = 'none'
        }),
    ],
  },
]

test('the few tiles that are shown of many count, wherever they are', async ({ page, watched }) => {
  for (const { what, html, acts = [] } of SCENES)
    await test.step(what, async () => {
      watched.begin()
      await watched.open(bare + html)
      const visited = [await visit(page, watched, async () => {})]
      for (const act of acts) visited.push(await visit(page, watched, () => act(page)))
      await expectReported(watched, visited)
    })
})

test('in a flood of changes nothing is overlooked, and nothing told that is not seen', async ({
  page,
  watched,
}) => {
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
