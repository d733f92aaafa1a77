import { type BrowserContext, expect, type Page } from '@playwright/test'
import { kept, NOTHING, type State, say, started } from '../fixtures/consent-states.ts'
import type { Shop } from '../fixtures/shop.ts'

/** After so long without activity a visit has ended on the pages of these tabs. */
export const VISIT_TIMEOUT_MS = 4_000

/** Something searched for in a tab, and what must have become of it. */
export interface Search {
  readonly query: string
  readonly tab: Tab
  /** Epoch milliseconds. */
  readonly at: number
  readonly isOffline: boolean
  /** Reported once, never, or either where that hangs on a moment. */
  expectation: 'once' | 'never' | 'either'
  /** Whose it is, when it was recorded at once. */
  readonly owner: Owner | undefined
}

/** The numbers change where the visitor, and where the visit, has to be another one. */
interface Owner {
  readonly visitor: number
  readonly visit: number
  /** The value of `svc.user`; nothing while no visit had begun. */
  readonly user: { readonly id: string; readonly visitId: string } | undefined
}

/** A tab with a page of the shop. */
export interface Tab {
  readonly page: Page
  readonly start: State
  state: State
  isRefused: boolean
  /** Searched for on hold. */
  held: Search[]
}

/** The tabs of one shopper, and what has to be told of what is done in them. */
export interface ShopperTabs {
  readonly tabs: readonly Tab[]
  readonly searches: readonly Search[]
  /** How often the shopper has refused. */
  readonly refusals: () => number
  /** Opens a page that begins in this state, unless the browser is offline. */
  readonly open: (start: State) => Promise<void>
  /** Loads the page again, unless the browser is offline. */
  readonly reload: (tab: Tab) => Promise<void>
  readonly close: (tab: Tab) => Promise<void>
  /**
   * Says what the shopper agrees to.
   *
   * @throws when something of the tag's is kept after a refusal.
   */
  readonly say: (tab: Tab, state: State) => Promise<void>
  readonly search: (tab: Tab) => Promise<void>
  readonly logIn: (tab: Tab, id: string) => Promise<void>
  readonly logOut: (tab: Tab) => Promise<void>
  readonly setOffline: (isOffline: boolean) => Promise<void>
  /** Does nothing until the visit has ended. */
  readonly idle: () => Promise<void>
  readonly clearCookies: () => Promise<void>
  /** The server sets the cookie of the user id. */
  readonly serveId: (id: string) => Promise<void>
}

/** Longer than a visit takes to begin: until then an event waits in its page's memory. */
const BEGINNING_MS = 1_000

/** Longer than a word takes to the other tabs. */
const HEARD_MS = 150

const EXPECTATION_IN = { granted: 'once', denied: 'never', hold: 'never' } as const

/** Begins without a tab, and lays out the pages to open. */
export function openShopperTabs(context: BrowserContext, shop: Shop): ShopperTabs {
  const tabs: Tab[] = []
  const searches: Search[] = []
  let offlineSince: number | undefined
  let isIdServed = false
  let visitor = 0
  let visit = 0
  let refusals = 0

  for (const start of Object.keys(EXPECTATION_IN)) {
    const attributes = {
      'data-record-bots': '',
      'data-consent': start,
      'data-visit-timeout-ms': String(VISIT_TIMEOUT_MS),
    }
    shop.page(`/${start}.html`, `<!doctype html>${shop.tag(attributes)}<p>Shop</p>`)
  }

  function endVisitor() {
    visitor += 1
    visit += 1
  }

  /** Events that were only in the memory of their page are gone. */
  function lose(tab: Tab) {
    tab.held = []
    const isLost = (one: Search) =>
      one.tab === tab && !one.owner?.user && one.at > Date.now() - BEGINNING_MS
    for (const one of searches.filter(isLost))
      if (one.expectation === 'once') one.expectation = 'either'
  }

  async function load(tab: Tab) {
    await tab.page.goto(`${shop.url}/${tab.start}.html`)
    await started(tab.page)
    lose(tab)
    tab.state = tab.start
    tab.isRefused = false
  }

  /** Events that have not arrived by now must not, or may not, when the shopper refuses. */
  async function eraseWaiting() {
    const arrived = (await shop.received('search')).map(queryOf)
    const isWaiting = ({ expectation, query }: Search) =>
      expectation === 'once' && !arrived.includes(query)
    for (const one of searches.filter(isWaiting))
      one.expectation = one.isOffline && one.at > Number(offlineSince) ? 'never' : 'either'
  }

  async function refuse({ page }: Tab) {
    await eraseWaiting()
    for (const tab of tabs) {
      lose(tab)
      tab.state = 'denied'
      tab.isRefused = true
    }
    refusals += 1
    endVisitor()
    await say(page, 'denied')
    await expect
      .poll(() => kept(context, page, false), { message: 'kept after a refusal' })
      .toEqual({ ...NOTHING, cookies: isIdServed ? ['svc.userId'] : [] })
    await page.waitForTimeout(HEARD_MS)
  }

  return {
    tabs,
    searches,
    refusals: () => refusals,
    async open(start) {
      if (offlineSince) return
      const page = await context.newPage()
      const tab: Tab = { page, start, state: start, isRefused: false, held: [] }
      tabs.push(tab)
      await load(tab)
    },
    async reload(tab) {
      if (!offlineSince) await load(tab)
    },
    async close(tab) {
      lose(tab)
      tabs.splice(tabs.indexOf(tab), 1)
      await tab.page.close()
    },
    async say(tab, state) {
      if (state === 'denied') return tab.isRefused ? undefined : refuse(tab)
      await say(tab.page, state)
      tab.state = state
      tab.isRefused = false
      if (state === 'granted') for (const one of tab.held.splice(0)) one.expectation = 'once'
    },
    async search(tab) {
      const query = `query ${searches.length}`
      const user = await tab.page.evaluate((text) => {
        const { svc } = window as unknown as {
          svc: { user?: Owner['user']; track: (action: string, data: object) => void }
        }
        const { id, visitId } = svc.user ?? {}
        svc.track('search', { query: text })
        return id && visitId ? { id, visitId } : undefined
      }, query)
      const one: Search = {
        query,
        tab,
        at: Date.now(),
        isOffline: offlineSince !== undefined,
        expectation: EXPECTATION_IN[tab.state],
        owner: tab.state === 'granted' ? { visitor, visit, user } : undefined,
      }
      searches.push(one)
      if (tab.state === 'hold') tab.held.push(one)
    },
    logIn: ({ page }, id) => page.evaluate(`svc.identify('${id}')`),
    async logOut({ page }) {
      await page.evaluate('svc.reset()')
      endVisitor()
    },
    async setOffline(isOffline) {
      offlineSince = isOffline ? (offlineSince ?? Date.now()) : undefined
      await context.setOffline(isOffline)
    },
    async idle() {
      await new Promise((resolve) => setTimeout(resolve, VISIT_TIMEOUT_MS * 1.15))
      visit += 1
    },
    async clearCookies() {
      await context.clearCookies()
      isIdServed = false
      endVisitor()
    },
    async serveId(id) {
      isIdServed = true
      await context.addCookies([{ name: 'svc.userId', value: id, url: shop.url }])
    },
  }
}

/** The search text of an event. */
export const queryOf = ({ data }: { readonly data: unknown }): string =>
  (data as { query: string }).query
