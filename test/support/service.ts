import { fileURLToPath } from 'node:url'
import { registerShopPages } from '../../demo-site/shop-pages.ts'
import type { LanguageModelSettings } from '../../service/agent/language-model.ts'
import type { AnswerFaults } from '../../service/answer-faults.ts'
import type { PageBanners } from '../../service/browse/banners.ts'
import { loadCatalog } from '../../service/catalog/catalog.ts'
import type { Product } from '../../service/catalog/product.ts'
import { registerDocumentation } from '../../service/documentation/routes.ts'
import { demoKeys, type Keys } from '../../service/keys.ts'
import type { EventLog } from '../../service/log/event-log.ts'
import type { Rates } from '../../service/rates.ts'
import { createService, type Page } from '../../service/service.ts'
import { openDatabase } from '../../service/store/database.ts'
import { createProductStore } from '../../service/store/products.ts'
import type { ActionCount, StoredEvent } from '../../service/store/stored-event.ts'
import type { Waited } from '../../service/tracker/admin.ts'
import type { Faults } from '../../service/tracker/faults.ts'
import { smallFeed } from './feed.ts'

/** A real local service, run inside the test's process, and what a test may ask of it. */
export interface TestService {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string
  /** The same service under `localhost`: another origin for a browser. */
  readonly otherOrigin: string
  readonly keys: Keys
  /** Every tracker request so far, good and bad, in order of arrival; or those of one action. */
  received(action?: string): Promise<StoredEvent[]>
  /** How many good, bad and repeated events of each action were received. */
  counts(): Promise<ActionCount[]>
  /**
   * Settles with the events of an action once there are `count` of them.
   *
   * @throws Error with what did arrive, after `timeoutMs` (10 seconds).
   */
  waitFor(action: string, count?: number, timeoutMs?: number): Promise<StoredEvent[]>
  /**
   * Makes tracker requests fail from now on; `faults({})` heals.
   *
   * `{ status: 503, keep: true }`: kept, but answered as lost. `{ status: 429, retryAfter: 2 }`.
   * `{ delayMs: 300 }`. `{ reset: true, every: 2 }`. `{ hang: true, times: 1 }`. `{ html: true }`.
   * `{ redirect: url }`. `{ status: 204 }`. `{ cors: false, corp: 'same-origin' }`. `{ outageMs: 5_000 }`
   * closes the whole port for so long, the shop's pages with it: start a second service as the
   * tracker when the page has to load meanwhile.
   */
  faults(faults: Faults): Promise<void>
  /** Forgets all events, heals all faults, and takes the test's pages away. */
  reset(): Promise<void>
  /** Makes answers of Browse or the Shopping Agent go wrong from now on; `{}` heals. */
  answerFaults(of: 'browse' | 'agent', faults: AnswerFaults): Promise<void>
  /** Serves a page of the test's own at a path, `.html` or not. Returns its whole URL. */
  page(path: string, html: string, options?: Omit<Page, 'html'>): string
  /**
   * The script tag, served at `/svc.js` when it was built, with the addresses of this service.
   *
   * @param attributes - More attributes of the element, or others in place of the usual ones.
   */
  tag(attributes?: Readonly<Record<string, string>>): string
  close(): Promise<void>
}

/** What a test may choose. */
export interface TestServiceOptions {
  /** `smallFeed()` when absent. */
  readonly feed?: readonly Product[]
  readonly banners?: readonly PageBanners[]
  /** Whether Browse sends facets to requests that do not mention them. */
  readonly hasFacetsByDefault?: boolean
  /** In memory when absent. */
  readonly dbFile?: string
  /** Other limits than the usual ones. */
  readonly rates?: Partial<Rates>
  /** Who finds the Shopping Agent's words. */
  readonly languageModel?: LanguageModelSettings
  /** The way of the events; one in memory when absent. */
  readonly log?: EventLog
  /** Closes the console and the admin path to everybody without it. */
  readonly token?: string
}

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Starts a service on a free port, with its admin path open. Close it when done. */
export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const pages = new Map<string, Page>()
  const db = openDatabase(options.dbFile ?? ':memory:')
  const catalog = await loadCatalog(createProductStore(db), options.feed ?? smallFeed())
  const app = await createService({
    catalog,
    db,
    keys: demoKeys,
    admin: true,
    banners: options.banners ?? [],
    hasFacetsByDefault: options.hasFacetsByDefault ?? false,
    folders: [inProject('dist/shop'), inProject('dist')],
    addPages(pages, products) {
      registerShopPages(pages, { catalog: products })
      registerDocumentation(pages, { folder: inProject('dist/docs'), state: () => 'ready' })
    },
    token: options.token,
    languageModel: options.languageModel,
    ...(options.log && { log: options.log }),
    ...(options.rates && { rates: options.rates }),
    pageFor: (path) => pages.get(path),
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })

  return {
    ...adminClient(url),
    url,
    otherOrigin: url.replace('127.0.0.1', 'localhost'),
    keys: demoKeys,
    async reset() {
      pages.clear()
      await post(`${url}/admin/reset`)
    },
    page(path, html, pageOptions) {
      pages.set(path, { html, ...pageOptions })
      return url + path
    },
    tag: (attributes) => scriptElement(url, attributes),
    async close() {
      await app.close()
      db.close()
    },
  }
}

type AdminClient = Pick<TestService, 'received' | 'counts' | 'waitFor' | 'faults' | 'answerFaults'>

/** Asks any service that was started with its admin path open, in this process or another. */
export function adminClient(url: string): AdminClient {
  const ask = async <Answer>(path: string, query: Record<string, string> = {}) => {
    const reply = await fetch(`${url}/admin/${path}?${new URLSearchParams(query)}`)
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Answer
  }
  return {
    received: (action) => ask<StoredEvent[]>('events', action === undefined ? {} : { action }),
    counts: () => ask<ActionCount[]>('counts'),
    async waitFor(action, count = 1, timeoutMs = 10_000) {
      const query = { action, count: String(count), timeout: String(timeoutMs) }
      const { isReached, events } = await ask<Waited>('wait', query)
      if (isReached) return [...events]
      throw new Error(`Waited for ${count} of ${action}; received ${JSON.stringify(events)}`)
    },
    faults: (faults) => post(`${url}/admin/faults`, faults),
    answerFaults: (of, faults) => post(`${url}/admin/faults/${of}`, faults),
  }
}

async function post(url: string, body?: unknown) {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const reply = await fetch(url, { method: 'POST', ...(body !== undefined && json) })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
}

function scriptElement(url: string, attributes: Readonly<Record<string, string>> = {}): string {
  const all = {
    src: '/svc.js',
    'data-site-key': demoKeys.siteKey,
    'data-api-key': demoKeys.apiKey,
    'data-tracker-url': url,
    'data-browse-url': url,
    'data-agent-url': url,
    ...attributes,
  }
  const written = Object.entries(all).map(([name, value]) => `${name}="${escaped(value)}"`)
  return `<script async ${written.join(' ')}></script>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
