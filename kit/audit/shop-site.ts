import { gunzipSync } from 'node:zlib'
import { XMLParser } from 'fast-xml-parser'
import robotsParser from 'robots-parser'

/** A shop's rules for crawlers. */
export type Site = Awaited<ReturnType<typeof readSite>>

const AGENT = 'svc-tag-audit'

/** A sitemap may hold 50,000 addresses, and an index as many sitemaps; a sample needs few. */
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

/** 50 MB, as [sitemaps.org](https://www.sitemaps.org/protocol.html) allows for one that is unpacked. */
const MOST_BYTES = 52_428_800

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** The text of a sitemap, packed or not; `undefined` when it cannot be read. */
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

interface SitemapPages {
  readonly pages: readonly string[]
  /** Sitemaps that hold none, because they are missing or are something else. */
  readonly unread: readonly string[]
}

async function readSitemaps(urls: readonly string[]): Promise<SitemapPages> {
  const pages: string[] = []
  const unread: string[] = []
  const waiting = [...urls]
  const read = new Set<string>()
  while (waiting.length && read.size < MOST_SITEMAPS) {
    const url = waiting.shift() ?? ''
    if (read.has(url)) continue
    read.add(url)
    const { urlset, sitemapindex } = parseSitemap((await fetchSitemap(url)) ?? '')
    // An element without children is read as an empty text.
    if (urlset === undefined && sitemapindex === undefined) unread.push(url)
    pages.push(...locations(urlset?.url))
    waiting.push(...locations(sitemapindex?.sitemap))
  }
  return { pages, unread }
}

/** Reads robots.txt of an origin; a shop without one allows everything. */
export async function readSite(origin: string) {
  const robotsUrl = `${origin}/robots.txt`
  const text = await fetchText(robotsUrl)
  // An application that answers every address with its page has no robots.txt.
  const robots = robotsParser(robotsUrl, text.includes('<html') ? '' : text)
  const named = robots.getSitemaps()
  const unread: string[] = []
  return {
    isAllowed: (url: string) => robots.isAllowed(url, AGENT) !== false,
    /** Milliseconds that robots.txt asks for between two requests. */
    crawlDelayMs: (robots.getCrawlDelay(AGENT) ?? 0) * 1_000,
    /** Sitemaps that robots.txt or an index names, and that `pages` could not read. */
    unreadSitemaps: (): readonly string[] => unread,
    /** Addresses of the sitemaps, of the shop's own origin only; empty when there are none. */
    async pages() {
      const found = await readSitemaps(named.length ? named : [`${origin}/sitemap.xml`])
      // Nobody promised a sitemap at the usual address.
      unread.push(...found.unread.filter((url) => named.length || url !== `${origin}/sitemap.xml`))
      return found.pages.filter((url) => new URL(url).origin === origin)
    },
  }
}
