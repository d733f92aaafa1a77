import type { EventLogEntry } from '../parts/calls/event-history'
import type { AgentClient } from '../parts/clients/agent/agent'
import type { BrowseClient } from '../parts/clients/browse/browse'
import type { Finding, TriedRule } from '../parts/inspector/inspector-api'
import type { PageMap } from '../parts/map/map-markup'
import type { TagComparison } from '../parts/shadow/compare-tags'
import type { ConsentState, Settings } from '../settings/settings'
import type { Action, Timestamp, TrackerEvent } from '../wire/tracker-event'

/* The types of `window.svc`, with the documentation that editors show. More than 150 lines because it is one interface without code. */

export type { AgentMetadata, AskOptions } from '../parts/clients/agent/agent'
export type {
  AgentFilter,
  AgentProduct,
  AgentReply,
  AgentSuggestion,
} from '../parts/clients/agent/parse-answer'
export type { BrowseOptions } from '../parts/clients/browse/browse'
export type * from '../parts/clients/browse/query-types'
export type * from '../parts/clients/browse/reply-types'
export type { AgentError, BrowseError, Fault } from '../parts/clients/service-error'

/**
 * `window.svc`: the calls that a page can make to the tag.
 *
 * Calls made before the tag has started are kept with their time and run in order afterwards. Until
 * then, a call that returns a value returns a promise of it.
 *
 * @group The tag
 */
export interface Svc extends BrowseClient {
  /** The version of the tag; `undefined` before it has started. */
  readonly version: string | undefined
  /** Settles when the tag has started. */
  readonly ready: Promise<void>
  /** The visitor; `undefined` before consent, or while there is no user id. */
  readonly user: User | undefined

  /**
   * Sets up the tag if the script element has no attributes. Only the first call counts.
   *
   * @example
   * svc.init({ siteKey: 'SITE', trackerUrl: 'https://tracker.example' })
   */
  init(settings: Pick<Settings, 'siteKey' | 'trackerUrl'> & Partial<Settings>): void

  /**
   * Reports one event by hand, where attributes cannot. If the data is wrong, nothing is sent and a
   * console warning names the member and the fix.
   *
   * @example
   * svc.track('cart', { pid: 'sku-7', qty: 2 })
   * svc.track('order', { orderId: 'A-1001', products: [{ pid: 'sku-7', qty: 2, price: 19.9 }] })
   */
  track<A extends Action>(
    ...event: A extends 'visitor' ? [action: A] : [action: A, data: TrackData[A]]
  ): void

  /**
   * Names the list that the page shows, where markup cannot. Call it without an argument when the
   * page no longer shows a list.
   *
   * @example
   * svc.context({ page: 'categoryPath:"Men>Shoes"', requestId: 'r-17' })
   */
  context(list?: ListName): void

  /** The Shopping Agent: one conversation for the visit, kept across pages and tabs. */
  readonly agent: AgentClient & {
    /** Forgets the conversation, in every tab; the next message begins another. */
    reset(): void
    /** The conversation of this visit; `undefined` before it begins. */
    readonly conversationId: string | undefined
  }

  /** Sets whether the tag may watch, store and send. From then on the tag ignores consent managers. */
  consent(state: ConsentState): void

  /** Identifies the shopper by this id from now on, for example after a login. If the id must not be readable, hash it first. */
  identify(id: string): void
  /** Forgets the visitor, for example after a logout. The next event begins with a new user id and a new visit. */
  reset(): void

  /**
   * Adds a listener and returns the function that removes it.
   *
   * @example
   * const stop = svc.on('dropped', ({ t, reason }) => console.log(t, reason))
   */
  on<Kind extends keyof SvcEvents>(
    kind: Kind,
    listener: (detail: SvcEvents[Kind]) => void,
  ): () => void

