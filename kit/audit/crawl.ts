import type { Browser } from '@playwright/test'
import type { AuditOptions } from './audit-options.ts'
import { hasEffect } from './links-with-effect.ts'
import { isAnswered } from './page-rules.ts'
import { createVisitor, PROFILES, type Visit, type Visitor } from './page-visit.ts'
import { readSite, type Site } from './shop-site.ts'
import { createFrontier, isSameSite, urlShape } from './url-shape.ts'

/** How an address ended. */
export interface AddressEnd {
  readonly url: string
  readonly end: 'audited' | 'redirected' | 'failed' | 'skipped'
  /** Why it failed or was skipped, or where it leads. */
  readonly why: string
}

/** Everything that a crawl found. */
export interface Crawled {
  /** The origin of the audited pages, to which the start page may have redirected. */
  readonly origin: string
  readonly visits: readonly Visit[]
  /** Each address that was opened or left out, in order. */
  readonly ends: readonly AddressEnd[]
  /** What the reader of the report has to know about its limits. */
  readonly notes: readonly string[]
  readonly unreadSitemaps: Site['unreadSitemaps']
}

export interface CrawlOptions {
  readonly browser: Browser
  readonly options: AuditOptions
  /** Called when an address is done. */
  readonly onPage: (end: AddressEnd, visits: readonly Visit[]) => void
}

/** Pages in a row without any response, after which the host counts as down. */
const MOST_SILENT = 5

/** Addresses that are reported one by one as skipped; a sitemap may hold many more. */
const MOST_SKIPPED = 200

/** Redirects that are followed from the start page to another host of the site. */
const MOST_HOPS = 3

type Visitors = Readonly<Record<'desktop' | 'phone' | 'denied', Visitor>>

async function openVisitors({ browser, options }: CrawlOptions): Promise<Visitors> {
  const [desktop, phone, denied] = await Promise.all([
    createVisitor(browser, PROFILES.desktop, options),
    createVisitor(browser, PROFILES.phone, options),
    createVisitor(browser, PROFILES.denied, options),
  ])
  return { desktop, phone, denied }
}

/** Lets callers pass one at a time, with a pause between them. */
function createPace(delayMs: number) {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const turn = last
    last = turn.then(() => new Promise((resolve) => setTimeout(resolve, delayMs)))
    return turn
  }
}

