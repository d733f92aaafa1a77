import type { Page } from '@playwright/test'
import type { Shop } from '../../support/fixtures/shop.ts'
import { DWELL_MS, expect, type TagPage, test } from '../../support/fixtures/tag-page.ts'

interface Where {
  readonly query: string
  readonly url: string
  readonly referrer: string
  readonly visitId: string
}

const note = (page: Page, query: string) =>
  page.evaluate((text) => window.svc.track('search', { query: text }), query)

/** The records in chronological order: the name, the URL and the referrer. */
async function noted(shop: Shop, count: number) {
  const events = await shop.waitFor('search', count)
  return events
    .sort((one, other) => one.at - other.at)
    .map(({ data }) => data as Where)
    .filter(({ query }) => !query.startsWith('the end'))
    .map(({ query, url, referrer }) => [query, pathOf(shop, url), pathOf(shop, referrer)])
}

const pathOf = (shop: Shop, url: string) => url.replace(shop.url, '')

/** Navigates like a framework's router: first the URL, then the page. */
const go = (
  page: Page,
  url: string,
  html: string,
  how: 'pushState' | 'replaceState' = 'pushState',
) =>
  page.evaluate(
    ([address, content, method]) => {
      history[method as 'pushState']({}, '', address)
      document.body.innerHTML = String(content)
    },
    [url, html, how],
  )

const list = (query: string, ...pids: readonly string[]) =>
  `<ul data-svc-query="${query}">${pids.map((pid) => `<li data-svc-product="${pid}">${pid}</li>`).join('')}</ul>`

const seenIn = async (watched: TagPage) =>
  (await watched.reported()).flatMap(({ action, data }) =>
    action === 'PRODUCT_IMPRESSIONS' ? [[data.query, ...(data.pids_list as string[])]] : [],
  )

/** Joins consecutive reports of one list, because their number depends on how long the driver takes. */
function joined(reported: unknown[][], [list, ...pids]: readonly unknown[]): unknown[][] {
  const last = reported.at(-1)
  return last && last[0] === list
    ? [...reported.slice(0, -1), [...last, ...pids]]
    : [...reported, [list, ...pids]]
}

/** Removes the Navigation API from pages whose address says so. */
const withoutNavigation = () => {
  if (location.search === '?old') Object.defineProperty(window, 'navigation', { value: undefined })
}

test('each route has its own URL and the previous one as referrer, with and without the Navigation API', async ({
  page,
  shop,
  watched,
}) => {
  await page.addInitScript(withoutNavigation)
  for (const [index, search] of ['', '?old'].entries()) {
    await shop.reset()
    await page.context().clearCookies()
    await watched.open('', {}, search)
    await note(page, 'opened')
    await page.evaluate(() => {
      history.replaceState({ scroll: 7 }, '', location.href)
      history.pushState({ again: true }, '', location.href)
    })
    await note(page, 'the same address is no route')
    await go(page, '/two', '')
    await note(page, 'pushed')
    await go(page, '/three?page=2', '', 'replaceState')
    await note(page, 'replaced')
    await page.evaluate(() => {
      location.hash = 'reviews'
    })
    await note(page, 'hash')
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('popstate', resolve, { once: true })
          history.back()
        }),
    )
    await note(page, 'back')
    await page.evaluate(() => window.svc.flush())
    const first = `/page-${index + 1}.html${search}`
    expect(await noted(shop, 6)).toEqual([
      ['opened', first, ''],
      ['the same address is no route', first, ''],
      ['pushed', '/two', first],
      ['replaced', '/three?page=2', '/two'],
      ['hash', '/three?page=2#reviews', '/three?page=2'],
      ['back', '/three?page=2', '/three?page=2#reviews'],
    ])
    // One page was loaded, by one visitor.
    expect(await shop.received('visitor')).toHaveLength(1)
  }
})

test('a list counts again on a new route, but not when it is redrawn or grows by a page', async ({
  page,
  watched,
}) => {
  const shoes = list('shoes', 'A', 'B')
  await watched.open(shoes)
  await watched.seen('A', 'B')
  await page.evaluate(
    (html) => {
      history.replaceState({}, '', location.href)
      document.body.innerHTML = html
    },
    list('shoes', 'A', 'B', 'C'),
  )
  await watched.seen('C')
  await page.evaluate(() => {
    history.replaceState({}, '', '?page=2')
    const item = document.createElement('li')
    item.dataset.svcProduct = 'D'
    item.append('D')
    document.querySelector('ul')?.append(item)
  })
  await watched.seen('D')
  await go(page, '/boots', list('boots', 'A'))
  await watched.noticed('PRODUCT_IMPRESSIONS', 4)
  await go(page, '/shoes', list('shoes', 'A', 'B'))
  await watched.noticed('PRODUCT_IMPRESSIONS', 5)
  expect((await seenIn(watched)).reduce(joined, [])).toEqual([
    ['shoes', 'A', 'B', 'C', 'D'],
    ['boots', 'A'],
    ['shoes', 'A', 'B'],
  ])
})

