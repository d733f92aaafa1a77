import type { Browser } from '@playwright/test'
import { prepareTag } from '../page/script-element.ts'
import type { AuditOptions } from './audit-options.ts'
import { isAnswered } from './page-rules.ts'
import { createVisitor, PROFILES, type Profile, type Visit } from './page-visit.ts'
import type { Site } from './shop-site.ts'
import { createFrontier, hasEffect, urlShape } from './url-shape.ts'

export interface CrawlOptions {
  readonly browser: Browser
  readonly options: AuditOptions
  readonly site: Site
  /** Called when a page is done. */
  readonly onPage: (url: string, done: number, visits: readonly Visit[]) => void
}

type Visitor = Awaited<ReturnType<typeof createVisitor>>

/** Opens browser contexts in which automated browsers count, so that the tag behaves as it does for shoppers. */
async function openVisitors({ browser, options }: CrawlOptions) {
  const open = async (profile: Profile): Promise<Visitor> => {
    const context = await browser.newContext({
      viewport: profile.size,
      hasTouch: profile.isTouch,
      isMobile: profile.isTouch,
      // The page's policy would block an injected tag.
      bypassCSP: options.inject !== undefined,
      serviceWorkers: 'block',
    })
    await prepareTag(context, {
      consent: profile.consent,
      inject: options.inject !== undefined,
      settings: { recordBots: true, ...options.inject },
    })
    return createVisitor(context, profile)
  }
  const [desktop, phone, denied] = await Promise.all([
    open(PROFILES.desktop),
    open(PROFILES.phone),
    open(PROFILES.denied),
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

/**
 * Opens pages of a shop, taking turns between URL shapes, until there are enough. Each page is opened at two sizes, and the first page of
 * each shape also by a shopper who denies consent. A URL that may change something is opened only if it was given explicitly.
 */
export async function crawl(crawlOptions: CrawlOptions): Promise<readonly Visit[]> {
  const { options, site, onPage } = crawlOptions
  const [first = ''] = options.urls
  const { origin } = new URL(first)
  const asked = new Set(options.urls)
  const isWanted = (url: string) =>
    new URL(url).origin === origin &&
    (asked.has(url) || !hasEffect(url)) &&
    !options.exclude?.test(new URL(url).pathname) &&
    (options.ignoreRobots || site.isAllowed(url))
  const frontier = createFrontier(isWanted)
  frontier.add(options.urls)
  if (options.pages > options.urls.length) frontier.add(await site.pages())

  const visitors = await openVisitors(crawlOptions)
  const pace = createPace(Math.max(options.delayMs, site.crawlDelayMs))
  const visits: Visit[] = []
  const denied = new Set<string>()
  let begun = 0
  let done = 0

  async function visitPage(url: string) {
    const wantsPictures = options.format === 'html'
    await pace()
    const desktop = await visitors.desktop(url, wantsPictures)
    if (options.pages > options.urls.length) frontier.add(desktop.links)
    // A download or a data file does not count as a page.
    if (desktop.isDownload) {
      begun -= 1
      return
    }
    const own = [desktop]
    if (isAnswered(desktop.status)) {
      await pace()
      own.push(await visitors.phone(url, false))
      const shape = urlShape(url)
      if (!denied.has(shape)) {
        denied.add(shape)
        await pace()
        own.push(await visitors.denied(url, false))
      }
    }
    visits.push(...own)
    done += 1
    onPage(url, done, own)
  }

  async function work(): Promise<void> {
    while (begun < options.pages) {
      const url = frontier.next()
      if (url === undefined) return
      begun += 1
      await visitPage(url)
    }
  }

  // The first page's links lead to the others.
  begun += 1
  await visitPage(frontier.next() ?? first)
  await Promise.all(Array.from({ length: options.parallel }, work))
  return visits
}
