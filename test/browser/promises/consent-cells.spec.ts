import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

import { arrive } from '../../support/simulators/shopper-moves.ts'

/*
 * Nothing without consent, cell by cell: every state that forbids, and everything that may wake a page. An earlier page has left events that
 * its tracker refused, so that there is something to send; at the end consent is given, and they arrive.
 */

/** Longer than the tag's idle tasks and the opening of a database take. */
const WAKE_MS = 350

const PLAIN = '/plain.html'

/** The shopper refuses on each page, before the tag has loaded. */
const REFUSED = `<script>
  window.svc = window.svc || { q: [] }
  svc.q.push(['consent', ['denied'], Date.now(), Function.prototype, Function.prototype])
</script>`

interface State {
  readonly consent: string
  /** What the page runs before the tag. */
  readonly before?: string
}

const STATES: Readonly<Record<string, State>> = {
  hold: { consent: 'hold' },
  denied: { consent: 'denied' },
  refused: { consent: 'granted', before: REFUSED },
  'misspelt “Hold ”': { consent: 'Hold ' },
  'misspelt “deny”': { consent: 'deny' },
  'misspelt “”': { consent: '' },
}

/** A page under test, and a page of the same origin without the tag. */
interface Cell {
  readonly context: BrowserContext
  readonly page: Page
  readonly plain: Page
  readonly open: (path: string) => Promise<void>
}

/** Consent managers come with a script of their own, and first ask. */
const MANAGER = `window.__tcfapi = (command, version, tell) => {
  if (command === 'addEventListener') tell({ listenerId: 1, eventStatus: 'cmpuishown' }, true)
}
window.dataLayer ||= []
;(function () { dataLayer.push(arguments) })('consent', 'default', { ad_storage: 'denied' })`

