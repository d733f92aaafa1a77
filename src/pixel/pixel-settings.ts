import { attempt } from '../browser/guard'
import { getOwn } from '../wire/get-own'

/**
 * How a shop sets up its pixel. An app pixel may leave the argument out: then the settings of the app are read, in which everything is
 * text.
 */
export interface PixelSettings {
  /** The site key of the account; the tracker's `SvcKey`. */
  readonly siteKey: string
  /** The tracker with its scheme, without `/v2/1p.jpg`. */
  readonly trackerUrl: string
  /**
   * Whether `svc.js` runs in the theme. Then it reports searches and carts, and the pixel reports orders. `false` lets the pixel report
   * all three.
   * @defaultValue `true`
   */
  readonly themeTag?: boolean
  /**
   * Which id of Shopify is the catalogue's `uniqueId`. `product` and `parent_child` send the product's id, and as `variantId` the
   * variant's, alone or as `<product>_<variant>`. `variant` and `sku` send theirs as `pid`.
   * @defaultValue `'product'`
   */
  readonly ids?: IdRule
  /**
   * What becomes of events before the shopper answers. `hold` keeps them in memory, `denied` drops them.
   * @defaultValue `'hold'`
   */
  readonly consent?: 'hold' | 'denied'
  /**
   * `'load'` reports the products of a collection or a search as seen when its page opens. The sandbox cannot know what was in sight, so
   * nothing is reported by default. Needs `themeTag: false`.
   */
  readonly impressions?: 'load'
  /**
   * The value of a collection's page, as the shop passes it to Browse; `{handle}`, `{id}` and `{title}` are filled in.
   * @defaultValue `'collection:"{handle}"'`
   */
  readonly page?: string
  /**
   * Make the user id when the cookie `svc.userId` is missing.
   * @defaultValue `true`
   */
  readonly createUserId?: boolean
  /**
   * A visit ends after so many milliseconds without activity.
   * @defaultValue `1_800_000`
   */
  readonly visitTimeoutMs?: number
  /**
   * Names of query parameters taken out of `url` and `referrer`.
   * @defaultValue `[]`
   */
  readonly scrubUrl?: readonly string[]
  /**
   * The longest URL that the tracker accepts.
   * @defaultValue `7_600`
   */
  readonly maxUrlBytes?: number
  /**
   * Whether the tracker sends CORS headers. `false` counts every answer as received.
   * @defaultValue `true`
   */
  readonly trackerCors?: boolean
  /**
   * The tracker counts each `(uid, t)` once, so that what was not answered may always be sent again.
   * @defaultValue `false`
   */
  readonly trackerDropsRepeats?: boolean
  /**
   * Record automated browsers too; a test suite sets it.
   * @defaultValue `false`
   */
  readonly recordBots?: boolean
  /**
   * Say on the console what was not counted.
   * @defaultValue `false`
   */
  readonly debug?: boolean
}

/** Which id of Shopify is the catalogue's. */
export type IdRule = 'product' | 'variant' | 'sku' | 'parent_child'

/** The settings with their defaults. */
export type FullPixelSettings = Required<Omit<PixelSettings, 'impressions'>> &
  Pick<PixelSettings, 'impressions'>

const defaults: FullPixelSettings = {
  siteKey: '',
  trackerUrl: '',
  themeTag: true,
  ids: 'product',
  consent: 'hold',
  page: 'collection:"{handle}"',
  createUserId: true,
  visitTimeoutMs: 1_800_000,
  scrubUrl: [],
  maxUrlBytes: 7_600,
  trackerCors: true,
  trackerDropsRepeats: false,
  recordBots: false,
  debug: false,
}

function address(written: unknown): string | undefined {
  const url = attempt(() => new URL(String(written)))
  return url && /^https?:$/.test(url.protocol)
    ? url.origin + url.pathname.replace(/\/+$/, '')
    : undefined
}

/** Parses one of these words. */
const oneOf = (words: RegExp) => (written: unknown) =>
  words.test(String(written)) ? written : undefined

// An app's settings are texts.
const flag = (written: unknown) =>
  /^(true|false)$/.test(String(written)) ? String(written) === 'true' : undefined

const positive = (written: unknown) => (Number(written) > 0 ? Number(written) : undefined)

const text = (written: unknown) =>
  typeof written === 'string' && written.trim() ? written.trim() : undefined

function texts(written: unknown): readonly string[] | undefined {
  const list = typeof written === 'string' ? attempt(() => JSON.parse(written)) : written
  return Array.isArray(list) ? list.map(String) : undefined
}

/** How each setting is parsed; `undefined` for what cannot be read. */
const parsers: { readonly [Name in keyof Required<PixelSettings>]: (written: unknown) => unknown } =
  {
    siteKey: text,
    trackerUrl: address,
    themeTag: flag,
    ids: oneOf(/^(product|variant|sku|parent_child)$/),
    consent: oneOf(/^(hold|denied)$/),
    impressions: oneOf(/^load$/),
    page: text,
    createUserId: flag,
    visitTimeoutMs: positive,
    scrubUrl: texts,
    maxUrlBytes: positive,
    trackerCors: flag,
    trackerDropsRepeats: flag,
    recordBots: flag,
    debug: flag,
  }

/**
 * Reads the settings. One that cannot be read keeps its default.
 *
 * @param onUnreadable - Hears the name of each setting that cannot be read, and of `siteKey` and `trackerUrl` if they are missing.
 */
export function parsePixelSettings(
  written: Readonly<Record<string, unknown>>,
  onUnreadable: (name: string) => void,
): FullPixelSettings {
  const values: Record<string, unknown> = { ...defaults }
  for (const [name, parse] of Object.entries(parsers)) {
    const own = getOwn(written, name)
    const isAsked = own !== undefined || values[name] === ''
    const value = isAsked ? parse(own) : values[name]
    if (isAsked && value === undefined) onUnreadable(name)
    else values[name] = value
  }
  return values as unknown as FullPixelSettings
}