  /**
   * The last 250 things that the tag noticed, oldest first: every event with its history, and
   * everything that was deliberately not counted. They are followed by the tiles near the viewport
   * that do not count as seen yet (`held`), each with what it waits for. Use `await`: the first
   * call loads a file and returns a promise.
   *
   * @example
   * console.table(await svc.explain())
   */
  explain(): readonly EventLogEntry[] | Promise<readonly EventLogEntry[]>
  /**
   * Finds mistakes in the page's markup that keep events from counting, each with its fix. A shop's
   * own tests can assert that the list is empty. Loads `svc-inspector.js`, and rejects if the file
   * cannot be loaded.
   *
   * @example
   * const mistakes = (await svc.audit()).filter(({ severity }) => severity === 'error')
   */
  audit(): Promise<readonly Finding[]>
  /**
   * Tries a map on the running page, as if it were in the settings, until the page is left. The
   * promise resolves with what each rule found. Meant for the console; loads `svc-inspector.js`.
   *
   * @example
   * console.table(await svc.tryMap({ query: { in: 'main', from: 'h1' }, product: { in: '.card', from: '@data-sku' } }))
   */
  tryMap(map: PageMap): Promise<readonly TriedRule[]>
  /** Opens the inspector, a panel over the page, and resolves with the function that closes it. Loads `svc-inspector.js`. */
  inspect(): Promise<() => void>
  /**
   * Compares what this tag recorded on this page with what each other tag sent: GA4, or the shop's
   * own script that calls the same tracker. The browser reveals only the URLs of requests, so
   * events in the body of a POST are listed as unreadable, and a request is missing until it has
   * ended. Works without the `shadow` setting, too. Loads `svc-shadow.js`, and rejects if the file
   * cannot be loaded.
   *
   * @example
   * for (const { tag, differences } of await svc.compare())
   *   for (const { text } of differences) console.log(tag, text)
   */
  compare(): Promise<readonly TagComparison[]>

  /**
   * Sends all waiting events now. The promise resolves when the requests have started, not when the
   * tracker has responded; `svc.on` reports the responses.
   */
  flush(): Promise<void>
  /** Stops the tag on this page completely. The next page sends the waiting events. */
  stop(): void
}

/** The visitor. */
export interface User {
  readonly id: string
  readonly visitId: string
  readonly visitType: 'first_time' | 'repeat'
}

/** A list: a search by its text, or a browse page by the exact `p` or `p-id` value passed to Browse. */
export type ListName = ({ readonly query: string } | { readonly page: string }) & {
  readonly requestId?: string
}

/**
 * The data of `svc.track` for each action. The names are the tracker's. Numbers may also be given as strings.
 *
 * @group The tag
 */
export interface TrackData {
  readonly visitor: undefined
  readonly search: {
    readonly query: string
    readonly requestId?: string
    /** The suggestion that the shopper chose, with the vendor's own field names. */
    readonly autosuggest_data?: Readonly<Record<string, string>>
  }
  /** Without `query` or `page`, the current list is used. */
  readonly PRODUCT_IMPRESSIONS: Partial<ListName> & { readonly pids_list: readonly string[] }
  readonly click: { readonly pid: string; readonly variantId?: string; readonly requestId?: string }
  /** Without `query` or `page`, the current list is used. */
  readonly facets: Partial<ListName> & { readonly facets: TrackFacets }
  readonly cart: {
    readonly pid: string
    /** A positive whole number; 1 when absent. */
    readonly qty?: number | string
    readonly variantId?: string
    readonly requestId?: string
  }
  readonly order: (TrackOrderLine | { readonly products: readonly TrackOrderLine[] }) & {
    /**
     * Counts the order once, however often the page is loaded. It is never sent. Without an id, the
     * same lines count as one order for 30 minutes.
     */
    readonly orderId?: string
    readonly requestId?: string
  }
}

/** One line of an order. */
export interface TrackOrderLine {
  readonly pid: string
  /** A positive whole number; 1 when absent. */
  readonly qty?: number | string
  /** The price of one unit (of the variant, if there is one). A string needs a dot for decimals: `"1299.00"`. */
  readonly price: number | string
  readonly variantId?: string
}

/** What changed in each facet, by facet name; or all facets were cleared at once. */
export type TrackFacets =
  | Readonly<Record<string, TrackFacetChange>>
  | { readonly unxFacetsReset: true }

/** What changed in a facet: values that were selected, deselected, or both. An empty list counts as absent. */
export type TrackFacetChange = {
  /** The facet's position. */
  readonly prank: number | string
} & (
  | {
      readonly selected: readonly TrackFacetValue[]
      readonly deselected?: readonly TrackFacetValue[]
    }
  | {
      readonly selected?: readonly TrackFacetValue[]
      readonly deselected: readonly TrackFacetValue[]
    }
)

export interface TrackFacetValue {
  /** The value's position in its facet. */
  readonly prank: number | string
  readonly val: string
}

/**
 * The events of `svc.on`.
 *
 * @group The tag
 */
export interface SvcEvents {
  /** An event was recorded. */
  readonly event: TrackerEvent
  /** The tracker responded to an event. */
  readonly sent: { readonly t: string; readonly answer: string }
  /** An event will not be sent. */
  readonly dropped: { readonly t: string; readonly reason: string }
  readonly consent: { readonly state: ConsentState; readonly at: Timestamp }
  /** The conversation with the Shopping Agent has changed or ended (`reset`). */
  readonly conversation: {
    readonly change: 'started' | 'renewed' | 'reset'
    readonly id: string | undefined
  }
}
