import { gunzipSync } from 'node:zlib'
import { XMLParser } from 'fast-xml-parser'
import robotsParser from 'robots-parser'

/** A shop's rules for crawlers. */
export type Site = Awaited<ReturnType<typeof readSite>>

const AGENT = 'svc-tag-audit'

/** A sitemap may contain 50,000 URLs, and an index as many sitemaps, but a sample needs only a few. */
const MOST_SITEMAPS = 20
const TIME_LIMIT_MS = 10_000

/** How long all sitemaps of a host may take (ms). */
const HOST_LIMIT_MS = 60_000

/** The limits of [sitemaps.org](https://www.sitemaps.org/protocol.html) for one sitemap, uncompressed. */
const MOST_BYTES = 52_428_800
const MOST_URLS = 50_000

/** What [RFC 9309](https://www.rfc-editor.org/rfc/rfc9309#section-2.5) asks a crawler to read at least. */
const ROBOTS_BYTES = 512_000

/** The longest pause that robots.txt can ask for; a longer one would keep an audit waiting for hours. */
const LONGEST_DELAY_MS = 10_000

/** Reads a file up to a size, after which it is cut. Fetch unpacks what the server compressed, so the limit is that of the content. */
async function fetchBytes(url: string, limit: number): Promise<Buffer | undefined> {
  try {
    const reply = await fetch(url, {
      headers: { 'user-agent': AGENT },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
    if (!reply.ok || !reply.body) return undefined
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      size += chunk.length
      // Leaving the loop cancels the rest.
      if (size > limit) break
    }
    return Buffer.concat(chunks).subarray(0, limit + 1)
  } catch {
    return undefined
  }
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** The text of a sitemap, compressed or not; `undefined` if it cannot be read or is larger than a sitemap may be. */
async function fetchSitemap(url: string): Promise<string | undefined> {
  const bytes = await fetchBytes(url, MOST_BYTES)
  if (!bytes || bytes.length > MOST_BYTES) return undefined
  try {
    return (isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes)
      .toString()
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

const isOf = (origin: string) => (url: string) => new URL(url).origin === origin

/** The addresses in one sitemap, and the sitemaps that it lists; `undefined` if it holds neither. */
async function readSitemap(url: string, origin: string) {
  const text = isOf(origin)(url) ? await fetchSitemap(url) : undefined
  const { urlset, sitemapindex } = parseSitemap(text ?? '')
  // The parser returns an empty string for an element without children.
  if (urlset === undefined && sitemapindex === undefined) return undefined
  return {
    pages: locations(urlset?.url?.slice(0, MOST_URLS)).filter(isOf(origin)),
    sitemaps: locations(sitemapindex?.sitemap?.slice(0, MOST_SITEMAPS)),
  }
}

/** The URLs of pages in sitemaps; `unread` are sitemaps without URLs, because they are missing, too large, elsewhere or something else. */
async function readSitemaps(urls: readonly string[], origin: string) {
  const until = Date.now() + HOST_LIMIT_MS
  let pages: readonly string[] = []
  const unread: string[] = []
  const waiting = new Set(urls)
  let read = 0
  // A set may grow while it is iterated.
  for (const url of waiting) {
    if (++read > MOST_SITEMAPS || Date.now() > until) break
    const found = await readSitemap(url, origin)
    if (!found) unread.push(url)
    pages = pages.concat(found?.pages ?? []).slice(0, MOST_URLS)
    for (const next of found?.sitemaps ?? []) waiting.add(next)
  }
  return { pages, unread }
}

/** Reads robots.txt of an origin. A shop without one allows everything. */
export async function readSite(origin: string) {
  const robotsUrl = `${origin}/robots.txt`
  const text = (await fetchBytes(robotsUrl, ROBOTS_BYTES))?.toString() ?? ''
  // An application that responds to every URL with its page has no robots.txt.
  const robots = robotsParser(robotsUrl, text.includes('<html') ? '' : text)
  const named = robots.getSitemaps().filter((url) => URL.canParse(url))
  const unread: string[] = []
  const askedDelayMs = (robots.getCrawlDelay(AGENT) ?? 0) * 1_000
  return {
    isAllowed: (url: string) => robots.isAllowed(url, AGENT) !== false,
    /** The pause in milliseconds that robots.txt requests between two requests. */
    askedDelayMs,
    /** The pause that the audit keeps. */
    crawlDelayMs: Math.min(askedDelayMs, LONGEST_DELAY_MS),
    /** Sitemaps that robots.txt or an index lists, but that `pages` could not read. */
    unreadSitemaps: (): readonly string[] => unread,
    /** The URLs in the sitemaps, of the shop's own origin only; empty if there are none. */
    async pages() {
      const found = await readSitemaps(named.length ? named : [`${origin}/sitemap.xml`], origin)
      // A missing sitemap at the default URL is not a problem, because nothing refers to it.
      for (const url of found.unread)
        if (named.length || url !== `${origin}/sitemap.xml`) unread.push(url)
      return found.pages
    },
  }
}
