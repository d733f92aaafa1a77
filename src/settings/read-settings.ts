import { attempt } from '../browser/guard'
import { getOwn } from '../wire/fields'
import type { Settings } from './settings'

/**
 * The settings of this page: the defaults, until {@link readSettings} is called. Settings that only
 * parts use are absent until the calls part has read them; see {@link parsedSetting}.
 */
export const settings = {
  siteKey: '',
  trackerUrl: '',
  consent: 'granted',
  respectGpc: true,
  recordBots: false,
  scrubUrl: [],
  scrubSearch: false,
  scrubAlso: [],
  createUserId: true,
  visitTimeoutMs: 1_800_000,
  // Half of a tile for one second, as the Media Rating Council recommends: https://mediaratingcouncil.org/standards-and-guidelines
  impressions: { ratio: 0.5, dwellMs: 1_000 },
  scriptClicks: false,
  strictFields: false,
  maxUrlBytes: 7_600,
  shadow: false,
  debug: false,
  inspect: false,
} as unknown as Settings

/** The settings as written, for the check that names the mistakes in them. */
export const writtenSettings: Record<string, unknown> = {}

/** An attribute's JSON, or the value of a call. */
const parsed = (written: unknown): unknown =>
  typeof written === 'string' ? attempt(() => JSON.parse(written)) : written

/** A setting as written, with an attribute's JSON parsed; `undefined` if it is absent or cannot be parsed. */
export const parsedSetting = (name: keyof Settings): unknown => parsed(writtenSettings[name])

/** An http(s) URL without a trailing slash; `undefined` for anything else. */
export function address(written: unknown): string | undefined {
  const url = attempt(() => new URL(String(written), location.origin))
  return url && /^https?:$/.test(url.protocol)
    ? url.origin + url.pathname.replace(/\/+$/, '')
    : undefined
}

// An attribute without a value is `true`, as in HTML.
const flag = (written: unknown) =>
  /^(true|false|)$/.test(String(written)) ? String(written) !== 'false' : undefined

const text = (written: unknown) =>
  typeof written === 'string' && written.trim() ? written.trim() : undefined

/** The settings of `preset: 'vendor'`, with which the tag counts and sends as the vendor's own library does. */
const VENDOR = { impressions: 'load', strictFields: true }

/** Parsers for settings whose type the default value does not show. */
const parsers: { readonly [Name in keyof Settings]?: (written: unknown) => unknown } = {
  preset: (written) => (written === 'vendor' ? written : undefined),
  siteKey: text,
  trackerUrl: address,
  agentUrl: address,
  consent: (written) => (/^(granted|denied|hold)$/.test(String(written)) ? written : undefined),
  impressions(written) {
    if (written === 'load') return written
    const own = parsed(written)
    const rule = { ratio: 0.5, dwellMs: 1_000, ...Object(own) }
    return own && rule.ratio > 0 && rule.ratio <= 1 && rule.dwellMs >= 0 ? rule : undefined
  },
  trackerCors: flag,
  trackerDropsRepeats: flag,
}

function parseLike(standard: unknown, written: unknown): unknown {
  if (typeof standard === 'boolean') return flag(written)
  if (typeof standard === 'number') return Number(written) > 0 ? Number(written) : undefined
  const list = parsed(written)
  return Array.isArray(list) ? list.map(String) : undefined
}

/**
 * Reads the settings of the script element or of `svc.init`. A setting that cannot be read keeps its default.
 *
 * @returns The names of the settings that cannot be read. Without `siteKey` and `trackerUrl` nothing can be reported.
 */
export function readSettings(given: Readonly<Record<string, unknown>>): readonly string[] {
  const written = { ...(getOwn(given, 'preset') === 'vendor' && VENDOR), ...given }
  Object.assign(writtenSettings, written)
  const values = settings as unknown as Record<string, unknown>
  return Object.keys({ ...settings, ...parsers }).filter((name) => {
    // Own members only, because a page may have put anything on Object.prototype.
    const own = getOwn(written, name)
    const parse = getOwn(parsers, name) as (typeof parsers)[keyof Settings]
    const value = parse ? parse(own) : parseLike(values[name], own)
    if (own === undefined) return false
    values[name] = value ?? values[name]
    return value === undefined
  })
}
