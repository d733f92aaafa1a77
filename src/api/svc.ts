import type { EventLogEntry } from '../parts/calls/event-history'
import type { AgentClient } from '../parts/clients/agent/agent'
import type { BrowseClient } from '../parts/clients/browse/browse'
import type { Finding, TriedRule } from '../parts/inspector/inspector-api'
import type { PageMap } from '../parts/map/map-markup'
import type { TagComparison } from '../parts/shadow/compare-tags'
import type { ConsentState, Settings } from '../settings/settings'
import type { Action, Timestamp, TrackerEvent } from '../wire/tracker-event'

/*
 * The types of `window.svc`, with the documentation that editors show. More than 150 lines: no code, one interface.
 */

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
 * `window.svc`: what a page can say to the tag, and ask it.
 *
 * Before the tag has started, calls are kept with their time and done in order afterwards; those that return something return a
 * promise of it then.
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
   * Sets up the tag where the script element has no attributes. The first call counts.
   *
   * @example
   * svc.init({ siteKey: 'SITE', trackerUrl: 'https://tracker.example' })
   */
  init(settings: Pick<Settings, 'siteKey' | 'trackerUrl'> & Partial<Settings>): void

  /**
   * Reports one event by hand, where attributes cannot reach. With wrong data nothing is sent, and one console notice names the
   * member and the fix.
   *
   * @example
   * svc.track('cart', { pid: 'sku-7', qty: 2 })
   * svc.track('order', { orderId: 'A-1001', products: [{ pid: 'sku-7', qty: 2, price: 19.9 }] })
   */
  track<A extends Action>(
    ...event: A extends 'visitor' ? [action: A] : [action: A, data: TrackData[A]]
  ): void

  /**
   * Names the list that the page shows, where markup cannot. Without an argument: none.
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

  /** Says whether the tag may watch, store and send; what a consent manager says no longer counts then. */
  consent(state: ConsentState): void

  /** The shopper is known by this id from now on: a login. What must not be readable the shop hashes itself. */
  identify(id: string): void
  /** Forgets the visitor: a logout. The next event begins a new user id and a new visit. */
  reset(): void

  /**
   * Calls the listener from now on; returns the function that stops it.
   *
   * @example
   * const stop = svc.on('dropped', ({ t, reason }) => console.log(t, reason))
   */
  on<Kind extends keyof SvcEvents>(
    kind: Kind,
    listener: (detail: SvcEvents[Kind]) => void,
  ): () => void

  /**
   * The last 250 things the tag saw, oldest first: each event with what became of it, and what was deliberately not counted. After
   * them the tiles near the window that are not seen yet, `held`, each with what it waits for. Await it: the first call fetches a file, and
   * returns a promise.
   *
   * @example
   * console.table(await svc.explain())
   */
  explain(): readonly EventLogEntry[] | Promise<readonly EventLogEntry[]>
  /**
   * Mistakes in the page's markup that keep events from counting, each with the fix; a shop's own test can assert that it is empty.
   * Fetches `svc-inspector.js`, and rejects when that cannot be had.
   *
   * @example
   * const mistakes = (await svc.audit()).filter(({ severity }) => severity === 'error')
   */
  audit(): Promise<readonly Finding[]>
  /**
   * Reads the running page by a map, as if the settings had it, until the page is left. Settles with what each rule found. For the console:
   * fetches `svc-inspector.js`.
   *
   * @example
   * console.table(await svc.tryMap({ query: { in: 'main', from: 'h1' }, product: { in: '.card', from: '@data-sku' } }))
   */
  tryMap(map: PageMap): Promise<readonly TriedRule[]>
  /** Opens the inspector, a panel over the page; settles with the function that closes it. Fetches `svc-inspector.js`. */
  inspect(): Promise<() => void>
  /**
   * Compares what this tag recorded on this page with what each other tag sent: GA4, or a script of the shop's own that calls this
   * contract's tracker. The browser shows addresses only, so what is in the body of a POST is listed as unreadable; a request that has not
   * ended is not there yet. Works without `shadow`, too. Fetches `svc-shadow.js`, and rejects when that cannot be had.
   *
   * @example
   * for (const { tag, differences } of await svc.compare())
   *   for (const { text } of differences) console.log(tag, text)
   */
  compare(): Promise<readonly TagComparison[]>

  /** Sends what waits, now; settles when it is on its way, which is before it is answered: `svc.on` tells that. */
  flush(): Promise<void>
  /** Ends the tag on this page: nothing of it is left running. What waits is sent by the next page. */
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
 * The data of `svc.track` for each action. Names are the tracker's; numbers may be numbers or text.
 *
 * @group The tag
 */
export interface TrackData {
  readonly visitor: undefined
  readonly search: {
    readonly query: string
    readonly requestId?: string
    /** The suggestion that was chosen, in the vendor's own words. */
    readonly autosuggest_data?: Readonly<Record<string, string>>
  }
  /** Without `query` or `page` the current list is meant. */
  readonly PRODUCT_IMPRESSIONS: Partial<ListName> & { readonly pids_list: readonly string[] }
  readonly click: { readonly pid: string; readonly variantId?: string; readonly requestId?: string }
  /** Without `query` or `page` the current list is meant. */
  readonly facets: Partial<ListName> & { readonly facets: TrackFacets }
  readonly cart: {
    readonly pid: string
    /** A positive whole number; 1 when absent. */
    readonly qty?: number | string
    readonly variantId?: string
    readonly requestId?: string
  }
  readonly order: (TrackOrderLine | { readonly products: readonly TrackOrderLine[] }) & {
    /** Counts the order once, however often the page is loaded; never sent. Without it the same lines within 30 minutes are one order. */
    readonly orderId?: string
    readonly requestId?: string
  }
}

/** One line of an order. */
export interface TrackOrderLine {
  readonly pid: string
  /** A positive whole number; 1 when absent. */
  readonly qty?: number | string
  /** The price of one unit, of the variant when there is one. Text needs a dot for decimals: `"1299.00"`. */
  readonly price: number | string
  readonly variantId?: string
}

/** Facet name to what changed in it; or all of them cleared at once. */
export type TrackFacets =
  | Readonly<Record<string, TrackFacetChange>>
  | { readonly unxFacetsReset: true }

/** What changed in a facet: values that were selected, deselected, or both. A list without values counts as absent. */
export type TrackFacetChange = {
  /** The facet's place. */
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
  /** The value's place in its facet. */
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
  /** An event was answered by the tracker. */
  readonly sent: { readonly t: string; readonly answer: string }
  /** An event will not be sent. */
  readonly dropped: { readonly t: string; readonly reason: string }
  readonly consent: { readonly state: ConsentState; readonly at: Timestamp }
  /** The conversation with the Shopping Agent is another one now, or none (`reset`). */
  readonly conversation: {
    readonly change: 'started' | 'renewed' | 'reset'
    readonly id: string | undefined
  }
}
