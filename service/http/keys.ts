/** The account of one shop: the two keys that are part of the Browse path. */
export interface Keys {
  readonly apiKey: string
  /** The site key; also the tracker's `SvcKey` and the `site_key` of the Shopping Agent. */
  readonly siteKey: string
}

/** The account that the demo shop and the tests use. */
export const demoKeys: Keys = { apiKey: 'demo-api-key', siteKey: 'demo-site' }
