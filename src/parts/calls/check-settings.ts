import { attempt, warnOnce } from '../../browser/guard'
import { address, parsedSetting, settings, writtenSettings } from '../../settings/read-settings'
import type { Settings } from '../../settings/settings'
import { getOwn } from '../../wire/fields'

const text = (name: keyof Settings) => {
  const written = writtenSettings[name]
  return typeof written === 'string' && written.trim() ? written.trim() : undefined
}

const url = (name: keyof Settings) => address(writtenSettings[name])

const listOf = (type: 'string' | 'number') => (name: keyof Settings) => {
  const list = parsedSetting(name)
  return Array.isArray(list) && list.every((item) => typeof item === type) ? list : undefined
}

/** Parses rules that are an object. `true`, or an attribute without a value, means an object without rules. */
function rules(name: keyof Settings) {
  const value = writtenSettings[name] === '' ? true : parsedSetting(name)
  if (value === true) return {}
  return typeof value === 'object' && !Array.isArray(value) ? (value ?? undefined) : undefined
}

const flag = (name: keyof Settings) =>
  /^(true|false|)$/.test(String(writtenSettings[name]))
    ? writtenSettings[name] !== 'false' && writtenSettings[name] !== false
    : undefined

const positive = (name: keyof Settings) => Number(writtenSettings[name]) > 0 || undefined

/** A description of the valid values of a setting, and its parser. */
type Check = readonly [needs: string, parse: (name: keyof Settings) => unknown]

const TEXT: Check = ['a text', text]
const ADDRESS: Check = ['an http(s) URL', url]
const FLAG: Check = ['true or false', flag]
const POSITIVE: Check = ['a positive number', positive]
const TEXTS: Check = ['a list of strings, in an attribute as JSON', listOf('string')]

const CHECKS: { readonly [Name in keyof Settings]-?: Check } = {
  preset: ['vendor', () => settings.preset],
  siteKey: TEXT,
  apiKey: TEXT,
  trackerUrl: ADDRESS,
  browseUrl: ADDRESS,
  agentUrl: ADDRESS,
  consent: [
    'granted, denied or hold',
    (name) => /^(granted|denied|hold)$/.test(String(writtenSettings[name])) || undefined,
  ],
  respectGpc: FLAG,
  tcfPurposes: ['a list of numbers, in an attribute as JSON', listOf('number')],
  recordBots: FLAG,
  scrubUrl: TEXTS,
  scrubSearch: FLAG,
  scrubAlso: [
    'a list of "path" and "phone", in an attribute as JSON',
    (name) => {
      const kinds = listOf('string')(name)
      return kinds?.every((kind) => kind === 'path' || kind === 'phone') ? kinds : undefined
    },
  ],
  createUserId: FLAG,
  visitTimeoutMs: POSITIVE,
  impressions: [
    '"load" or {"ratio": 0.5, "dwellMs": 1000}',
    (name) => {
      const rule = parsedSetting(name)
      const ratio = Number(getOwn(rule, 'ratio') ?? 1)
      const dwellMs = Number(getOwn(rule, 'dwellMs') ?? 0)
      const isRule = rule && typeof rule === 'object' && ratio > 0 && ratio <= 1 && dwellMs >= 0
      return writtenSettings[name] === 'load' || isRule || undefined
    },
  ],
  orderPages: [
    'a regular expression for paths',
    (name) => attempt(() => new RegExp(String(text(name) ?? '['))),
  ],
  scriptClicks: FLAG,
  agentTools: [
    'true, false, or rules: {"find": {"action": "search", "query": "words"}}',
    (name) => (flag(name) === false ? {} : rules(name)),
  ],
  dataLayer: ['true, or rules: {"pid": "sku"}', rules],
  map: ['rules, e.g. {"cart": {"in": ".buy"}}', rules],
  requestIdHeaders: TEXTS,
  browseHeaders: FLAG,
  strictFields: FLAG,
  maxUrlBytes: POSITIVE,
  trackerCors: FLAG,
  trackerDropsRepeats: FLAG,
  shadow: FLAG,
  debug: FLAG,
  inspect: FLAG,
}

/** Settings that only parts use. They are read here, with their defaults. */
const OWN: Partial<Settings> = {
  requestIdHeaders: ['svc-request-id', 'unx-request-id', 'x-request-id'],
  browseHeaders: false,
}

/** Names each setting that cannot be read in a console warning, and reads those that only parts use. */
export function checkSettings() {
  const values = settings as unknown as Record<string, unknown>
  Object.assign(values, { ...OWN, ...values })
  for (const name of Object.keys(CHECKS) as (keyof Settings)[]) {
    const written = getOwn(writtenSettings, name)
    if (written === undefined) continue
    const [needs, parse] = CHECKS[name]
    const value = parse(name)
    if (value === undefined) warnOnce(`${name} needs ${needs}`, written)
    else if (/^(apiKey|browseUrl|dataLayer|map|requestIdHeaders|browseHeaders)$/.test(name))
      values[name] = value
  }
}
