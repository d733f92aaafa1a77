/**
 * The tag for bundled applications: `window.svc` is a {@link Svc}, and {@link Settings} lists how
 * to set it up. {@link TrackData} lists what you can report by hand, {@link SvcEvents} the events
 * that you can listen to. `svc.browse`, `svc.search` and `svc.agent` have [a page of their
 * own](clients.md).
 *
 * With the [snippet](going-to-production.md#the-snippet) you can make calls before the tag has
 * loaded: up to 1,000 are kept with their time and run in order, and each returns a promise of its
 * result. Without it, wait for the script's `load` event. The functions never change identity.
 *
 * ```ts
 * svc.track('search', { query: 'red shoes' })
 * svc.track('click', { pid: 'sku-7', variantId: 'sku-7_42' })
 * svc.track('cart', { pid: 'sku-7', qty: 2 })
 * svc.track('order', { orderId: 'A-1001', products: [{ pid: 'sku-7', qty: 2, price: 19.9 }] })
 * svc.track('PRODUCT_IMPRESSIONS', { query: 'red shoes', pids_list: ['sku-7', 'sku-9'] })
 * svc.track('facets', {
 *   page: 'categoryPath:"Men>Shoes"',
 *   facets: { color_uFilter: { prank: 1, selected: [{ prank: 2, val: 'Red' }] } },
 * })
 * svc.track('facets', { query: 'red shoes', facets: { unxFacetsReset: true } })
 * ```
 *
 * The `visitor` event needs no call: the tag sends one per visit.
 *
 * In a bundled application, import the same object and the types below from the package. The import
 * itself does nothing; the first call puts the object on the page. Copy
 * `node_modules/svc-tag/dist/svc*.js` to the directory that `src` points to, because the tag loads
 * its other files from there. The package also declares the type of `window.svc`.
 *
 * ```ts
 * import { loadTag, svc } from 'svc-tag'
 *
 * loadTag({ src: '/svc/svc.js' }, { siteKey: 'SITE', trackerUrl: 'https://tracker.example', consent: 'hold' })
 * svc.track('cart', { pid: 'sku-7', qty: 2 })
 * ```
 *
 * On a server, calls do nothing and their promises reject; those of the clients reject with the
 * `fault` `bad-request`.
 *
 * @packageDocumentation
 */

import { createStub, METHODS, type Stub } from './api/stub'
import type { Svc } from './api/svc'
import { readGlobal, writeGlobal } from './browser/dom'

export type * from './api/svc'
export type { AgentAction, ToolRule, ToolRules } from './parts/agent-tools/tool-acts'
export type { EventLogEntry, EventLogStep } from './parts/calls/event-history'
export type { DoneRule } from './parts/cart-answer/done-rule'
export type { AgentClient } from './parts/clients/agent/agent'
export type { BrowseClient } from './parts/clients/browse/browse'
export type { DataLayerRules, ListRule, Preferable } from './parts/datalayer/layer-rules'
export type { Finding, ProposedRule, TriedRule } from './parts/inspector/inspector-api'
export type { MapRule, PageMap } from './parts/map/map-markup'
export type { OtherTag, TagComparison } from './parts/shadow/compare-tags'
export type { Pair, Report, ReportField, ReportFields } from './parts/shadow/tag-report'
export type { Comparison, Difference } from './parts/shadow/two-reports'
export type { ConsentState, ImpressionRule, Settings } from './settings/settings'
export type { AttributeName } from './track/attributes'
export type { ListContext } from './wire/list-and-order'
export type {
  Action,
  ActionData,
  EventId,
  PageFields,
  Timestamp,
  TrackerEvent,
  UserId,
  VisitType,
} from './wire/tracker-event'

declare global {
  interface Window {
    readonly svc: Svc
  }
}

/**
 * The address of the tag's script, and the attributes that the page's security policy asks for.
 *
 * @group In a bundled application
 */
export interface TagScript {
  /**
   * Address of `svc.js`. The tag loads its other files from the same directory, so copy `dist/*.js`
   * of this package together. Pass a `TrustedScriptURL` if the page enforces Trusted Types.
   */
  readonly src: string | { toString(): string }
  /** The nonce of the page's content security policy. */
  readonly nonce?: string
  /** The hash of this version of `svc.js`, from `dist/manifest.json`; or the hashes of all files that the page uses, by file name. */
  readonly integrity?: string | Readonly<Record<string, string>>
}

