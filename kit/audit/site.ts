import { XMLParser } from 'fast-xml-parser'
import robotsParser from 'robots-parser'

/** A shop's rules for crawlers. */
export interface Site {
  readonly isAllowed: (url: string) => boolean
  /** Milliseconds that robots.txt asks for between two requests. */
  readonly crawlDelayMs: number
  /** Addresses of the sitemaps, of the shop's own origin only; empty when there are none. */
  readonly pages: () => Promise<readonly string[]>
}

const AGENT = 'svc-tag-audit'

/** A sitemap may hold 50,000 addresses, and an index as many sitemaps; a sample needs few. */
const MOST_SITEMAPS = 20
const TIME_LIMIT_MS = 10_000

async function fetchText(url: string): Promise<string> {
  try {
    const reply = await fetch(url, {
      headers: { 'user-agent': AGENT },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
    return reply.ok ? await reply.text() : ''
  } catch {
    return ''
  }
}

interface Sitemap {
  readonly urlset?: { readonly url?: readonly Location[] }
  readonly sitemapindex?: { readonly sitemap?: readonly Location[] }
}

interface Location {
  readonly loc?: string
}

const parser = new XMLParser({
  isArray: (name) => name === 'url' || name === 'sitemap',
  parseTagValue: false,
})

function parseSitemap(xml: string): Sitemap {
  try {
    return parser.parse(xml) as Sitemap
  } catch {
    return {}
  }
}

const locations = (items: readonly Location[] = []) =>
  items.flatMap(({ loc }) => (loc && URL.canParse(loc) ? [loc] : []))

/** The pages of sitemaps, and of those that they name. */
async function readSitemaps(urls: readonly string[]): Promise<readonly string[]> {
  const pages: string[] = []
  const waiting = [...urls]
  const read = new Set<string>()
  while (waiting.length && read.size < MOST_SITEMAPS) {
    const url = waiting.shift() ?? ''
    if (read.has(url)) continue
    read.add(url)
    const { urlset, sitemapindex } = parseSitemap(await fetchText(url))
    pages.push(...locations(urlset?.url))
    waiting.push(...locations(sitemapindex?.sitemap))
  }
  return pages
}

/** Reads robots.txt of an origin; a shop without one allows everything. */
export async function readSite(origin: string): Promise<Site> {
  const robotsUrl = `${origin}/robots.txt`
  const text = await fetchText(robotsUrl)
  // An application that answers every address with its page has no robots.txt.
  const robots = robotsParser(robotsUrl, text.includes('<html') ? '' : text)
  const sitemaps = robots.getSitemaps()
  return {
    isAllowed: (url) => robots.isAllowed(url, AGENT) !== false,
    crawlDelayMs: (robots.getCrawlDelay(AGENT) ?? 0) * 1_000,
    pages: async () =>
      (await readSitemaps(sitemaps.length ? sitemaps : [`${origin}/sitemap.xml`])).filter(
        (url) => new URL(url).origin === origin,
      ),
  }
}
