import { attempt } from '../browser/guard'
import { getOwn } from '../wire/fields'
import type { FullPixelSettings, PixelSettings } from './pixel-settings'

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

// All settings of an app are strings.
const flag = (written: unknown) =>
  /^(true|false)$/.test(String(written)) ? String(written) === 'true' : undefined

const positive = (written: unknown) => (Number(written) > 0 ? Number(written) : undefined)

const text = (written: unknown) =>
  typeof written === 'string' && written.trim() ? written.trim() : undefined

function texts(written: unknown): readonly string[] | undefined {
  const list = typeof written === 'string' ? attempt(() => JSON.parse(written)) : written
  return Array.isArray(list) ? list.map(String) : undefined
}

/** How each setting is parsed; `undefined` if it cannot be read. */
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
 * Reads the settings. A setting that cannot be read keeps its default.
 *
 * @param onUnreadable - Called with the name of each setting that cannot be read, and of `siteKey` and `trackerUrl` if they are missing.
 */
export function parsePixelSettings(
  written: Readonly<Record<string, unknown>>,
  onUnreadable: (name: string) => void,
): FullPixelSettings {
  const values: Record<string, unknown> = { ...defaults }
  for (const [name, parse] of Object.entries(parsers)) {
    const given = getOwn(written, name)
    const isAsked = given !== undefined || values[name] === ''
    const value = isAsked ? parse(given) : values[name]
    if (isAsked && value === undefined) onUnreadable(name)
    else values[name] = value
  }
  return values as unknown as FullPixelSettings
}