const MAIN_FILE = 'svc.js'

type Member = (...args: unknown[]) => unknown

/** The page's object, after the first call. */
let onPage: (Stub & Record<string, unknown>) | undefined
let isLoading = false

function openOnPage() {
  const present = readGlobal('svc') as Partial<Stub> | undefined
  const isOurs = Array.isArray(present?.q)
  const stub = isOurs ? createStub(Date.now, present) : createStub(Date.now)
  // Another script's object stays as it is. Calls are then kept up to their limit and never run.
  if (present === undefined) writeGlobal('svc', stub)
  return stub as typeof onPage & object
}

/** `undefined` if there is no page, for example in server-side rendering. */
function page() {
  if (typeof window !== 'undefined') onPage ??= openOnPage()
  return onPage
}

/** Errors of the clients, which are loaded with the clients. */
const clientErrors: Readonly<Partial<Record<string, string>>> = {
  browse: 'BrowseError',
  search: 'BrowseError',
  'agent.ask': 'AgentError',
  'agent.start': 'AgentError',
}

/** The returned promise rejects; you may ignore it. */
function noPage(call = '') {
  const error = new Error('svc works in a browser only')
  const name = clientErrors[call]
  const refusal = Promise.reject(
    name ? Object.assign(error, { name, fault: 'bad-request' }) : error,
  )
  refusal.catch(() => {})
  return refusal
}

function member(name: string): Member {
  const path = name.split('.')
  return (...args) => {
    const found = path.reduce((home, part) => Reflect.get(Object(home), part), page() as unknown)
    if (typeof found === 'function') return found(...args)
    return name === 'on' ? () => {} : noPage(name)
  }
}

function createHandle(): Svc {
  const members = METHODS.map((name) => [name, member(name)] as const)
  const inRoom = (isInside: boolean) => members.filter(([name]) => name.includes('.') === isInside)
  const read = (name: string) => page()?.[name]
  const agent = Object.defineProperty(
    Object.fromEntries(inRoom(true).map(([name, call]) => [name.replace('agent.', ''), call])),
    'conversationId',
    { get: () => Reflect.get(Object(read('agent')), 'conversationId') },
  )
  return Object.defineProperties(
    { ...Object.fromEntries(inRoom(false)), agent },
    {
      version: { get: () => read('version') },
      user: { get: () => read('user') },
      ready: { get: () => read('ready') ?? noPage() },
    },
  ) as unknown as Svc
}

/**
 * `window.svc` for a bundled application. Importing it does nothing; the first call puts an object
 * on the page that keeps calls until the tag has loaded. Where there is no `window`, calls do
 * nothing and promises reject.
 *
 * @group In a bundled application
 * @example
 * import { svc } from 'svc-tag'
 * svc.track('cart', { pid: 'sku-7', qty: 2 })
 */
export const svc: Svc = /* @__PURE__ */ createHandle()

/**
 * Loads the tag with its settings. Only the first call loads it; without a `window`, nothing
 * happens.
 *
 * Not needed if the page has a script element for the tag.
 *
 * @group In a bundled application
 * @example
 * import { loadTag } from 'svc-tag'
 *
 * loadTag({ src: '/svc/svc.js' }, { siteKey: 'SITE', trackerUrl: 'https://tracker.example', consent: 'hold' })
 */
export function loadTag(
  { src, nonce, integrity }: TagScript,
  settings: Parameters<Svc['init']>[0],
) {
  // React Native and some edge runtimes have a window without a document.
  if (isLoading || typeof window === 'undefined' || typeof document === 'undefined') return
  isLoading = true
  svc.init(settings)
  const script = document.createElement('script')
  script.async = true
  if (nonce) script.nonce = nonce
  if (integrity) {
    const { [MAIN_FILE]: mainHash = '', ...beside } =
      typeof integrity === 'string' ? { [MAIN_FILE]: integrity } : integrity
    script.crossOrigin = 'anonymous'
    script.integrity = mainHash
    script.dataset.integrity = JSON.stringify(beside)
  }
  script.src = src as string
  document.head.append(script)
}
