import { attempt } from '../browser/guard'
import { getOwn } from '../wire/fields'
import type { Settings } from './settings'
import { SETTINGS, type SettingForm, STOPS } from './settings-table'

type Name = keyof Settings

const names = Object.keys(SETTINGS) as Name[]

/** The settings of this page: the defaults, until {@link readSettings} is called. */
export const settings = {} as Settings
const values = settings as unknown as Record<string, unknown>
for (const name of names) values[name] = SETTINGS[name][1]

/** The settings as written, for messages about them. */
export const writtenSettings: Record<string, unknown> = {}

/** What is wrong with the settings. */
export const settingFaults = {
  /** The names of the settings whose value cannot be read. */
  unreadable: [] as readonly Name[],
  /** Names that are no setting. Attributes of the script element may belong to other scripts. */
  unknown: [] as readonly string[],
}

/** An http(s) URL without a trailing slash; `undefined` for anything else. */
function address(written: unknown): string | undefined {
  const url = attempt(() => new URL(String(written), location.origin))
  return url && /^https?:$/.test(url.protocol)
    ? url.origin + url.pathname.replace(/\/+$/, '')
    : undefined
}

const text = (written: unknown) =>
  typeof written === 'string' && written.trim() ? written.trim() : undefined

/** An attribute's JSON, or the value of a call. */
const parsed = (written: unknown): unknown =>
  typeof written === 'string' ? attempt(() => JSON.parse(written)) : written

const listOf = (isItem: (item: unknown) => boolean) => (written: unknown) => {
  const list = parsed(written)
  return Array.isArray(list) && list.every(isItem) ? list : undefined
}

/** An attribute without a value is `true`, as in HTML. */
const flag = (written: unknown) =>
  /^(true|false|)$/.test(String(written)) ? String(written) !== 'false' : undefined

function map(written: unknown) {
  const rules = parsed(written)
  return typeof rules === 'object' && rules && !Array.isArray(rules) ? rules : undefined
}

/** Reads a value in one form; `undefined` if it cannot be read. */
const readers: { readonly [Form in SettingForm]: (written: unknown) => unknown } = {
  text,
  address,
  flag,
  map,
  rules: (written) => flag(written) ?? map(written),
  positive: (written) => (Number(written) > 0 ? Number(written) : undefined),
  texts: listOf((item) => typeof item === 'string'),
  numbers: listOf((item) => typeof item === 'number'),
  kinds: listOf((item) => item === 'path' || item === 'phone'),
  preset: (written) => (written === 'vendor' ? written : undefined),
  consent: (written) => /^\s*(granted|denied|hold)\s*$/i.exec(String(written))?.[1]?.toLowerCase(),
  impressions(written) {
    if (written === 'load') return written
    const given = map(written)
    const rule = { ratio: 0.5, dwellMs: 1_000, ...given }
    return given && rule.ratio > 0 && rule.ratio <= 1 && rule.dwellMs >= 0 ? rule : undefined
  },
  paths: (written) => attempt(() => new RegExp(text(written) ?? '[').source),
}

/** The settings of `preset: 'vendor'`, with which the tag counts and sends as the vendor's own library does. */
const VENDOR = { impressions: 'load', strictFields: true }

const isName = (name: string): name is Name => names.includes(name as Name)

/** Sets one setting, and returns whether its value could be read. */
function readSetting(name: Name, written: unknown): boolean {
  const [form, standard, otherwise = standard] = SETTINGS[name]
  const value = readers[form](written)
  values[name] = value ?? otherwise ?? standard
  return value !== undefined
}

/**
 * Reads the settings of the script element or of `svc.init`. A value that cannot be read means what the table of settings says;
 * {@link settingFaults} names it.
 *
 * @returns Whether the tag may start: it has a site key and a tracker, and no setting stops it.
 */
export function readSettings(given: Readonly<Record<string, unknown>>): boolean {
  const written = { ...(getOwn(given, 'preset') === 'vendor' && VENDOR), ...given }
  Object.assign(writtenSettings, written)
  const unreadable: Name[] = []
  const unknown: string[] = []
  // Own members only, because a page may have put anything on Object.prototype.
  for (const [name, value] of Object.entries(written)) {
    if (!isName(name)) unknown.push(name)
    else if (value !== undefined && !readSetting(name, value)) unreadable.push(name)
  }
  settingFaults.unreadable = unreadable
  settingFaults.unknown = unknown.filter((name) => name !== 'integrity')
  const isStopped = unreadable.some((name) => SETTINGS[name][2] === STOPS)
  return !isStopped && Boolean(settings.siteKey && settings.trackerUrl)
}
