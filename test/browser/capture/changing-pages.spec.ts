import { DWELL_MS, expect, type TagPage, test } from '../../support/fixtures/tag-page.ts'
import { afterLooking } from '../../support/simulators/after-looking.ts'

declare const svc: { explain(): readonly { readonly element?: Element }[] }

const tile = (pid: string, height = 40) =>
  `<li data-svc-product="${pid}" style="height: ${height}px">${pid}</li>`

const tiles = (...pids: readonly string[]) => pids.map((pid) => tile(pid)).join('')

const list = (inside: string, more = 'data-svc-query="shoes"') => `<ul ${more}>${inside}</ul>`

/** Which list each product was reported in, in order. */
const seenIn = async (watched: TagPage) =>
  (await watched.reported()).flatMap(({ action, data }) =>
    action === 'PRODUCT_IMPRESSIONS'
      ? (data.pids_list as string[]).map((pid) => `${data.query ?? data.page} ${pid}`)
      : [],
  )

test('added and moved tiles are found, and removed ones do not count', async ({
  page,
  watched,
}) => {
  await watched.open(`${list(tiles('A'))}<div id="store" hidden>${tiles('moved')}</div>`)
  await page.evaluate(
    async (html) => {
      const ul = document.querySelector('ul')
      const part = document.createElement('template')
      part.innerHTML = html
      ul?.append(part.content)
      const single = document.createElement('li')
      single.dataset.svcProduct = 'single'
      single.append('single')
      ul?.append(single)
      const brief = document.querySelector('[data-svc-product=brief]')
      const frame = () => new Promise(requestAnimationFrame)
      while (!svc.explain().some(({ element }) => element === brief)) await frame()
      await frame()
      brief?.remove()
      ul?.append(...(document.getElementById('store')?.children ?? []))
    },
    `<div>${tiles('B')}<div>${tiles('C')}</div></div>${tiles('brief')}`,
  )
  // The brief one came with B and C, and would have counted with them.
  await watched.seen('A', 'B', 'C', 'single', 'moved')
  expect((await seenIn(watched)).sort()).toEqual(
    ['A', 'B', 'C', 'moved', 'single'].map((pid) => `shoes ${pid}`),
  )
})

test('attributes set late, changed or removed count as they are when the tile is seen', async ({
  page,
  watched,
}) => {
  await watched.open(`<div id="list">${tile('early')}
    <p id="late">late</p><p id="changed" data-svc-product="before">changed</p>
    <p id="unmarked" data-svc-product="unmarked">unmarked</p>
    <p id="inert"><span data-svc-product="inert">inert</span></p></div>
    <div data-svc-query="other"></div><div data-svc-page="another"></div>`)
  await page.evaluate(() => {
    const set = (id: string, name: string, value: string) =>
      document.getElementById(id)?.setAttribute(name, value)
    set('late', 'data-svc-product', 'late')
    set('changed', 'data-svc-product', 'after')
    document.getElementById('unmarked')?.removeAttribute('data-svc-product')
    set('inert', 'data-svc-ignore', '')
    set('list', 'data-svc-query', 'found later')
  })
  await watched.seen('early', 'late', 'after')
  await page.waitForTimeout(DWELL_MS * 2)
  await page.evaluate(() => document.getElementById('inert')?.removeAttribute('data-svc-ignore'))
  await watched.seen('inert')
  expect((await seenIn(watched)).sort()).toEqual(
    ['after', 'early', 'inert', 'late'].map((pid) => `found later ${pid}`),
  )
})

test('a tile that becomes another product while it is looked at begins its time again', async ({
  page,
  shop,
  watched,
}) => {
  const dwellMs = 1_200
  const change = `document.querySelector('li').dataset.svcProduct = 'Y'; document.title = Date.now()`
  await watched.open(`${list(tiles('X'))}${afterLooking(dwellMs / 2, change)}`, {
    'data-impressions': JSON.stringify({ ratio: 0.5, dwellMs }),
  })
  const [event] = await shop.waitFor('PRODUCT_IMPRESSIONS')
  const changedAt = Number(await page.evaluate(() => document.title))
  expect(Number.parseInt(event?.t ?? '', 10)).toBeGreaterThanOrEqual(changedAt + dwellMs)
  expect(await watched.reportedViews()).toEqual(['Y'])
})

