import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { StoredEvent } from '../../../service/store/stored-event.ts'
import { startBareChromium } from '../../support/fixtures/bare-chromium.ts'
import { expect, test } from '../../support/fixtures/shop.ts'
import { look } from '../../support/simulators/fault-trial.ts'

const timeOf = ({ t }: StoredEvent) => Number.parseInt(t, 10)

const TAG = { 'data-record-bots': '' }

const list = '<ul data-svc-query="shoes"><li data-svc-product="A">A</li></ul>'

/** A page that notes when it was shown and hidden. */
const diary = `<script>
  window.diary = []
  const note = () => window.diary.push([document.visibilityState, Date.now()])
  note()
  document.addEventListener('visibilitychange', note)
</script>`

declare const window: Window & { diary: [state: string, at: number][]; svc?: { ready: unknown } }

const diaryOf = (page: Page) => page.evaluate(() => window.diary)

/** Settles when the page has been shown or hidden that many times, and tells when that was. */
async function turned(page: Page, state: string, count: number): Promise<number> {
  const times = async () => (await diaryOf(page)).filter(([seen]) => seen === state)
  await expect.poll(async () => (await times()).length).toBe(count)
  return (await times())[count - 1]?.[1] ?? 0
}

async function openTab(browser: Browser, url: string, background: boolean): Promise<Page> {
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no window.')
  const session = await browser.newBrowserCDPSession()
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    session.send('Target.createTarget', { url, background }),
  ])
  return page
}

test('dwell time stops in a hidden tab, and begins again when the shopper is back', async ({
  shop,
}) => {
  const dwellMs = 2_000
  const impressions = JSON.stringify({ ratio: 0.5, dwellMs })
  const html = `<!doctype html>${shop.tag({ ...TAG, 'data-impressions': impressions })}${diary}${list}`
  shop.page('/list.html', html)
  shop.page('/behind.html', html.replace('"A"', '"B"'))
  shop.page('/other.html', '<p>another page')
  const bare = await startBareChromium('about:blank')
  try {
    const browser = await chromium.connectOverCDP(bare.address, { noDefaults: true })
    const other = await openTab(browser, `${shop.url}/other.html`, false)
    const page = await openTab(browser, `${shop.url}/list.html`, true)
    await look(page)
    // No tab is opened while the list is shown: on a busy machine that takes longer than the tile needs.
    await page.bringToFront()
    await turned(page, 'visible', 1)
    await other.bringToFront()
    await turned(page, 'hidden', 2)
    const behind = await openTab(browser, `${shop.url}/behind.html`, true)
    await look(behind)
    expect((await diaryOf(behind)).map(([state]) => state)).toEqual(['hidden'])
    // Long enough for everything in sight to count, were it in sight.
    await other.waitForTimeout(dwellMs * 1.5)
    expect(await shop.received('PRODUCT_IMPRESSIONS')).toEqual([])

    await page.bringToFront()
    const shownAgain = await turned(page, 'visible', 2)
    const [seen] = await shop.waitFor('PRODUCT_IMPRESSIONS')
    expect(seen?.data).toMatchObject({ pids_list: ['A'] })
    expect(seen && timeOf(seen)).toBeGreaterThanOrEqual(shownAgain + dwellMs)

    await behind.bringToFront()
    const shown = await turned(behind, 'visible', 1)
    const [, late] = await shop.waitFor('PRODUCT_IMPRESSIONS', 2)
    expect(late?.data).toMatchObject({ pids_list: ['B'] })
    expect(late && timeOf(late)).toBeGreaterThanOrEqual(shown + dwellMs)
    await browser.close()
  } finally {
    await bare.close()
  }
  expect(await shop.received('PRODUCT_IMPRESSIONS')).toHaveLength(2)
})

/** The state of a prerendered page. */
interface Said {
  readonly path: string
  readonly isPrerendering: boolean
  /** All that is stored by then, wherever, by name. */
  readonly stored: readonly string[]
  /** When it was activated; 0 before. */
  readonly activatedAt: number
}

/** Serves pages that say how they are, and a first page that waits for `go` before it opens its link. */
async function serveDiaries(first: string, page: string) {
  const said: Said[] = []
  let go = () => {}
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const say = url.searchParams.get('say')
    if (say) said.push(JSON.parse(say))
    const answer = () => {
      reply.setHeader('content-type', 'text/html')
      reply.end(url.pathname === '/' ? first : page)
    }
    if (url.pathname === '/go') go = answer
    else answer()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    said,
    go: () => go(),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a prerendered page counts nothing until it is shown, and its time begins then', async ({
  shop,
}) => {
  const dwellMs = 1_500
  const impressions = JSON.stringify({ ratio: 0.5, dwellMs })
  const tag = shop.tag({ ...TAG, src: `${shop.url}/svc.js`, 'data-impressions': impressions })
  const rules = JSON.stringify({
    prerender: [{ source: 'list', urls: ['/shown', '/never'], eagerness: 'immediate' }],
  })
  const shops = await serveDiaries(
    `<!doctype html><a href="/shown">go</a><script type="speculationrules">${rules}</script>
    <script>fetch('/go').then(() => document.querySelector('a').click())</script>`,
    `<!doctype html>${tag}${list}<script>
      const say = async () => fetch('/said?say=' + encodeURIComponent(JSON.stringify({
        path: location.pathname,
        isPrerendering: document.prerendering,
        stored: [
          ...document.cookie.split('; ').filter(Boolean),
          ...Object.keys(localStorage),
          ...Object.keys(sessionStorage),
          ...(await indexedDB.databases()).map(({ name }) => name),
        ],
        activatedAt: document.prerendering ? 0 : Math.floor(performance.timeOrigin + performance.getEntriesByType('navigation')[0].activationStart),
      })))
      const look = () => {
        if (!window.svc) return setTimeout(look, 50)
        svc.track('search', { query: 'called early' })
        // Long enough for whatever the tag does at its start.
        setTimeout(say, 500)
      }
      look()
      document.addEventListener('prerenderingchange', say)
    </script>`,
  )
  const bare = await startBareChromium(shops.url)
  try {
    await expect.poll(() => shops.said.length).toBe(2)
    expect(shops.said).toMatchObject([
      { isPrerendering: true, stored: [] },
      { isPrerendering: true, stored: [] },
    ])
    expect(await shop.received()).toEqual([])
    shops.go()
    await shop.waitFor('PRODUCT_IMPRESSIONS')
    await shop.waitFor('search')
    await expect.poll(() => shops.said.length).toBe(3)
    const { path, activatedAt } = shops.said.at(-1) ?? {}
    expect(path).toBe('/shown')
    const events = await shop.received()
    expect(events.map(({ action }) => action).sort()).toEqual([
      'PRODUCT_IMPRESSIONS',
      'search',
      'visitor',
    ])
    for (const event of events) {
      expect(event.data).toMatchObject({ url: `${shops.url}/shown`, referrer: `${shops.url}/` })
      const afterMs = event.action === 'PRODUCT_IMPRESSIONS' ? dwellMs : 0
      expect(timeOf(event)).toBeGreaterThanOrEqual((activatedAt ?? Number.NaN) + afterMs)
    }
  } finally {
    await bare.close()
    shops.close()
  }
})
