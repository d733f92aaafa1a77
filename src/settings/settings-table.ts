import type { Settings } from './settings'

/** The forms of a value, as {@link readSettings} reads them. */
export type SettingForm =
  | 'text'
  | 'address'
  | 'flag'
  | 'positive'
  | 'texts'
  | 'numbers'
  | 'kinds'
  | 'consent'
  | 'preset'
  | 'impressions'
  | 'paths'
  | 'rules'
  | 'map'

/** As a third member: a value that cannot be read keeps the tag from starting, because it could send or store more than was asked. */
export const STOPS = null

/**
 * Every setting: the form of its value, its default, and what a value that cannot be read means if that is not the default. A mistake never
 * sends, stores or shows more than was asked.
 */
export const SETTINGS: {
  readonly [Name in keyof Settings]-?: readonly [
    form: SettingForm,
    standard?: Settings[Name] | undefined,
    otherwise?: Settings[Name] | typeof STOPS,
  ]
} = {
  preset: ['preset', undefined, STOPS],
  siteKey: ['text', ''],
  apiKey: ['text'],
  trackerUrl: ['address', ''],
  browseUrl: ['address'],
  agentUrl: ['address'],
  consent: ['consent', 'granted', 'hold'],
  respectGpc: ['flag', true],
  // Store information on a device; measure content performance.
  tcfPurposes: ['numbers', [1, 8], STOPS],
  recordBots: ['flag', false],
  scrubUrl: ['texts', [], STOPS],
  scrubSearch: ['flag', false, true],
  scrubAlso: ['kinds', [], STOPS],
  createUserId: ['flag', true, false],
  visitTimeoutMs: ['positive', 1_800_000],
  // Half of a tile for one second, as the Media Rating Council recommends: https://mediaratingcouncil.org/standards-and-guidelines
  impressions: ['impressions', { ratio: 0.5, dwellMs: 1_000 }],
  dataLayer: ['rules'],
  agentTools: ['rules'],
  map: ['map'],
  // No path matches, so no order counts.
  orderPages: ['paths', undefined, '(?!)'],
  scriptClicks: ['flag', false],
  requestIdHeaders: ['texts', ['svc-request-id', 'unx-request-id', 'x-request-id']],
  browseHeaders: ['flag', false],
  strictFields: ['flag', false, true],
  maxUrlBytes: ['positive', 7_600],
  trackerCors: ['flag'],
  trackerDropsRepeats: ['flag'],
  shadow: ['flag', false, true],
  debug: ['flag', false],
  inspect: ['flag', false],
}
