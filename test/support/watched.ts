import type { Page } from '@playwright/test'
import type { StoredEvent } from '../../service/store/stored-event.ts'
import { test as base, expect, type Shop } from './shop.ts'

/** What the service received, less what every event carries. */
export interface Told {
  readonly action: string
  readonly data: Record<string, unknown>
}

/** A page of the test's own, with the built tag on it. */
export interface Watched {
  /**
   * Opens a page and waits for the tag. A tile there counts after 200 ms.
   *
   * @param attributes - More attributes of the script element.
   * @param search - What the address has after its path.
   */
  open(html: string, attributes?: Readonly<Record<string, string>>, search?: string): Promise<void>
  /** Settles when the tag has noticed that many of an action on the page that is open. */
  noticed(action: string, count?: number): Promise<void>
  /** Settles when these products count as seen on the page that is open. */
  seen(...pids: readonly string[]): Promise<void>
  /**
   * All that the service received but `visitor`, in the order in which it happened. What had to stay silent is not
   * there, because an event that happened after it is: that one is left out.
   */
  told(): Promise<Told[]>
  /** All products told as seen, in order. */
  toldSeen(): Promise<string[]>
  /** Why things were not counted, each reason once. */
  ignored(): Promise<string[]>
}

/** Time that the tag gives a tile on these pages. */
export const DWELL_MS = 200

const TAG = {
  'data-record-bots': '',
  'data-impressions': JSON.stringify({ ratio: 0.5, dwellMs: DWELL_MS }),
}

const END = 'the end '

const COMMON = ['url', 'referrer', 'visit_type', 'visitId', 'ver', 'seq']

interface Entry {
  readonly t?: string
  readonly action?: string
  readonly state: string
  readonly reason?: string
  readonly data?: { readonly pids_list?: readonly string[] }
}

/** What the tests use of `window.svc`. */
interface Svc {
  readonly ready: Promise<void>
  track(action: string, data: object): void
  flush(): Promise<void>
  explain(): readonly Entry[]
}

declare const svc: Svc

/** Playwright's `test` with the service (`shop`) and a page to watch (`watched`). */
export const test = base.extend<{ watched: Watched }>({
  async watched({ page, shop }, use) {
    await use(watch(page, shop))
  },
})

export { expect }

function watch(page: Page, shop: Shop): Watched {
  let pages = 0
  let ends = 0

  const ledger = (): Promise<Entry[]> =>
    page.evaluate(async () =>
      (await svc.explain()).map(({ t, action, state, reason, data }) => ({
        t,
        action,
        state,
        reason,
        data,
      })),
    ) as Promise<Entry[]>

  /** What was recorded; a tile that waits to be seen holds nothing yet. */
  const facts = async (action: string) =>
    (await ledger()).filter((entry) => entry.action === action && entry.t)

  async function told(): Promise<Told[]> {
    const query = `${END}${++ends}`
    await page.evaluate((text) => {
      svc.track('search', { query: text })
      return svc.flush()
    }, query)
    // Of one millisecond in the order of the ledger: requests of one task may arrive in any.
    const order = (await ledger()).map(({ t }) => t)
    const happened = async () =>
      (await shop.received())
        .map(ownEvent)
        .sort((one, other) => one.at - other.at || order.indexOf(one.t) - order.indexOf(other.t))
    await expect.poll(happened).toContainEqual(expect.objectContaining({ data: { query } }))
    return (await happened())
      .filter(({ action, data }) => action !== 'visitor' && !String(data.query).startsWith(END))
      .map(({ action, data }) => ({ action, data }))
  }

  return {
    async open(html, attributes, search = '') {
      const path = `/page-${++pages}.html`
      shop.page(path, `<!doctype html>${shop.tag({ ...TAG, ...attributes })}<body>${html}`)
      await shop.open(path + search)
      await page.waitForFunction(
        () => typeof svc === 'object' && svc.ready.then(() => svc.explain()).then(() => true),
      )
    },
    async noticed(action, count = 1) {
      await expect.poll(async () => (await facts(action)).length).toBeGreaterThanOrEqual(count)
    },
    async seen(...pids) {
      const missing = async () => {
        const seen = (await facts('PRODUCT_IMPRESSIONS')).flatMap(
          ({ data }) => data?.pids_list ?? [],
        )
        return pids.filter((pid) => !seen.includes(pid))
      }
      await expect.poll(missing).toEqual([])
    },
    told,
    async toldSeen() {
      return (await told()).flatMap(({ data }) => (data.pids_list as string[] | undefined) ?? [])
    },
    async ignored() {
      const reasons = (await ledger()).flatMap(({ state, reason }) =>
        state === 'ignored' && reason ? [reason] : [],
      )
      return [...new Set(reasons)]
    },
  }
}

/** What is special about an event. */
function ownEvent({ action, t, data }: StoredEvent) {
  const own = Object.entries(data as object).filter(([name]) => !COMMON.includes(name))
  return { action, t, at: Number.parseInt(t, 10), data: Object.fromEntries(own) }
}
