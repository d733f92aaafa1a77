import Bowser from 'bowser'

/** Few browsers are the most of all traffic; reading a user agent is slow. */
const KNOWN_AGENTS = 1_000

const known = new Map<string, string>()

/** The name of a browser by its user agent: `Chrome`, `Safari`; empty when it has none. */
export function browserName(userAgent: string | undefined): string {
  if (!userAgent) return ''
  const name = known.get(userAgent) ?? nameOf(userAgent)
  if (known.size < KNOWN_AGENTS) known.set(userAgent, name)
  return name
}

const nameOf = (userAgent: string): string =>
  Bowser.getParser(userAgent).getBrowserName(false).slice(0, 40)
