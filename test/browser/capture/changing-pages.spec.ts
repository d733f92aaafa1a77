import { DWELL_MS, expect, type TagPage, test } from '../../support/fixtures/tag-page.ts'

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
    <div data-svc-query="other"></div><div data-svc-page="another"></div>
    <p id="order"><b data-svc-line="L" data-svc-qty="2" data-svc-price="7.5">L</b></p>
    <script type="application/json" id="events">[{"action":"click","data":{"pid":"C"}}]</script>`)
  await page.evaluate(() => {
    const set = (id: string, name: string, value: string) =>
      document.getElementById(id)?.setAttribute(name, value)
    set('late', 'data-svc-product', 'late')
    set('changed', 'data-svc-product', 'after')
    document.getElementById('unmarked')?.removeAttribute('data-svc-product')
    set('inert', 'data-svc-ignore', '')
    set('order', 'data-svc-order', 'o-1')
    set('events', 'data-svc-events', '')
    set('list', 'data-svc-query', 'found later')
  })
  await watched.seen('early', 'late', 'after')
  await watched.noticed('order')
  await watched.noticed('click')
  await page.waitForTimeout(DWELL_MS * 2)
  await page.evaluate(() => document.getElementById('inert')?.removeAttribute('data-svc-ignore'))
  await watched.seen('inert')
  expect((await seenIn(watched)).sort()).toEqual(
    ['after', 'early', 'inert', 'late'].map((pid) => `found later ${pid}`),
  )
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