const withoutFragment = (url: string) => url.replace(/#.*/, '')

/** Where a page leads instead of being itself; `undefined` if it stays. */
function targetOf({ url, finalUrl, target, status }: Visit): string | undefined {
  if (target) return withoutFragment(target)
  const isElsewhere = status > 0 && withoutFragment(finalUrl) !== withoutFragment(url)
  return isElsewhere && URL.canParse(finalUrl) ? withoutFragment(finalUrl) : undefined
}

/** How one visit of a page went: its end, and the address that it leads to. */
interface Opened {
  readonly end: AddressEnd['end']
  readonly why: string
  readonly own: readonly Visit[]
  readonly target?: string
}

const FILE: Opened = { end: 'skipped', why: 'it is a file, not an HTML page', own: [] }

/** How the desktop visit ends the address; `undefined` if the page is there. */
function endOf(desktop: Visit): Opened | undefined {
  if (desktop.isDownload) return FILE
  if (desktop.problem) return { end: 'failed', why: desktop.problem, own: [desktop] }
  const target = targetOf(desktop)
  return target === undefined
    ? undefined
    : { end: 'redirected', why: `to ${target}`, own: [], target }
}

function endOfAll(own: readonly Visit[]): Opened {
  const broken = own.find(({ problem }) => problem)
  return broken
    ? { end: 'failed', why: `at the size ${broken.profile}: ${broken.problem}`, own }
    : { end: 'audited', why: '', own }
}

/** Collects the ends of addresses. */
function createEnds(onPage: CrawlOptions['onPage']) {
  const ends: AddressEnd[] = []
  const visits: Visit[] = []
  let skipped = 0
  return {
    ends,
    visits,
    add(url: string, { end, why, own }: Omit<Opened, 'target'>) {
      if (end === 'skipped' && ++skipped > MOST_SKIPPED) return
      const ended = { url, end, why }
      ends.push(ended)
      visits.push(...own)
      onPage(ended, own)
    },
    /** The number of skipped addresses that are not listed. */
    unlisted: () => Math.max(0, skipped - MOST_SKIPPED),
  }
}

/** The rules by which addresses are opened: of the origin that is audited, of its robots.txt and of the command line. */
async function createRules(options: AuditOptions) {
  const asked = new Set(options.urls.map(withoutFragment))
  const notes: string[] = []
  let origin = ''
  let site: Site
  let pace = createPace(0)

  async function enter(next: string) {
    origin = next
    site = await readSite(next)
    const { crawlDelayMs, askedDelayMs } = site
    pace = createPace(Math.max(options.delayMs, crawlDelayMs))
    if (askedDelayMs > crawlDelayMs)
      notes.push(
        `robots.txt asks for ${askedDelayMs / 1_000} s between two pages; the audit waits ${crawlDelayMs / 1_000} s.`,
      )
  }
  await enter(new URL(options.urls[0] ?? '').origin)

  return {
    notes,
    enter,
    origin: () => origin,
    site: () => site,
    /** Waits until the next page may be opened. */
    turn: () => pace(),
    /** Counts as given on the command line. */
    ask: (url: string) => void asked.add(withoutFragment(url)),
    /** Why an address is not opened. */
    refusalOf(url: string): string | undefined {
      const { origin: own, pathname } = new URL(url)
      if (own !== origin) return 'it has another origin'
      if (options.exclude?.test(pathname)) return '--exclude'
      if (!asked.has(url) && hasEffect(url)) return 'opening it may change something'
      return options.ignoreRobots || site.isAllowed(url) ? undefined : 'robots.txt forbids it'
    },
  }
}

/**
 * Opens pages of a shop, taking turns between URL shapes, until there are enough. Each page is opened at two sizes, and the first page of
 * each shape also by a shopper who denies consent. A URL that may change something is opened only if it was given explicitly. Every address
 * ends in one of four ways, and the crawl ends whatever its pages do.
 */
export async function crawl(crawlOptions: CrawlOptions): Promise<Crawled> {
  const { options, onPage } = crawlOptions
  const [given = ''] = options.urls
  const deadline = Date.now() + options.timeLimitMs
  const wantsMore = options.pages > options.urls.length
  const ended = createEnds(onPage)
  const rules = await createRules(options)
  const frontier = createFrontier()
  const denied = new Set<string>()
  const opened: Visitors[] = []
  let begun = 0
  let silent = 0
  let stopped = ''

  function noteSilence({ status, isDownload }: Visit) {
    silent = status === 0 && !isDownload ? silent + 1 : 0
    if (silent >= MOST_SILENT) stopped = `the host did not respond ${MOST_SILENT} times in a row`
  }

  /** Whether there is time, and need, for another page. */
  function isGoingOn(): boolean {
    if (!stopped && Date.now() > deadline)
      stopped = `it reached its time limit of ${options.timeLimitMs / 1_000} s`
    return begun < options.pages && !stopped
  }

  async function openAll(url: string, visitors: Visitors): Promise<Opened> {
    await rules.turn()
    const desktop = await visitors.desktop.visit(url, options.format === 'html')
    noteSilence(desktop)
    const end = endOf(desktop)
    if (end) return end
    if (wantsMore) frontier.add(desktop.links)
    if (!isAnswered(desktop.status)) return endOfAll([desktop])
    await rules.turn()
    const own = [desktop, await visitors.phone.visit(url, false)]
    const shape = urlShape(url)
    if (!denied.has(shape)) {
      denied.add(shape)
      await rules.turn()
      own.push(await visitors.denied.visit(url, false))
    }
    return endOfAll(own)
  }

  /** Opens the start page. Follows its redirects within the site, and returns the next address. */
  async function openStart(url: string, visitors: Visitors): Promise<string | undefined> {
    frontier.claim(url)
    rules.ask(url)
    const why = rules.refusalOf(url)
    begun = 1
    const end: Opened = why ? { end: 'skipped', why, own: [] } : await openAll(url, visitors)
    const { target } = end
    const isOwn = target === undefined || isSameSite(url, target)
    ended.add(
      url,
      isOwn ? end : { ...end, end: 'failed', why: `${end.why}, which is another site` },
    )
    if (target === undefined || !isOwn) return undefined
    rules.notes.push(`The start page ${url} redirects to ${target}, which is audited in its place.`)
    if (new URL(target).origin !== rules.origin()) await rules.enter(new URL(target).origin)
    return target
  }

  async function visitStart(visitors: Visitors): Promise<void> {
    let url: string | undefined = withoutFragment(given)
    for (let hop = 0; url !== undefined && hop <= MOST_HOPS; hop += 1)
      url = await openStart(url, visitors)
    if (url === undefined) return
    const why = `the start page redirects more than ${MOST_HOPS} times`
    ended.add(url, { end: 'failed', why, own: [] })
  }

  async function visitNext(url: string, visitors: Visitors): Promise<void> {
    const why = rules.refusalOf(url)
    if (why) {
      ended.add(url, { end: 'skipped', why, own: [] })
      return
    }
    begun += 1
    const end = await openAll(url, visitors)
    if (end === FILE) begun -= 1
    if (end.target) frontier.add([end.target])
    ended.add(url, end)
  }

  async function work(visitors: Visitors): Promise<void> {
    while (isGoingOn()) {
      const url = frontier.next()
      if (url === undefined) return
      await visitNext(url, visitors)
    }
  }

  async function openMore(): Promise<Visitors> {
    const more = await openVisitors(crawlOptions)
    opened.push(more)
    return more
  }

  try {
    const first = await openMore()
    // The first page's links lead to the others.
    await visitStart(first)
    // If the start page redirected to another host, the other pages are there, too.
    const others = options.urls
      .slice(1)
      .map((url) => url.replace(new URL(given).origin, rules.origin()))
    others.forEach(rules.ask)
    frontier.add(others)
    if (wantsMore) frontier.add(await rules.site().pages())
    const helpers = options.pages > 1 ? options.parallel - 1 : 0
    const more = await Promise.all(Array.from({ length: helpers }, openMore))
    await Promise.all([first, ...more].map(work))
  } finally {
    await Promise.all(opened.flatMap((one) => Object.values(one).map(({ close }) => close())))
  }

  const why = stopped || `--pages ${options.pages}`
  for (const url of frontier.rest()) ended.add(url, { end: 'skipped', why, own: [] })
  const { ends, visits, unlisted } = ended
  return {
    origin: rules.origin(),
    visits,
    ends,
    notes: [
      ...rules.notes,
      ...(stopped ? [`The audit ended early: ${stopped}.`] : []),
      ...(unlisted() ? [`${unlisted()} more addresses were skipped: ${why}.`] : []),
    ],
    unreadSitemaps: rules.site().unreadSitemaps,
  }
}
