import type { Page } from '@playwright/test'
import type { Shop } from '../../support/fixtures/shop.ts'
import { DWELL_MS, expect, test } from '../../support/fixtures/tag-page.ts'
import { afterLooking } from '../../support/simulators/after-looking.ts'
import { look } from '../../support/simulators/fault-trial.ts'

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
      `${tile('whole')}${gap(451)}${tile('under half')}${gap(300)}${tile('half')}${gap(800)}${tile('near')}${gap(100)}${tile('tall', 3_000)}${gap(900)}
     <div style="display: flex; overflow-x: scroll; width: 400px">${['A', 'B', 'C', 'D']
       .map((pid) => tile(pid, 100, 'flex: 0 0 300px'))
       .join('')}</div>
     <div style="width: 200px; overflow: hidden">${tile('clipped', 100, 'width: 500px')}</div>${tile('end')}`,
    )}`,
  )
  // 49 of its 100 pixels are in the window for as long.
  await watched.seen('whole')
  expect(await watched.reportedViews()).toEqual(['whole'])
  // Its top is at 951; the window now ends 50 pixels below it.
  await page.evaluate(() => scrollTo(0, 401))
  await watched.seen('half')
  // The tall one fills 299 of the window's 600 pixels, then 300.
  await page.evaluate(() => scrollTo(0, 2_051 - 600 + 299))
  await watched.seen('near')
  expect(await watched.reportedViews()).toEqual(['whole', 'under half', 'half', 'near'])
  await page.evaluate(() => scrollTo(0, 2_051 - 600 + 300))
  await watched.seen('tall')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await watched.seen('A', 'end')
  await page.evaluate(() => document.querySelector('[style*="flex"]')?.scrollTo(400, 0))
  await watched.seen('B', 'C')
  expect(await watched.reportedViews()).toEqual([
    ...['whole', 'under half', 'half', 'near', 'tall'],
    ...['A', 'end', 'B', 'C'],
  ])
})

test('a shop that asks for 80 % or for all of a tile gets that', async ({ page, watched }) => {
  for (const [ratio, short, long] of [
    [0.8, 79, 80],
    [1, 99, 100],
  ] as const) {
    watched.begin()
    await watched.open(
      `${bare}${list(`${tile('whole')}${gap(500 - short)}${tile('part')}${gap(500)}`)}`,
      { 'data-impressions': JSON.stringify({ ratio, dwellMs: DWELL_MS }) },
    )
    await watched.seen('whole')
    expect(await watched.reportedViews()).toEqual(['whole'])
    await page.evaluate((y) => scrollTo(0, y), long - short)
    await watched.seen('part')
    expect(await watched.reportedViews()).toEqual(['whole', 'part'])
  }
})

test('a shop that sets nothing has tiles counted after a second', async ({
  page,
  shop,
  watched,
}) => {
  shop.page('/unset.html', `<!doctype html>${shop.tag({ 'data-record-bots': '' })}<main></main>`)
  await shop.open('/unset.html')
  await look(page)
  const shownAt = await page.evaluate(
    (html) => {
      const main = document.querySelector('main') as HTMLElement
      main.innerHTML = html
      const at = Date.now()
      setTimeout(() => document.querySelector('[data-svc-product=short]')?.remove(), 900)
      return at
    },
    list(tile('long') + tile('short')),
  )
  await watched.seen('long')
  await page.evaluate((html) => {
    document.querySelector('[data-svc-query]')?.insertAdjacentHTML('beforeend', html)
  }, last())
  await watched.seen('last')
  expect(await watched.reportedViews()).toEqual(['long', 'last'])
  const [first] = await shop.waitFor('PRODUCT_IMPRESSIONS')
  expect(Number.parseInt(first?.t ?? '', 10)).toBeGreaterThanOrEqual(shownAt + 1_000)
})

/** The first impression is that long, or longer, after the page did what it was to do: it has the time of that in its title. */
async function expectSeenAfter(ms: number, page: Page, shop: Shop) {
  const [event] = await shop.waitFor('PRODUCT_IMPRESSIONS')
  expect(Number.parseInt(event?.t ?? '', 10)).toBeGreaterThanOrEqual(
    (await page.evaluate(() => Number(document.title))) + ms,
  )
}

const ofAction = (reported: readonly { action: string; data: Record<string, unknown> }[]) =>
  reported.filter(({ action }) => action === 'PRODUCT_IMPRESSIONS').map(({ data }) => data)

/** A tile that has been asked about, so that what came before it has been judged too. */
const last = (pid = 'last') => tile(pid)

test('the time in sight is without a break, and leaving the window begins it again', async ({
  page,
  shop,
  watched,
}) => {
  const dwellMs = 1_200
  const away = `scrollTo(0, 1000)
    let frames = 5
    const back = () => {
      if (frames--) return requestAnimationFrame(back)
      scrollTo(0, 0)
      document.title = Date.now()
    }
    back()`
  await watched.open(`${bare}${list(tile('A'))}${gap(3_000)}${afterLooking(dwellMs / 2, away)}`, {
    'data-impressions': JSON.stringify({ ratio: 0.5, dwellMs }),
  })
  await expectSeenAfter(dwellMs, page, shop)
  expect(await watched.reportedViews()).toEqual(['A'])
})

const UNSEEN = {
  transparent: 'opacity: 0',
  hidden: 'visibility: hidden',
  scaled: 'transform: scale(0)',
  flat: 'height: 0; overflow: hidden',
  narrow: 'width: 0; overflow: hidden',
  gone: 'display: none',
  clipped: 'clip-path: inset(50%)',
  off: 'position: fixed; left: -2000px; width: 100px',
}

test('what nobody can see does not count until it can be seen', async ({ page, watched }) => {
  const names = Object.keys(UNSEEN)
  const tiles = Object.entries(UNSEEN).map(([pid, style]) =>
    tile(pid, 40, `min-height: 0; ${style}`),
  )
  await watched.open(`${bare}<style>div[data-svc-product] { max-height: 40px }</style>
    ${list(`${tiles.join('')}<div style="opacity: 0" id="veil">${tile('veiled', 40)}</div>${last()}`)}`)
  await watched.seen('last')
  await page.waitForTimeout(DWELL_MS * 3)
  expect(await watched.reportedViews()).toEqual(['last'])
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-svc-product], #veil'))
      element.style.cssText = 'height: 40px'
  })
  await watched.seen(...names, 'veiled')
  expect((await watched.reportedViews()).sort()).toEqual(['last', 'veiled', ...names].sort())
})

const HIDDEN_COVER =
  '<div id="cover" style="display: none; position: fixed; inset: 0; background: white">news</div>'

test('a cover that is there when the time is up begins the time of all under it again', async ({
  page,
  shop,
  watched,
}) => {
  const dwellMs = 600
  const change = `const { style } = document.getElementById('cover')
    style.display = 'block'
    setTimeout(() => {
      style.display = 'none'
      document.title = Date.now()
    }, ${dwellMs * 2})`
  await watched.open(
    `${bare}${list(tile('A'))}${HIDDEN_COVER}${afterLooking(dwellMs * 0.1, change)}`,
    { 'data-impressions': JSON.stringify({ ratio: 0.5, dwellMs }) },
  )
  await expectSeenAfter(dwellMs, page, shop)
  expect(await watched.reportedViews()).toEqual(['A'])
})

test('nothing counts behind a modal dialog or a cover; a box in a corner hides nothing beside it', async ({
  page,
  watched,
}) => {
  await watched.open(
    `${bare}${list(tile('A') + gap(1_000) + tile('B', 100, 'width: 300px') + tile('C', 100, 'width: 300px') + gap(1_000))}
     <dialog id="modal">news</dialog>${HIDDEN_COVER}
     <dialog id="corner" style="position: fixed; margin: 0; inset: 100px auto auto 600px; width: 100px; height: 40px">help</dialog>`,
  )
  await watched.seen('A')
  await page.evaluate(() => {
    ;(document.getElementById('modal') as HTMLDialogElement).showModal()
    scrollTo(0, 800)
  })
  await page.waitForTimeout(DWELL_MS * 5)
  await page.evaluate(() => {
    ;(document.getElementById('cover') as HTMLElement).style.display = 'block'
    ;(document.getElementById('modal') as HTMLDialogElement).close()
  })
  await page.waitForTimeout(DWELL_MS * 5)
  expect(await watched.reportedViews()).toEqual(['A'])
  await page.evaluate(() => {
    ;(document.getElementById('cover') as HTMLElement).style.display = 'none'
    ;(document.getElementById('corner') as HTMLDialogElement).show()
  })
  await watched.seen('B', 'C')
  expect(await watched.reportedViews()).toEqual(['A', 'B', 'C'])
})

test('a box that stays in place holds back only what is under it', async ({ page, watched }) => {
  await watched.open(`${bare}${list(tile('first') + tile('middle') + tile('last'))}${gap(2_000)}
    <aside style="position: fixed; top: 20px; width: 100%; height: 60px">chat</aside>`)
  await watched.seen('middle', 'last')
  await page.waitForTimeout(DWELL_MS * 3)
  expect(await watched.reportedViews()).toEqual(['middle', 'last'])
  await page.evaluate(() => {
    const { style } = document.querySelector('aside') as HTMLElement
    style.top = '220px'
  })
  await watched.seen('first')
})

test('of a carousel, its clones included, each slide that was shown counts once', async ({
  page,
  watched,
}) => {
  const slides = ['C', 'A', 'B', 'C', 'A'].map((pid) => tile(pid, 100, 'flex: 0 0 300px'))
  await watched.open(
    `${bare}${list(`<div style="width: 300px; overflow: hidden">
    <div id="track" style="display: flex; transform: translateX(-300px)">${slides.join('')}</div></div>`)}`,
  )
  await watched.seen('A')
  await page.waitForTimeout(DWELL_MS * 2)
  expect(await watched.reportedViews()).toEqual(['A'])
  for (const [place, pid] of [
    [-600, 'B'],
    [-900, 'C'],
    [-1_200, 'A'],
    [-300, 'A'],
  ] as const) {
    await page.evaluate((x) => {
      const track = document.getElementById('track')
      if (track) track.style.transform = `translateX(${x}px)`
    }, place)
    await watched.seen(pid)
  }
  expect(await watched.reportedViews()).toEqual(['A', 'B', 'C'])
})

test('tiles that the browser leaves out until they come near count when they are seen', async ({
  page,
  watched,
}) => {
  const sections = [0, 1, 2, 3].map(
    (section) =>
      `<section style="content-visibility: auto; contain-intrinsic-size: auto 600px">${[0, 1, 2]
        .map((index) => tile(`${section}-${index}`, 200))
        .join('')}</section>`,
  )
  await watched.open(
    `${bare}${list(
      `<div id="shut" style="content-visibility: hidden">${tile('shut')}</div>${sections.join('')}`,
    )}`,
  )
  await watched.seen('0-0', '0-1', '0-2')
  await page.keyboard.press('End')
  await watched.seen('3-0', '3-1', '3-2')
  expect((await watched.reportedViews()).sort()).toEqual(['0-0', '0-1', '0-2', '3-0', '3-1', '3-2'])
  await page.evaluate(() => {
    document.getElementById('shut')?.style.removeProperty('content-visibility')
    scrollTo(0, 0)
  })
  await watched.seen('shut')
})

test('on a page that counts what it loads, each product counts once, shown or not', async ({
  page,
  watched,
}) => {
  await watched.open(
    list(`${tile('A')}${tile('B', 0, 'display: none')}${gap(5_000)}${tile('C')}${tile('A')}`),
    {
      'data-impressions': 'load',
    },
  )
  await watched.seen('A', 'B', 'C')
  await page.evaluate((html) => {
    document.querySelector('[data-svc-query]')?.insertAdjacentHTML('beforeend', html)
  }, tile('B') + tile('D'))
  await watched.seen('D')
  expect(await watched.reportedViews()).toEqual(['A', 'B', 'C', 'D'])
})

test('a product counts once a list: by request id, or by name and start', async ({
  page,
  watched,
}) => {
  await watched.open(
    `${list(tile('A', 20) + tile('A', 20), 'data-svc-query="shoes"')}
     ${list(tile('A', 20), 'data-svc-query="shoes" data-svc-start="24"')}
     ${list(tile('A', 20), 'data-svc-page="shoes"')}
     ${list(tile('A', 20), 'data-svc-query="shoes" data-svc-request-id="r-1"')}
     ${list(tile('A', 20), 'data-svc-query="shoes" data-svc-page="both"')}
     ${list(list(tile('A', 20), 'data-svc-query="inner"'), 'data-svc-query="outer"')}
     <div data-svc-product="beside">beside</div>${list('', 'data-svc-query=" "')}`,
  )
  await watched.noticed('PRODUCT_IMPRESSIONS', 4)
  await page.waitForTimeout(DWELL_MS * 2)
  await page.evaluate(() => {
    document
      .querySelector<HTMLElement>('[data-svc-request-id]')
      ?.setAttribute('data-svc-request-id', 'r-2')
  })
  await watched.noticed('PRODUCT_IMPRESSIONS', 5)
  const reported = ofAction(await watched.reported())
  const page_type = 'BOOLEAN'
  expect(reported).toHaveLength(5)
  expect(reported).toEqual(
    expect.arrayContaining([
      // Two lists, and nothing that the tracker is told tells them apart.
      { query: 'shoes', pids_list: ['A', 'A'] },
      { page: 'shoes', page_type, pids_list: ['A'] },
      { query: 'shoes', requestId: 'r-1', pids_list: ['A'] },
      { query: 'shoes', requestId: 'r-2', pids_list: ['A'] },
      { query: 'inner', pids_list: ['A'] },
    ]),
  )
  expect((await watched.ignored()).sort()).toEqual([
    'counted before',
    'not in a list; mark it data-svc-query or data-svc-page',
  ])
})
