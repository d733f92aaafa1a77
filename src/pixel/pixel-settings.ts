/** How a shop sets up its pixel. An app pixel may omit the argument: the pixel then reads the app's settings, which are all strings. */
export interface PixelSettings {
  /** The site key of the account; the tracker's `SvcKey`. */
  readonly siteKey: string
  /** The tracker's URL, without `/v2/1p.jpg`. */
  readonly trackerUrl: string
  /**
   * Whether `svc.js` runs in the theme. If so, it reports searches and carts, and the pixel reports
   * orders. With `false`, the pixel reports all three.
   * @defaultValue `true`
   */
  readonly themeTag?: boolean
  /**
   * Which of Shopify's ids is the catalogue's `uniqueId`. `product` and `parent_child` send the product's id as `pid` and, as `variantId`,
   * the variant's id, alone or as `<product>_<variant>`. `variant` and `sku` send the variant's id or the SKU as `pid`.
   * @defaultValue `'product'`
   */
  readonly ids?: IdRule
  /**
   * What happens to events before the shopper has answered the banner: `hold` keeps them in memory, `denied` drops them.
   * @defaultValue `'hold'`
   */
  readonly consent?: 'hold' | 'denied'
  /**
   * With `'load'`, the products of a collection or a search count as seen when the page opens. The sandbox cannot know which products were
   * visible, so by default no impressions are reported. Needs `themeTag: false`.
   */
  readonly impressions?: 'load'
  /**
   * The page value of a collection, as the shop passes it to Browse. `{handle}`, `{id}` and `{title}` are filled in.
   * @defaultValue `'collection:"{handle}"'`
   */
  readonly page?: string
  /**
   * Whether to create the user id if the cookie `svc.userId` is missing.
   * @defaultValue `true`
   */
  readonly createUserId?: boolean
  /**
   * A visit ends after this many milliseconds without activity.
   * @defaultValue `1_800_000`
   */
  readonly visitTimeoutMs?: number
  /**
   * Names of query parameters to remove from `url` and `referrer`.
   * @defaultValue `[]`
   */
  readonly scrubUrl?: readonly string[]
  /**
   * The longest URL that the tracker accepts.
   * @defaultValue `7_600`
   */
  readonly maxUrlBytes?: number
  /**
   * Whether the tracker sends CORS headers. With `false`, every response counts as received.
   * @defaultValue `true`
   */
  readonly trackerCors?: boolean
  /**
   * Whether the tracker counts each `(uid, t)` once, so that unanswered events may always be sent again. If absent, the tracker says so
   * with the response header `svc-drops-repeats: 1`, which CORS must expose. `false` ignores the header.
   */
  readonly trackerDropsRepeats?: boolean
  /**
   * Whether to record automated browsers too, for example in a test suite.
   * @defaultValue `false`
   */
  readonly recordBots?: boolean
  /**
   * Whether to explain on the console what was not counted.
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