test('lists in open shadow roots count: nested, attached late and changed inside', async ({
  page,
  watched,
}) => {
  await watched.open(`<x-early></x-early><div id="late"></div>
    <div id="declared"><template shadowrootmode="open">${list(tiles('declared'))}</template></div>
    <div id="shut"></div>
    <script>
      const root = (host, html, mode = 'open') => { host.attachShadow({ mode }).innerHTML = html }
      customElements.define('x-inner', class extends HTMLElement {
        constructor() { super(); root(this, '<div data-svc-product="inner">inner</div>') }
      })
      customElements.define('x-early', class extends HTMLElement {
        constructor() { super(); root(this, '<div data-svc-query="early"><x-inner></x-inner><slot></slot></div>') }
      })
      root(document.getElementById('shut'), '<div data-svc-query="shut" data-svc-product="shut">shut</div>', 'closed')
    </script>`)
  await watched.seen('inner', 'declared')
  await page.evaluate(
    ([html, more]) => {
      const host = document.getElementById('late')
      const root = host?.attachShadow({ mode: 'open' })
      if (root) root.innerHTML = html ?? ''
      // A tree that gets its shadow before it gets a place, and one that only changes inside.
      const apart = document.createElement('div')
      apart.attachShadow({ mode: 'open' }).innerHTML = more ?? ''
      document.body.append(apart)
      const slotted = document.createElement('p')
      slotted.dataset.svcProduct = 'slotted'
      slotted.append('slotted')
      document.querySelector('x-early')?.append(slotted)
    },
    [list(tiles('late'), 'data-svc-query="late"'), list(tiles('apart'), 'data-svc-query="apart"')],
  )
  await watched.seen('late', 'apart', 'slotted')
  await page.evaluate(
    (html) => {
      const root = document.getElementById('late')?.shadowRoot
      if (root) root.innerHTML = html
    },
    list(tiles('late', 'later'), 'data-svc-query="late"'),
  )
  await watched.seen('later')
  expect((await seenIn(watched)).sort()).toEqual(
    [
      'apart apart',
      'early inner',
      'early slotted',
      'late late',
      'late later',
      'shoes declared',
    ].sort(),
  )
})

test('a removed shadow root takes its list and its tiles in view with it', async ({ watched }) => {
  const dwellMs = 1_200
  const inside = list(tiles('goes'), 'data-svc-query="inside"')
  // The search asks for the only list, before the tag has looked at what changed.
  const change = `document.getElementById('host').remove()
    document.querySelector('p').dataset.svcProduct = 'beside'
    Promise.resolve().then(() => svc.track('search', { query: 'boots' }))`
  await watched.open(
    `${list(tiles('stays'))}<div id="host"><template shadowrootmode="open">${inside}</template></div>
    <p>beside</p>${afterLooking(dwellMs / 2, change)}`,
    { 'data-impressions': JSON.stringify({ ratio: 0.5, dwellMs }) },
  )
  // In sight for as long as the one that went would have been, and now beside the only list.
  await watched.seen('beside')
  expect(await seenIn(watched)).toEqual(['shoes stays', 'shoes beside'])
})

test('a same-origin frame reports its own events, and none without a tag', async ({
  page,
  shop,
  watched,
}) => {
  const inside = (query: string) =>
    list(
      `<li data-svc-product="${query}"><a href="#x">${query}</a></li>`,
      `data-svc-query="${query}"`,
    )
  const tag = shop.tag({ 'data-record-bots': '', 'data-impressions': 'load' })
  shop.page('/framed.html', `<!doctype html>${tag}${inside('framed')}`)
  shop.page('/plain.html', `<!doctype html>${inside('plain')}`)
  await watched.open(
    `${list(tiles('A'))}<iframe src="/framed.html" name="framed"></iframe><iframe src="/plain.html" name="plain"></iframe>`,
  )
  await watched.seen('A')
  // The frame's tag is there, too.
  await shop.waitFor('PRODUCT_IMPRESSIONS', 2)
  for (const name of ['framed', 'plain']) await page.frame(name)?.getByText(name).click()
  await shop.waitFor('click')
  await watched.reported()
  const events = await shop.received()
  // Whichever of the two tags is first begins the visit.
  const [visitors, others] = [true, false].map((isVisitor) =>
    events.filter(({ action }) => (action === 'visitor') === isVisitor),
  )
  expect(visitors).toHaveLength(1)
  const own = (path: string) =>
    others?.filter(({ data }) => (data as { url: string }).url.startsWith(shop.url + path))
  expect(own('/framed.html')).toMatchObject([
    { action: 'PRODUCT_IMPRESSIONS', data: { query: 'framed', pids_list: ['framed'] } },
    { action: 'click', data: { pid: 'framed' } },
  ])
  expect(own('/plain.html')).toEqual([])
  expect(
    own('/page-1.html')
      ?.map(({ action }) => action)
      .sort(),
  ).toEqual(['PRODUCT_IMPRESSIONS', 'search'])
})
