import type { Notice } from '../platform/notice'
import type { ImpressionRule, Settings } from './settings'

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

/** Half of a tile for a second, by the rule of the [Media Rating Council](https://mediaratingcouncil.org/standards-and-guidelines). */
const mrcRule: ImpressionRule = { ratio: 0.5, dwellMs: 1_000 }

const impressionRule: Kind = {
  needs: '"load" or {"ratio": 0.5, "dwellMs": 1000}',
  parse(given) {
    if (given === 'load') return given
    const rule = { ...mrcRule, ...(parsed(given) as Partial<ImpressionRule>) }
    return rule.ratio > 0 && rule.ratio <= 1 && rule.dwellMs >= 0 ? rule : undefined
  },
}

/** An object as JSON; `true`, or an attribute without a value, is one without any rule. */
const rules = (example: string): Kind => ({
  needs: `rules, e.g. ${example}`,
  parse(given) {
    const object = parsed(given)
    if (object === true) return {}
    return typeof object === 'object' && !Array.isArray(object) ? (object ?? undefined) : undefined
  },
})

const texts = listOf('string')

/** How each setting is read, and what the tag goes by where a shop says nothing. */
const table: {
  readonly [Name in keyof Settings]-?: readonly [kind: Kind, standard?: Settings[Name]]
} = {
  siteKey: [text],
  apiKey: [text],
  trackerUrl: [address],
  browseUrl: [address],
  agentUrl: [address],
  consent: [consentState, 'granted'],
  respectGpc: [flag, true],
  // Store on a device; measure content performance.
  tcfPurposes: [listOf('number'), [1, 8]],
  recordBots: [flag, false],
  scrubUrl: [texts, []],
  scrubSearch: [flag, false],
  createUserId: [flag, true],
  visitTimeoutMs: [positive, 1_800_000],
  impressions: [impressionRule, mrcRule],
  scriptClicks: [flag, false],
  dataLayer: [rules('true or {"wins": ["order"]}')],
  map: [rules('{"cart": {"in": ".buy"}}')],
  requestIdHeaders: [texts, ['svc-request-id', 'x-request-id']],
  browseHeaders: [flag, false],
  strictFields: [flag, false],
  maxUrlBytes: [positive, 7_600],
  trackerCors: [flag],
  trackerDropsRepeats: [flag, false],
  debug: [flag, false],
  inspect: [flag, false],
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
  const settings: Record<string, unknown> = {}
  // Own members only, and looked up without a call of ours for each.
  const writtenAs = new Map(Object.entries(given))
  for (const [name, [{ parse, needs }, standard]] of Object.entries(table)) {
    const written = writtenAs.get(name)
    const value = written === undefined ? standard : parse(written, pageUrl)
    if (written !== undefined && value === undefined) notice(`${name} needs ${needs}`, written)
    settings[name] = value ?? standard
  }
  const missing = ['siteKey', 'trackerUrl'].filter((name) => settings[name] === undefined)
  if (missing.length === 0) return settings as unknown as Settings

  notice(`nothing is reported without ${missing.join(' and ')}`)
  return undefined
}
