import type { ConsentState, Settings } from '../../src/module'

/**
 * How the fixture treats the tag of a page. Set it in `playwright.config.ts` under `use`, or with
 * `test.use`.
 *
 * @example
 * test.use({ svcOptions: { consent: 'granted', siteKey: 'SITE' } })
 */
export interface SvcOptions {
  /** Settings that override those of the page's script element, such as `map`. */
  readonly settings?: Partial<Settings>
  /** The shopper's answer to the consent banner, given when the tag has loaded. If absent, the page decides. */
  readonly consent?: ConsentState
  /**
   * How long (ms) a tile must be visible to count, instead of a second. `'page'` uses the page's own rule.
   * @defaultValue `200`
   */
  readonly dwellMs?: number | 'page'
  /** The site key that every event must have; any if absent. */
  readonly siteKey?: string
  /** The tracker, without `/v2/1p.jpg`, to which every event must be sent; any if absent. */
  readonly trackerUrl?: string
  /**
   * Injects the tag of this package into pages without one. Configure it with `settings`.
   * @defaultValue `false`
   */
  readonly inject?: boolean
}

/** Long enough that a tile which a script shows and hides again does not count. */
const DWELL_MS = 200

/** The settings of the tag in a test: automated browsers count, and tiles count sooner than after a second. */
export function settingsFor(options: SvcOptions): Partial<Settings> {
  const { settings, dwellMs = DWELL_MS, inject, siteKey, trackerUrl } = options
  return {
    recordBots: true,
    ...(inject && {
      siteKey: siteKey ?? 'SITE',
      trackerUrl: trackerUrl ?? 'https://tracker.example',
    }),
    ...(dwellMs !== 'page' && { impressions: { ratio: 0.5, dwellMs } }),
    ...settings,
  }
}
