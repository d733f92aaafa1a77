import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Shop } from './shop.ts'

/** A state of consent, as `svc.consent` takes it. */
export type State = 'granted' | 'denied' | 'hold'

/** A script that gives the default of Google's Consent Mode, as `gtag` does. */
export const gtag = (state: string, more = '') =>
  `window.dataLayer = []; (function () { dataLayer.push(arguments) })('consent', 'default', { analytics_storage: '${state}'${more} })`

/** Everything that is kept in the browser for this page. */
export async function kept(context: BrowserContext, page: Page, isBlocked: boolean) {
  const cookies = (await context.cookies()).map(({ name }) => name)
  if (isBlocked) return { cookies, keys: [], databases: [] }
  const rest = await page.evaluate(async () => ({
    keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }))
  return { cookies, ...rest }
}

/** What is kept where nothing is. */
export const NOTHING = { cookies: [], keys: [], databases: [] }

/** What arrived, by what was searched for; the page itself says `end` last, past the tag. */
export async function searches(shop: Shop, page: Page, end: string) {
  const url = `/v2/1p.jpg?action=search&SvcKey=x&uid=x&t=1%7C${Math.random()}&data=${encodeURIComponent(
    JSON.stringify({ query: end, url: 'x', referrer: '' }),
  )}`
  await page.evaluate((address) => fetch(address), url)
  const queries = async () =>
    (await shop.received('search')).map(({ data }) => (data as { query: string }).query)
  await expect.poll(queries, { intervals: [50, 100] }).toContain(end)
  return (await queries()).filter((query) => !query.startsWith('end'))
}

/** Reports a search. */
export const search = (page: Page, query: string) =>
  page.evaluate((text) => {
    const { svc } = window as unknown as { svc: { track: (...event: unknown[]) => void } }
    svc.track('search', { query: text })
  }, query)

/** Says to the tag what the shopper agreed to. */
export const say = (page: Page, state: State) =>
  page.evaluate((next) => {
    const { svc } = window as unknown as { svc: { consent: (state: string) => void } }
    svc.consent(next)
  }, state)

/** Settles when the tag has begun. */
export const started = (page: Page) =>
  page.waitForFunction(() => (window as unknown as { svc?: { version?: string } }).svc?.version)
