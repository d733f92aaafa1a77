import { ownMember } from '../events'
import type { Notice } from '../platform/notice'
import { defaults, type ImpressionRule, type Settings } from './settings'

/** Turns what was written into a value, or `undefined` when it cannot be read. `needs` is for the notice. */
interface Kind {
  readonly needs: string
  readonly parse: (given: unknown, pageUrl: string) => unknown
}

const text: Kind = {
  needs: 'a text',
  parse: (given) => (typeof given === 'string' && given.trim() ? given.trim() : undefined),
}

const address: Kind = {
  needs: 'an http(s) URL',
  parse(given, pageUrl) {
    try {
      const { protocol, origin, pathname } = new URL(String(given), new URL('/', pageUrl))
      return /^https?:$/.test(protocol) ? origin + pathname.replace(/\/+$/, '') : undefined
    } catch {
      return undefined
    }
  },
}

const flag: Kind = {
  needs: 'true or false',
  // An attribute without a value is `true`, as in HTML.
  parse: (given) => (/^(true|false|)$/.test(String(given)) ? String(given) !== 'false' : undefined),
}

const positive: Kind = {
  needs: 'a positive number',
  parse: (given) => (Number(given) > 0 ? Number(given) : undefined),
}

/** Attributes hold lists and objects as JSON. */
function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}

const listOf = (type: 'string' | 'number'): Kind => ({
  needs: `a list of ${type}s, in an attribute as JSON`,
  parse(given) {
    const list = parsed(given)
    return Array.isArray(list) && list.every((item) => typeof item === type) ? list : undefined
  },
})

const consentState: Kind = {
  needs: 'granted, denied or hold',
  parse: (given) => (/^(granted|denied|hold)$/.test(String(given)) ? given : undefined),
}

const impressionRule: Kind = {
  needs: '"load" or {"ratio": 0.5, "dwellMs": 1000}',
  parse(given) {
    if (given === 'load') return given
    const rule = { ...defaults.impressions, ...(parsed(given) as Partial<ImpressionRule>) }
    return rule.ratio > 0 && rule.ratio <= 1 && rule.dwellMs >= 0 ? rule : undefined
  },
}

const dataLayerRules: Kind = {
  needs: 'true or rules, e.g. {"wins": ["order"]}',
  parse(given) {
    const rules = parsed(given)
    if (rules === true) return {}
    return typeof rules === 'object' ? (rules ?? undefined) : undefined
  },
}

const pageMap: Kind = {
  needs: 'an object, e.g. {"cart": {"in": ".buy"}}',
  parse(given) {
    const map = parsed(given)
    return typeof map === 'object' && !Array.isArray(map) ? (map ?? undefined) : undefined
  },
}

const kinds: Readonly<Record<keyof Settings, Kind>> = {
  siteKey: text,
  apiKey: text,
  trackerUrl: address,
  browseUrl: address,
  agentUrl: address,
  consent: consentState,
  respectGpc: flag,
  tcfPurposes: listOf('number'),
  recordBots: flag,
  scrubUrl: listOf('string'),
  scrubSearch: flag,
  createUserId: flag,
  visitTimeoutMs: positive,
  impressions: impressionRule,
  scriptClicks: flag,
  dataLayer: dataLayerRules,
  map: pageMap,
  requestIdHeaders: listOf('string'),
  browseHeaders: flag,
  strictFields: flag,
  maxUrlBytes: positive,
  trackerCors: flag,
  trackerDropsRepeats: flag,
  debug: flag,
  inspect: flag,
}

/**
 * Reads the settings. What cannot be read is named in a notice and its default is used.
 *
 * @param pageUrl - What relative addresses are relative to.
 * @returns `undefined`, with a notice, when `siteKey` or `trackerUrl` is missing: nothing can be reported then.
 */
export function parseSettings(
  given: Readonly<Record<string, unknown>>,
  pageUrl: string,
  notice: Notice,
): Settings | undefined {
  const settings: Record<string, unknown> = { ...defaults }
  for (const [name, kind] of Object.entries(kinds)) {
    const written = ownMember(given, name)
    if (written === undefined) continue
    const value = kind.parse(written, pageUrl)
    if (value === undefined) notice(`${name} needs ${kind.needs}`, written)
    else settings[name] = value
  }
  const missing = ['siteKey', 'trackerUrl'].filter((name) => settings[name] === undefined)
  if (missing.length === 0) return settings as unknown as Settings

  notice(`nothing is reported without ${missing.join(' and ')}`)
  return undefined
}
