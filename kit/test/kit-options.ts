import type { ConsentState, Settings } from '../../src/module'

/**
 * How the fixture treats the tag of a page. Set it in `playwright.config.ts` under `use`, or by `test.use`.
 *
 * @example
 * test.use({ svcOptions: { consent: 'granted', siteKey: 'SITE' } })
 */
export interface SvcOptions {
  /** Settings that win over those of the page's script element, such as `map`. */
  readonly settings?: Partial<Settings>
  /** The shopper's answer to the question of consent, given when the tag has loaded; the page decides when absent. */
  readonly consent?: ConsentState
  /**
   * Milliseconds that a tile has to be in sight, in place of a second; `'page'`: the page's own rule.
   * @defaultValue `200`
   */
  readonly dwellMs?: number | 'page'
  /** The site key that every event has to carry. Any when absent. */
  readonly siteKey?: string
  /** The tracker that every event has to go to, without `/v2/1p.jpg`. Any when absent. */
  readonly trackerUrl?: string
  /**
   * Puts the tag of this package into pages that have none; `settings` says the rest.
   * @defaultValue `false`
   */
  readonly inject?: boolean
}

/** Long enough that a tile which a script shows and hides again does not count. */
const DWELL_MS = 200

/** The settings that the tag gets in a test: it counts automated browsers, and need not wait a second for each tile. */
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
