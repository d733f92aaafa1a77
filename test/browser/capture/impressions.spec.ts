import { DWELL_MS, expect, test } from '../../support/fixtures/tag-page.ts'

const tile = (pid: string, height = 100, style = '') =>
  `<div data-svc-product="${pid}" style="height: ${height}px; ${style}">${pid}</div>`

const gap = (height: number) => `<div style="height: ${height}px"></div>`

const list = (tiles: string, more = 'data-svc-query="shoes"') => `<div ${more}>${tiles}</div>`

const bare = '<style>body { margin: 0 }</style>'

test.use({ viewport: { width: 1000, height: 600 } })

test('a tile counts when half of it is visible, or when it fills half of the window', async ({
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
  // 49 of its 100 pixels are in the window for the same time.
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

test('the setting can require 80 % of a tile', async ({ page, watched }) => {
  await watched.open(`${bare}${list(`${tile('whole')}${gap(421)}${tile('part')}${gap(500)}`)}`, {
    'data-impressions': JSON.stringify({ ratio: 0.8, dwellMs: DWELL_MS }),
  })
  await watched.seen('whole')
  expect(await watched.reportedViews()).toEqual(['whole'])
  await page.evaluate(() => scrollTo(0, 1))
  await watched.seen('part')
  expect(await watched.reportedViews()).toEqual(['whole', 'part'])
})

const ofAction = (reported: readonly { action: string; data: Record<string, unknown> }[]) =>
  reported.filter(({ action }) => action === 'PRODUCT_IMPRESSIONS').map(({ data }) => data)

/** A tile that the test waits for, so that all tiles before it have been judged too. */
const last = (pid = 'last') => tile(pid)

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

test('invisible tiles do not count until they become visible', async ({ page, watched }) => {
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

test('tiles behind a modal dialog or cover do not count, but those beside a box in a corner do', async ({
  page,
  watched,
}) => {
  await watched.open(
    `${bare}${list(tile('A') + gap(1_000) + tile('B', 100, 'width: 300px') + tile('C', 100, 'width: 300px') + gap(1_000))}
     <dialog id="modal">news</dialog>
     <div id="cover" style="display: none; position: fixed; inset: 0; background: white">news</div>
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

test('each visible slide of a carousel counts once, including its clones', async ({
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

test('if impressions count on load, each product counts once, visible or not', async ({
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

test('a product counts once per list, identified by request id or by name and start', async ({
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
      // Two lists that the tracker cannot distinguish.
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
