import type { ToolRules } from '../parts/agent-tools/tool-acts'
import type { DataLayerRules } from '../parts/datalayer/layer-rules'
import type { PageMap } from '../parts/map/map-markup'

/**
 * How a shop sets up the tag: as `data-` attributes of the script element (`siteKey` is `data-site-key`; lists and
 * objects as JSON), or by `svc.init(settings)` where a tag manager or the page does it. Attributes win.
 *
 * @group The tag
 */
export interface Settings {
  /** The site key of the account; the tracker's `SvcKey`. */
  readonly siteKey: string
  /** The API key of the account; `svc.browse` and `svc.search` need it. */
  readonly apiKey?: string
  /**
   * The tracker, without `/v2/1p.jpg`; relative to the page, so that empty means the page's own origin. `//host` is that host by the page's
   * protocol, as in any `src`.
   */
  readonly trackerUrl: string
  /** The Browse service, without the keys; `svc.browse` and `svc.search` need it. */
  readonly browseUrl?: string
  /** The Shopping Agent, without `/v1`; `svc.agent` needs it. */
  readonly agentUrl?: string

  /**
   * `vendor`: the defaults of a shop that has the vendor's own library, `impressions: 'load'` and `strictFields: true`. Settings that are
   * written win.
   */
  readonly preset?: 'vendor'

  /**
   * Whether the tag may store and send before the shop says more.
   * @defaultValue `'granted'`
   */
  readonly consent: ConsentState
  /**
   * Start `denied` when the browser sends Global Privacy Control, unless the shop says `granted` by call.
   * @defaultValue `true`
   */
  readonly respectGpc: boolean
  /**
   * Purposes of IAB TCF that must all be consented to, where the page has a TCF consent manager.
   * @defaultValue `[1, 8]`
   */
  readonly tcfPurposes: readonly number[]
  /**
   * Record automated browsers too; a test suite sets it.
   * @defaultValue `false`
   */
  readonly recordBots: boolean
  /**
   * Names of query parameters taken out of `url` and `referrer`, besides values that look like an e-mail address, a token or a card number.
   * @defaultValue `[]`
   */
  readonly scrubUrl: readonly string[]
  /**
   * Take the same values out of search texts, and out of names and values of facets.
   * @defaultValue `false`
   */
  readonly scrubSearch: boolean
  /**
   * Further kinds of values to take out of `url` and `referrer`. `path`: what looks personal in the path becomes `_`. `phone`: phone numbers in
   * path, query and fragment. Fetches `svc-filters.js`; nothing starts without it.
   * @defaultValue `[]`
   */
  readonly scrubAlso: readonly ('path' | 'phone')[]

  /**
   * Make the user id when the cookie `svc.userId` is missing; otherwise events wait for the cookie.
   * @defaultValue `true`
   */
  readonly createUserId: boolean
  /**
   * A visit ends after so long without activity.
   * @defaultValue `1_800_000`
   */
  readonly visitTimeoutMs: number

  /**
   * When a tile counts as seen; `'load'` as soon as it is in the page.
   * @defaultValue `{ ratio: 0.5, dwellMs: 1_000 }`
   */
  readonly impressions: ImpressionRule | 'load'
  /** Understand the e-commerce events of the page's `dataLayer` (GA4) and `adobeDataLayer`: `true`, or rules for what they mean. */
  readonly dataLayer?: DataLayerRules
  /**
   * Offer the shop to browser agents ([WebMCP](https://webmachinelearning.github.io/webmcp/)), and mark what they do with `actor: "agent"`:
   * `true`, or rules for the shop's own tools. Fetches `svc-agent-tools.js` where the browser has WebMCP.
   */
  readonly agentTools?: ToolRules | boolean
  /** Where the marks of the page stand when it carries no attributes: for each mark a rule, as JSON. */
  readonly map?: PageMap
  /**
   * A regular expression for the path of pages whose orders and server events count; any page without it. For shops that show HTML of
   * their customers.
   */
  readonly orderPages?: string
  /**
   * Count clicks that a script made.
   * @defaultValue `false`
   */
  readonly scriptClicks: boolean

  /**
   * Response headers of Browse that may name the request, best first.
   * @defaultValue `['svc-request-id', 'unx-request-id', 'x-request-id']`
   */
  readonly requestIdHeaders: readonly string[]
  /**
   * Send `svc-user-id` and `svc-device-type` with Browse requests; they cost a CORS preflight.
   * @defaultValue `false`
   */
  readonly browseHeaders: boolean
  /**
   * Send only the fields that the contract's table lists for an action.
   * @defaultValue `false`
   */
  readonly strictFields: boolean

  /**
   * The longest URL that the tracker and what stands before it accept.
   * @defaultValue `7_600`
   */
  readonly maxUrlBytes: number
  /**
   * Whether the tracker sends CORS headers, so that the tag can read its status. `false` for a tracker without them: every answer then
   * counts as received.
   * @defaultValue `true`
   */
  readonly trackerCors?: boolean
  /**
   * Whether the tracker counts each `(uid, t)` once, so that what was not answered may always be sent again. If absent, the tracker says so
   * by the answer header `svc-drops-repeats: 1`, which CORS must expose. `false` ignores the header.
   */
  readonly trackerDropsRepeats?: boolean

  /**
   * Record as always, send nothing, and store nothing beyond the browser's tab. `svc.compare()` and the inspector's *Compare* tab show what
   * would have been sent beside what another tag sent. If `svc-shadow.js` cannot be loaded, nothing starts.
   * @defaultValue `false`
   */
  readonly shadow: boolean

  /**
   * Say on the console what was not counted, and how to mend it.
   * @defaultValue `false`
   */
  readonly debug: boolean
  /**
   * Let `?svc_inspect` in the address, or Alt+Shift+S, open the inspector. By `svc.inspect()` it opens in any case.
   * @defaultValue `false`
   */
  readonly inspect: boolean
}

/** `granted`: store and send. `denied`: store, send and watch nothing. `hold`: watch, keep in memory only. */
export type ConsentState = 'granted' | 'denied' | 'hold'

/** A tile counts when this part of it (0 to 1) was visible for this long. */
export interface ImpressionRule {
  readonly ratio: number
  readonly dwellMs: number
}
