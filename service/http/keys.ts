/** The account of one shop: the two keys that Browse carries in its path. */
export interface Keys {
  readonly apiKey: string
  /** Also the tracker's `SvcKey` and the `site_key` of the Shopping Agent. */
  readonly siteKey: string
}

/** The account that the demo shop and the tests use. */
export const demoKeys: Keys = { apiKey: 'demo-api-key', siteKey: 'demo-site' }