/** Playwright keeps every tab visible, so the page is told that it was hidden. */
const setVisibility = (page: Page, state: string) =>
  page.evaluate((visibility) => {
    Object.defineProperty(Document.prototype, 'visibilityState', {
      get: () => visibility,
      configurable: true,
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)

/** Freezes or resumes a page, as browsers do with tabs in the background. */
async function setLifecycle({ context, page }: Cell, state: 'frozen' | 'active') {
  const session = await context.newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state })
  await session.detach()
}

/** Everything that may wake a page. */
const WAKES: Readonly<Record<string, (cell: Cell) => Promise<unknown>>> = {
  async online({ context }) {
    await context.setOffline(true)
    await context.setOffline(false)
  },
  async shown({ page }) {
    await setVisibility(page, 'hidden')
    await setVisibility(page, 'visible')
  },
  async restored({ page, open }) {
    await page.evaluate('window.isFirst = true')
    await page.goto(`${new URL(page.url()).origin}${PLAIN}`)
    await page.evaluate('void setTimeout(() => history.back())')
    await arrive((expression) => page.evaluate(expression), '/shop.html')
    if (!(await page.evaluate('window.isFirst'))) await open('/shop.html')
  },
  async resumed(cell) {
    await setLifecycle(cell, 'frozen')
    await setLifecycle(cell, 'active')
  },
  focus: ({ page }) =>
    page.evaluate(() => {
      for (const type of ['blur', 'focus']) window.dispatchEvent(new Event(type))
    }),
  'a message of another tab': ({ plain }) =>
    plain.evaluate(() => {
      const channel = new BroadcastChannel('svc-tag')
      for (const message of ['granted', 'online', {}, null]) channel.postMessage(message)
      channel.close()
    }),
  'a storage event': ({ plain }) =>
    plain.evaluate(() => {
      localStorage.setItem('svc-tag.other', '1')
      localStorage.removeItem('svc-tag.other')
    }),
  timers: ({ page }) => page.clock.runFor(600_000),
  'a late part': ({ page }) => page.evaluate('void svc.explain()'),
  'a late manager': ({ page }) => page.addScriptTag({ url: '/manager.js' }),
  'svc.flush': ({ page }) => page.evaluate('void svc.flush()'),
  'the next page': ({ open }) => open('/next.html'),
}

/** Everything that this browser keeps for the origin, with its values. */
async function keptIn({ context, plain }: Pick<Cell, 'context' | 'plain'>) {
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`)
  const rest = await plain.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const records = names.map(
      (name) =>
        new Promise<string>((resolve) => {
          const opening = indexedDB.open(name)
          opening.onsuccess = () => {
            const { result } = opening
            const stores = [...result.objectStoreNames]
            if (stores.length === 0) return resolve(`${name}: empty`)
            const all = result
              .transaction(stores)
              .objectStore(stores[0] ?? '')
              .getAll()
            all.onsuccess = () => {
              result.close()
              resolve(`${name}: ${JSON.stringify(all.result)}`)
            }
          }
        }),
    )
    return {
      texts: { ...localStorage },
      tab: { ...sessionStorage },
      databases: await Promise.all(records),
    }
  })
  return { cookies, ...rest }
}

/** What is kept after a refusal. */
const NOTHING = { cookies: [], texts: {}, tab: {}, databases: [] }

const act = (page: Page, query: string) =>
  page.evaluate((text) => window.svc.track('search', { query: text }), query)

/** Pages of a shop in this state; a granted page before them has left an event that its tracker refused. */
async function begin(
  shop: Shop,
  context: BrowserContext,
  page: Page,
  { consent, before = '' }: State,
) {
  const html = (attribute: string, script: string) =>
    `<!doctype html>${script}${shop.tag({ 'data-record-bots': 'true', 'data-agent-url': undefined, 'data-consent': attribute })}<p>Shop</p>`
  shop.page(PLAIN, '<!doctype html><p>Plain</p>')
  shop.page('/earlier.html', html('granted', ''))
  for (const path of ['/shop.html', '/next.html']) shop.page(path, html(consent, before))
  shop.page('/manager.js', MANAGER, { headers: { 'content-type': 'text/javascript' } })
  const plain = await context.newPage()
  await plain.goto(`${shop.url}${PLAIN}`)
  await page.clock.install()
  await page.goto(`${shop.url}/earlier.html`)
  await sleep(700)
  await shop.faults({ status: 503 })
  await act(page, 'left')
  await sleep(700)
  const open = async (path: string) => {
    await page.goto(shop.url + path)
    await sleep(700)
  }
  return { context, page, plain, open }
}

for (const [name, state] of Object.entries(STATES))
  test(`${name}: nothing wakes a request, a cookie or an item`, async ({ context, page, shop }) => {
    const cell = await begin(shop, context, page, state)
    await page.goto(`${shop.url}${PLAIN}`)
    await sleep(300)
    await shop.faults({})
    let kept: object = state.before ? NOTHING : await keptIn(cell)
    const requests: string[] = []
    context.on('request', (request) => {
      if (request.url().includes('1p.jpg')) requests.push(request.url())
    })
    await cell.open('/shop.html')
    const broken: unknown[] = []
    const judge = async (wake: string) => {
      await sleep(WAKE_MS)
      const now = await keptIn(cell)
      if (requests.length > 0) broken.push({ wake, requests: requests.splice(0) })
      if (JSON.stringify(now) !== JSON.stringify(kept)) broken.push({ wake, before: kept, now })
      kept = now
    }
    await judge('the load')
    for (const [wake, run] of Object.entries(WAKES)) {
      await act(page, `before ${wake}`)
      await run(cell)
      await judge(wake)
    }
    expect(broken).toEqual([])
    if (state.before) return
    await page.evaluate(() => window.svc.consent('granted'))
    const queries = async () =>
      (await shop.received('search')).map(({ data }) => (data as { query: string }).query)
    await expect.poll(queries, { timeout: 20_000 }).toContain('left')
  })
