import type { PageMap } from '../capture/map'
import type { DataLayerRules } from '../datalayer/rules'
import { ownMember } from '../events'
import type { Notice } from '../platform/notice'

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
  /** The tracker, without `/v2/1p.jpg`; relative to the page, so that empty means the page's own origin. */
  readonly trackerUrl: string
  /** The Browse service, without the keys; `svc.browse` and `svc.search` need it. */
  readonly browseUrl?: string
  /** The Shopping Agent, without `/v1`; `svc.agent` needs it. */
  readonly agentUrl?: string

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
   * Take the same values out of search texts.
   * @defaultValue `false`
   */
  readonly scrubSearch: boolean

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
  /** Understand the GA4 e-commerce events of the page's `dataLayer`: `true`, or rules for what they mean. */
  readonly dataLayer?: DataLayerRules
  /** Where the marks of the page stand when it carries no attributes: for each mark a rule, as JSON. */
  readonly map?: PageMap
  /**
   * Count clicks that a script made.
   * @defaultValue `false`
   */
  readonly scriptClicks: boolean

  /**
   * Response headers of Browse that may name the request, best first.
   * @defaultValue `['svc-request-id', 'x-request-id']`
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
  /** Whether the tracker sends CORS headers; found out when not said. */
  readonly trackerCors?: boolean
  /**
   * The tracker counts each `(uid, t)` once, so that what was not answered may always be sent again.
   * @defaultValue `false`
   */
  readonly trackerDropsRepeats: boolean

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

/** What the tag goes by where a shop says nothing. */
export const defaults = {
  consent: 'granted',
  respectGpc: true,
  // Store on a device; measure content performance.
  tcfPurposes: [1, 8],
  recordBots: false,
  scrubUrl: [],
  scrubSearch: false,
  createUserId: true,
  visitTimeoutMs: 1_800_000,
  impressions: { ratio: 0.5, dwellMs: 1_000 },
  scriptClicks: false,
  requestIdHeaders: ['svc-request-id', 'x-request-id'],
  browseHeaders: false,
  strictFields: false,
  maxUrlBytes: 7_600,
  trackerDropsRepeats: false,
  debug: false,
  inspect: false,
} as const satisfies Partial<Settings>

/** Turns what was written into a value, or `undefined` when it cannot be read. `needs` is for the notice. */
interface Kind {
  readonly needs: string
  readonly parse: (given: unknown, pageUrl: string) => unknown
}

const text: Kind = {
  needs: 'a text',
  parse: (given) => (typeof given === 'string' && given.trim() ? given.trim() : undefined),
}

const address: Kind = {
  needs: 'an http(s) URL',
  parse(given, pageUrl) {
    try {
      const { protocol, origin, pathname } = new URL(String(given), new URL('/', pageUrl))
      return /^https?:$/.test(protocol) ? origin + pathname.replace(/\/+$/, '') : undefined
    } catch {
      return undefined
    }
  },
}

const flag: Kind = {
  needs: 'true or false',
  // An attribute without a value is `true`, as in HTML.
  parse: (given) => (/^(true|false|)$/.test(String(given)) ? String(given) !== 'false' : undefined),
}

const positive: Kind = {
  needs: 'a positive number',
  parse: (given) => (Number(given) > 0 ? Number(given) : undefined),
}

/** Attributes hold lists and objects as JSON. */
function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}

const listOf = (type: 'string' | 'number'): Kind => ({
  needs: `a list of ${type}s, e.g. ${type === 'string' ? '["utm_id"]' : '[1, 8]'}`,
  parse(given) {
    const list = parsed(given)
    return Array.isArray(list) && list.every((item) => typeof item === type) ? list : undefined
  },
})

const consentState: Kind = {
  needs: 'granted, denied or hold',
  parse: (given) => (/^(granted|denied|hold)$/.test(String(given)) ? given : undefined),
}

const impressionRule: Kind = {
  needs: '"load" or {"ratio": 0.5, "dwellMs": 1000}',
  parse(given) {
    if (given === 'load') return given
    const rule = { ...defaults.impressions, ...(parsed(given) as Partial<ImpressionRule>) }
    return rule.ratio > 0 && rule.ratio <= 1 && rule.dwellMs >= 0 ? rule : undefined
  },
}

const dataLayerRules: Kind = {
  needs: 'true or rules, e.g. {"lists": [{"list": "search", "query": "{search_term}"}]}',
  parse(given) {
    const rules = parsed(given)
    if (rules === true) return {}
    return typeof rules === 'object' ? (rules ?? undefined) : undefined
  },
}

const pageMap: Kind = {
  needs: 'an object, e.g. {"product": {"in": ".product-card", "from": "@data-sku"}}',
  parse(given) {
    const map = parsed(given)
    return typeof map === 'object' && !Array.isArray(map) ? (map ?? undefined) : undefined
  },
}

const kinds: Readonly<Record<keyof Settings, Kind>> = {
  siteKey: text,
  apiKey: text,
  trackerUrl: address,
  browseUrl: address,
  agentUrl: address,
  consent: consentState,
  respectGpc: flag,
  tcfPurposes: listOf('number'),
  recordBots: flag,
  scrubUrl: listOf('string'),
  scrubSearch: flag,
  createUserId: flag,
  visitTimeoutMs: positive,
  impressions: impressionRule,
  scriptClicks: flag,
  dataLayer: dataLayerRules,
  map: pageMap,
  requestIdHeaders: listOf('string'),
  browseHeaders: flag,
  strictFields: flag,
  maxUrlBytes: positive,
  trackerCors: flag,
  trackerDropsRepeats: flag,
  debug: flag,
  inspect: flag,
}

/**
 * Reads the settings. What cannot be read is named in a notice and its default is used.
 *
 * @param pageUrl - What relative addresses are relative to.
 * @returns `undefined`, with a notice, when `siteKey` or `trackerUrl` is missing: nothing can be reported then.
 */
export function parseSettings(
  given: Readonly<Record<string, unknown>>,
  pageUrl: string,
  notice: Notice,
): Settings | undefined {
  const settings: Record<string, unknown> = { ...defaults }
  for (const [name, kind] of Object.entries(kinds)) {
    const written = ownMember(given, name)
    if (written === undefined) continue
    const value = kind.parse(written, pageUrl)
    if (value === undefined) notice(`${name} needs ${kind.needs}`, written)
    else settings[name] = value
  }
  const missing = ['siteKey', 'trackerUrl'].filter((name) => settings[name] === undefined)
  if (missing.length === 0) return settings as unknown as Settings

  notice(`nothing is reported without ${missing.join(' and ')}`)
  return undefined
}
