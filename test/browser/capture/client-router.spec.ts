import type { StoredEvent } from '../../../service/store/stored-event.ts'
import { expect, test } from '../../support/fixtures/tag-page.ts'

/** The time of an event, then its number: those of one millisecond arrive in any order. */
function inOrder(one: StoredEvent, other: StoredEvent): number {
  const numberOf = ({ data }: StoredEvent) => Number((data as { seq: string }).seq.split('.')[1])
  return (
    Number.parseInt(one.t, 10) - Number.parseInt(other.t, 10) || numberOf(one) - numberOf(other)
  )
}

declare const svc: { track(action: string, data: object): void }

/** Long enough that a busy machine can leave a page before its tiles count. */
const DWELL_MS = 1_500

/**
 * A router as static site builders have it, of our own: the link's page is fetched, its body takes the place of this one within a view
 * transition, marked elements move over, its scripts are run, and an event says so.
 */
function startRouter() {
  function run(old: HTMLScriptElement) {
    const script = document.createElement('script')
    for (const { name: attribute, value } of old.attributes) script.setAttribute(attribute, value)
    script.text = old.text
    old.replaceWith(script)
  }
  async function go(url: string, isPush: boolean) {
    const next = new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/html')
    const swap = () => {
      for (const kept of document.querySelectorAll<HTMLElement>('[data-persist]'))
        next.querySelector(`[data-persist=${kept.dataset.persist}]`)?.replaceWith(kept)
      document.body.replaceWith(document.adoptNode(next.body))
      document.title = next.title
      if (isPush) history.pushState({}, '', url)
      for (const script of document.body.querySelectorAll('script')) run(script)
      document.dispatchEvent(new Event('router:load'))
    }
    await document.startViewTransition(swap).finished
  }
  addEventListener('popstate', () => go(location.href, false))
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-route]')
    if (!link) return
    event.preventDefault()
    void go(link.href, true)
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) document.title = 'restored'
  })
}

test('swapped bodies count once per route, though the tag is run with each of them', async ({
  page,
  shop,
}) => {
  const tag = shop.tag({
    'data-record-bots': '',
    'data-impressions': JSON.stringify({ ratio: 0.5, dwellMs: DWELL_MS }),
  })
  const serve = (name: string, pids: readonly string[], more = '') =>
    shop.page(
      `/${name}`,
      `<!doctype html><html><head><title>${name}</title>
        <style>@view-transition { navigation: auto }</style></head><body>
        <aside data-persist="recent" data-svc-query="recent"><p data-svc-product="R">R</p></aside>
        <main data-svc-query="${name}"><fieldset data-svc-facet="color"><label><input type="checkbox" data-svc-value="Red">Red</label></fieldset>
        ${pids.map((pid) => `<p data-svc-product="${pid}"><a data-route href="/boots">${pid}</a></p>`).join('')}</main>
        <nav><a data-route href="/left">left</a><a href="/other">other</a></nav>${more}
        ${tag}<script>window.swaps = (window.swaps ?? 0) + 1</script>
        ${name === 'shoes' ? `<script>(${startRouter})()</script>` : ''}</body></html>`,
    )
  serve('shoes', ['A', 'B'])
  serve('boots', ['A', 'C'])
  // Goes on at once: what it shows was in sight for less than the dwell time.
  serve(
    'left',
    ['X'],
    '<script>document.addEventListener("router:load", () => setTimeout(() => document.querySelector("main a").click(), 100), { once: true })</script>',
  )
  serve('other', ['O'])
  const told = async () =>
    (await shop.received()).sort(inOrder).map(({ action, data }) => {
      const { query, pid, pids_list, url } = data as Record<string, string>
      const path = new URL(String(url)).pathname
      return [action, pid ?? query ?? '', ...(pids_list ?? []), path].join(' ')
    })
  const seen = (count: number) => shop.waitFor('PRODUCT_IMPRESSIONS', count, 30_000)

  await shop.open('/shoes')
  await seen(2)
  await page.getByLabel('Red').check()
  await shop.waitFor('facets', 1)
  await page.getByRole('link', { name: 'A' }).click()
  await page.waitForFunction('document.title === "boots"')
  await seen(3)
  await page.getByLabel('Red').check()
  await shop.waitFor('facets', 2)
  await page.getByRole('link', { name: 'left' }).click()
  await page.waitForFunction('location.pathname === "/left"')
  await page.waitForFunction('location.pathname === "/boots"')
  await seen(4)
  await page.evaluate(() => {
    location.href = '/other'
  })
  await page.waitForFunction('document.title === "other"')
  await seen(6)
  await page.evaluate(() => history.back())
  await page.waitForFunction('document.title === "restored"')
  await seen(8)
  await page.evaluate(() => svc.track('search', { query: 'the end' }))
  await shop.waitFor('search')
  expect(await told()).toEqual([
    'visitor  /shoes',
    'PRODUCT_IMPRESSIONS recent R /shoes',
    'PRODUCT_IMPRESSIONS shoes A B /shoes',
    'facets shoes /shoes',
    'click A /shoes',
    'PRODUCT_IMPRESSIONS boots A C /boots',
    'facets boots /boots',
    'PRODUCT_IMPRESSIONS boots A C /boots',
    'PRODUCT_IMPRESSIONS recent R /other',
    'PRODUCT_IMPRESSIONS other O /other',
    'PRODUCT_IMPRESSIONS recent R /boots',
    'PRODUCT_IMPRESSIONS boots A C /boots',
    'search the end /boots',
  ])
  expect((await shop.received()).every(({ repeats }) => repeats === 0)).toBe(true)
})
