import Bowser from 'bowser'

/** A few user agents make up most of the traffic, and parsing one is slow, so the names are cached. */
const KNOWN_AGENTS = 1_000

const known = new Map<string, string>()

/** The browser's name in a user agent: `Chrome`, `Safari`; empty if it has none. */
export function browserName(userAgent: string | undefined): string {
  if (!userAgent) return ''
  const name = known.get(userAgent) ?? nameOf(userAgent)
  if (known.size < KNOWN_AGENTS) known.set(userAgent, name)
  return name
}

const nameOf = (userAgent: string): string =>
  Bowser.getParser(userAgent).getBrowserName(false).slice(0, 40)
