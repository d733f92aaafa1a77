import { gunzipSync } from 'node:zlib'
import { XMLParser } from 'fast-xml-parser'
import robotsParser from 'robots-parser'

/** A shop's rules for crawlers. */
export type Site = Awaited<ReturnType<typeof readSite>>

const AGENT = 'svc-tag-audit'

/** A sitemap may contain 50,000 URLs, and an index as many sitemaps, but a sample needs only a few. */
const MOST_SITEMAPS = 20
const TIME_LIMIT_MS = 10_000

async function fetchBytes(url: string): Promise<Buffer | undefined> {
  try {
    const reply = await fetch(url, {
      headers: { 'user-agent': AGENT },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
    return reply.ok ? Buffer.from(await reply.arrayBuffer()) : undefined
  } catch {
    return undefined
  }
}

const fetchText = async (url: string) => (await fetchBytes(url))?.toString() ?? ''

/** 50 MB, the limit of [sitemaps.org](https://www.sitemaps.org/protocol.html) for an uncompressed sitemap. */
const MOST_BYTES = 52_428_800

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** The text of a sitemap, compressed or not; `undefined` if it cannot be read. */
async function fetchSitemap(url: string): Promise<string | undefined> {
  const bytes = await fetchBytes(url)
  try {
    return (bytes && isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes)
      ?.toString()
      .trim()
  } catch {
    return undefined
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
  removeNSPrefix: true,
})

function parseSitemap(text: string): Sitemap {
  if (!text.startsWith('<')) {
    const lines = text.split(/\s*\n\s*/)
    return lines.every((line) => URL.canParse(line))
      ? { urlset: { url: lines.map((loc) => ({ loc })) } }
      : {}
  }
  try {
    return parser.parse(text) as Sitemap
  } catch {
    return {}
  }
}

const locations = (items: readonly Location[] = []) =>
  items.flatMap(({ loc }) => (loc && URL.canParse(loc) ? [loc] : []))

/** The URLs of pages in sitemaps; `unread` are sitemaps without URLs, because they are missing or something else. */
async function readSitemaps(urls: readonly string[]) {
  const pages: string[] = []
  const unread: string[] = []
  const waiting = [...urls]
  const read = new Set<string>()
  while (waiting.length && read.size < MOST_SITEMAPS) {
    const url = waiting.shift() ?? ''
    if (read.has(url)) continue
    read.add(url)
    const { urlset, sitemapindex } = parseSitemap((await fetchSitemap(url)) ?? '')
    // The parser returns an empty string for an element without children.
    if (urlset === undefined && sitemapindex === undefined) unread.push(url)
    pages.push(...locations(urlset?.url))
    waiting.push(...locations(sitemapindex?.sitemap))
  }
  return { pages, unread }
}

/** Reads robots.txt of an origin. A shop without one allows everything. */
export async function readSite(origin: string) {
  const robotsUrl = `${origin}/robots.txt`
  const text = await fetchText(robotsUrl)
  // An application that responds to every URL with its page has no robots.txt.
  const robots = robotsParser(robotsUrl, text.includes('<html') ? '' : text)
  const named = robots.getSitemaps()
  const unread: string[] = []
  return {
    isAllowed: (url: string) => robots.isAllowed(url, AGENT) !== false,
    /** The pause in milliseconds that robots.txt requests between two requests. */
    crawlDelayMs: (robots.getCrawlDelay(AGENT) ?? 0) * 1_000,
    /** Sitemaps that robots.txt or an index lists, but that `pages` could not read. */
    unreadSitemaps: (): readonly string[] => unread,
    /** The URLs in the sitemaps, of the shop's own origin only; empty if there are none. */
    async pages() {
      const found = await readSitemaps(named.length ? named : [`${origin}/sitemap.xml`])
      // A missing sitemap at the default URL is not a problem, because nothing refers to it.
      unread.push(...found.unread.filter((url) => named.length || url !== `${origin}/sitemap.xml`))
      return found.pages.filter((url) => new URL(url).origin === origin)
    },
  }
}
