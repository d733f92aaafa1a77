import type { ToolRules } from '../parts/agent-tools/tool-acts'
import type { DataLayerRules } from '../parts/datalayer/layer-rules'
import type { PageMap } from '../parts/map/map-markup'

/**
 * The settings of the tag. A shop writes them as `data-` attributes of the script element (`siteKey` is `data-site-key`; lists and objects
 * are JSON) or passes them to `svc.init(settings)`, for example in a tag manager. Attributes win.
 *
 * @group The tag
 */
export interface Settings {
  /** The site key of the account; the tracker's `SvcKey`. */
  readonly siteKey: string
  /** The API key of the account; `svc.browse` and `svc.search` need it. */
  readonly apiKey?: string
  /**
   * The tracker's URL without `/v2/1p.jpg`. It is relative to the page, so an empty value means the
   * page's own origin, and `//host` uses the page's protocol.
   */
  readonly trackerUrl: string
  /** The URL of the Browse service, without the keys; `svc.browse` and `svc.search` need it. */
  readonly browseUrl?: string
  /** The URL of the Shopping Agent, without `/v1`; `svc.agent` needs it. */
  readonly agentUrl?: string

  /**
   * `vendor` uses the defaults of a shop that has the vendor's own library: `impressions: 'load'`
   * and `strictFields: true`. Settings that you write win.
   */
  readonly preset?: 'vendor'

  /**
   * Whether the tag may store and send before the page calls `svc.consent()` or a consent manager answers.
   * @defaultValue `'granted'`
   */
  readonly consent: ConsentState
  /**
   * Whether to start as `denied` when the browser sends Global Privacy Control, until the page calls `svc.consent('granted')`.
   * @defaultValue `true`
   */
  readonly respectGpc: boolean
  /**
   * If the page has a TCF consent manager: the IAB TCF purposes that the shopper must all have consented to.
   * @defaultValue `[1, 8]`
   */
  readonly tcfPurposes: readonly number[]
  /**
   * Whether to record automated browsers too, for example in a test suite.
   * @defaultValue `false`
   */
  readonly recordBots: boolean
  /**
   * Names of query parameters to remove from `url` and `referrer`, in addition to values that look
   * like an e-mail address, a token or a card number.
   * @defaultValue `[]`
   */
  readonly scrubUrl: readonly string[]
  /**
   * Whether to remove the same kinds of values from search texts and from the names and values of facets.
   * @defaultValue `false`
   */
  readonly scrubSearch: boolean
  /**
   * Further kinds of values to remove from `url` and `referrer`. `path`: path segments that look personal become `_`. `phone`: phone
   * numbers in the path, query and fragment. Loads `svc-filters.js`, and the tag does not start without it.
   * @defaultValue `[]`
   */
  readonly scrubAlso: readonly ('path' | 'phone')[]

  /**
   * Whether to create the user id if the cookie `svc.userId` is missing. With `false`, events wait for the cookie.
   * @defaultValue `true`
   */
  readonly createUserId: boolean
  /**
   * A visit ends after this many milliseconds without activity.
   * @defaultValue `1_800_000`
   */
  readonly visitTimeoutMs: number

  /**
   * When a tile counts as seen. With `'load'`, it counts as soon as it is in the page.
   * @defaultValue `{ ratio: 0.5, dwellMs: 1_000 }`
   */
  readonly impressions: ImpressionRule | 'load'
  /** Reads the e-commerce events of the page's `dataLayer` (GA4) and `adobeDataLayer`: `true`, or rules for what they mean. */
  readonly dataLayer?: DataLayerRules | boolean
  /**
   * Offers the shop to browser agents through [WebMCP](https://webmachinelearning.github.io/webmcp/) and marks their events with `actor:
   * "agent"`. `true`, or rules for the shop's own tools. Loads `svc-agent-tools.js` where the browser has WebMCP.
   */
  readonly agentTools?: ToolRules | boolean
  /** Where to find products, lists and controls on a page without attributes: a rule for each attribute, as JSON. */
  readonly map?: PageMap
  /**
   * A regular expression for the paths of the pages on which orders and server events count; all
   * pages if absent. For shops that show HTML written by customers.
   */
  readonly orderPages?: string
  /**
   * Whether to count clicks that a script made.
   * @defaultValue `false`
   */
  readonly scriptClicks: boolean

  /**
   * Response headers of Browse that may hold the request id, best first.
   * @defaultValue `['svc-request-id', 'unx-request-id', 'x-request-id']`
   */
  readonly requestIdHeaders: readonly string[]
  /**
   * Whether to send `svc-user-id` and `svc-device-type` with Browse requests, which costs a CORS preflight.
   * @defaultValue `false`
   */
  readonly browseHeaders: boolean
  /**
   * Whether to send only the fields that the contract's table lists for an action.
   * @defaultValue `false`
   */
  readonly strictFields: boolean

  /**
   * The longest URL that the tracker and the servers in front of it accept.
   * @defaultValue `7_600`
   */
  readonly maxUrlBytes: number
  /**
   * Whether the tracker sends CORS headers, so that the tag can read the status of a response. With
   * `false`, every response counts as received.
   * @defaultValue `true`
   */
  readonly trackerCors?: boolean
  /**
   * Whether the tracker counts each `(uid, t)` once, so that unanswered events may always be sent again. If absent, the tracker says so
   * with the response header `svc-drops-repeats: 1`, which CORS must expose. `false` ignores the header.
   */
  readonly trackerDropsRepeats?: boolean

  /**
   * Whether to record as usual but send nothing, and store nothing beyond the browser's tab. `svc.compare()` and the inspector's *Compare*
   * tab show the events beside those that another tag sent. If `svc-shadow.js` cannot be loaded, the tag does not start.
   * @defaultValue `false`
   */
  readonly shadow: boolean

  /**
   * Whether to explain on the console what was not counted, and how to fix it.
   * @defaultValue `false`
   */
  readonly debug: boolean
  /**
   * Whether `?svc_inspect` in the address or Alt+Shift+S opens the inspector. `svc.inspect()` opens it in any case.
   * @defaultValue `false`
   */
  readonly inspect: boolean
}

/** `granted`: store and send. `denied`: store, send and watch nothing. `hold`: watch, and keep events in memory only. */
export type ConsentState = 'granted' | 'denied' | 'hold'

/** A tile counts when at least this part of it (0 to 1) has been visible for this long. */
export interface ImpressionRule {
  readonly ratio: number
  readonly dwellMs: number
}
