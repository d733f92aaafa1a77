import Bowser from 'bowser'

/** A few user agents make up most of the traffic, and parsing one is slow, so the names are cached. */
const KNOWN_AGENTS = 1_000

const known = new Map<string, string>()

/** The browser's name in a user agent, and its device: `Safari (phone)`, `Chrome (desktop)`; empty if it has none. */
export function browserName(userAgent: string | undefined): string {
  if (!userAgent) return ''
  const name = known.get(userAgent) ?? nameOf(userAgent)
  if (known.size < KNOWN_AGENTS) known.set(userAgent, name)
  return name
}

const DEVICES: Readonly<Record<string, string>> = {
  ...{ mobile: 'phone', tablet: 'tablet', desktop: 'desktop' },
}

/** A bot, a television and a program have no device. An iPad says that it is a Mac. */
function nameOf(userAgent: string): string {
  const agent = Bowser.getParser(userAgent)
  const device = DEVICES[agent.getPlatformType(true)]
  const name = agent.getBrowserName(false).slice(0, 40)
  return name && device ? `${name} (${device})` : name
}
