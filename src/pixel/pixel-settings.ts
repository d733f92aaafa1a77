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
   * Treatment of events before the shopper answers. `hold` keeps them in memory, `denied` drops them.
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
   * Whether the tracker counts each `(uid, t)` once, so that what was not answered may always be sent again. If absent, the tracker says so
   * by the answer header `svc-drops-repeats: 1`, which CORS must expose. `false` ignores the header.
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
export type FullPixelSettings = Required<
  Omit<PixelSettings, 'impressions' | 'trackerDropsRepeats'>
> &
  Pick<PixelSettings, 'impressions' | 'trackerDropsRepeats'>