test('a tile seen before a route change has its own page', async ({ page, shop, watched }) => {
  await watched.open(list('shoes', 'A', 'B'), {
    'data-impressions': '{"ratio":0.5,"dwellMs":3000}',
  })
  const wereReported = await page.evaluate(
    async (html) => {
      const tiles = async () =>
        (await window.svc.explain()).filter(({ action }) => action === 'PRODUCT_IMPRESSIONS')
      const areWaiting = async () =>
        (await tiles()).some(({ reason }) => reason === 'not seen long enough')
      const frame = () => new Promise(requestAnimationFrame)
      while (!(await areWaiting())) await frame()
      // When they no longer wait to be seen, they count but are not reported yet.
      while (await areWaiting()) await frame()
      const areReported = (await tiles()).some(({ t }) => t)
      history.pushState({}, '', '/two')
      document.body.innerHTML = html
      return areReported
    },
    list('shoes', 'A', 'C') + list('boots', 'D'),
  )
  expect(wereReported).toBe(false)
  await watched.seen('C', 'D')
  await page.evaluate(() => window.svc.flush())
  const reported = (await shop.waitFor('PRODUCT_IMPRESSIONS', 3)).map(({ data }) => {
    const { query, pids_list, url, referrer } = data as Where & { pids_list: string[] }
    return [query, pids_list, pathOf(shop, url), pathOf(shop, referrer)]
  })
  expect(reported.sort()).toEqual([
    ['boots', ['D'], '/two', '/page-1.html'],
    ['shoes', ['A', 'B'], '/page-1.html', ''],
    ['shoes', ['A', 'C'], '/two', '/page-1.html'],
  ])
})

test('facets and searches have the page on which they happened, even if the route changes at once', async ({
  page,
  shop,
  watched,
}) => {
  await watched.open(`<div data-svc-page="shoes"></div><fieldset data-svc-facet="color">
    <label><input type="checkbox" data-svc-value="Red">Red</label></fieldset>
    <form data-svc-search><input type="search"></form>
    <a href="/sale" data-svc-search="sale">sale</a><script>
    const show = (event, url) => { event.preventDefault(); history.pushState({}, '', url) }
    document.querySelector('fieldset').onchange = (event) => show(event, '/red')
    document.querySelector('form').onsubmit = (event) => show(event, '/results')
    document.querySelector('a').onclick = (event) => show(event, '/sale')</script>`)
  const box = page.getByRole('searchbox')
  await page.getByLabel('Red').check()
  await box.fill('boots')
  await box.press('Enter')
  await page.getByText('sale').click()
  await box.fill('hats')
  await box.press('Enter')
  await note(page, 'after')
  const [event] = await shop.waitFor('facets')
  expect(event?.data).toMatchObject({ url: `${shop.url}/page-1.html`, referrer: '' })
  await page.evaluate(() => window.svc.flush())
  expect(await noted(shop, 4)).toEqual([
    ['boots', '/red', '/page-1.html'],
    ['sale', '/results', '/red'],
    ['hats', '/sale', '/results'],
    ['after', '/results', '/sale'],
  ])
})

/**
 * Changes the page as routers of static sites do: the body of another page replaces this one,
 * persistent elements move over, and the scripts run, including the tag.
 */
function swapBody([url, html]: readonly [string, string]) {
  const next = new DOMParser().parseFromString(html, 'text/html')
  for (const kept of document.querySelectorAll<HTMLElement>('[data-persist]'))
    next.querySelector(`[data-persist=${kept.dataset.persist}]`)?.replaceWith(kept)
  document.body.replaceWith(document.adoptNode(next.body))
  history.pushState({}, '', url)
  for (const old of document.body.querySelectorAll('script')) {
    const script = document.createElement('script')
    for (const { name, value } of old.attributes) script.setAttribute(name, value)
    script.text = old.text
    old.replaceWith(script)
  }
}

test('swapped bodies count once per route, even if each of them runs the tag', async ({
  page,
  shop,
  watched,
}) => {
  const tag = shop.tag({
    'data-record-bots': '',
    'data-impressions': JSON.stringify({ ratio: 0.5, dwellMs: DWELL_MS }),
  })
  const body = (query: string, ...pids: readonly string[]) =>
    `<aside data-persist="recent">${list('recent', 'R')}</aside>${list(query, ...pids)}
    <button data-svc-cart="${query}">add to ${query}</button>${tag}`
  await watched.open(body('shoes', 'A', 'B'))
  await watched.seen('R', 'A', 'B')
  await page.evaluate(swapBody, ['/boots', body('boots', 'A', 'C')] as const)
  await watched.seen('A', 'C')
  await page.getByText('add to boots').click()
  // Continues at once, so its content was visible for less than the dwell time.
  await page.evaluate(swapBody, ['/left', body('left', 'X')] as const)
  await page.evaluate(swapBody, ['/shoes', body('shoes', 'A')] as const)
  await watched.noticed('PRODUCT_IMPRESSIONS', 4)
  await page.getByText('add to shoes').click()

  const reported = await watched.reported()
  expect(reported.filter(({ action }) => action === 'cart').map(({ data }) => data.pid)).toEqual([
    'boots',
    'shoes',
  ])
  expect((await seenIn(watched)).reduce(joined, []).sort()).toEqual([
    ['boots', 'A', 'C'],
    ['recent', 'R'],
    ['shoes', 'A'],
    ['shoes', 'A', 'B'],
  ])
  expect((await shop.received()).every(({ repeats }) => repeats === 0)).toBe(true)
})

test('without the Navigation API, the page gets the results and errors of history methods', async ({
  page,
  watched,
}) => {
  await page.addInitScript(withoutNavigation)
  await watched.open('', {}, '?old')
  const faults = await page.evaluate(() => {
    const outcomes: unknown[] = [history.pushState({ a: 1 }, '', '/own'), history.state.a]
    for (const call of [
      () => history.pushState({}, '', 'https://elsewhere.example/'),
      () => history.replaceState.call({} as History, {}, ''),
    ])
      try {
        call()
      } catch (fault) {
        outcomes.push((fault as Error).name)
      }
    return outcomes
  })
  expect(faults).toEqual([undefined, 1, 'SecurityError', 'TypeError'])
})
