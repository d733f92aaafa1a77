import type { BrowserContext, Page } from '@playwright/test'
import { readPageFacts } from '../page/probe.ts'
import { watchPage } from '../test/page-log.ts'
import { openSentLog, type SentLog } from '../test/sent-log.ts'
import { findPictures, NO_CONTENT, observeLongestTask, readContent, readCost } from './read-page.ts'

/** How a page is opened. */
export interface Profile {
  readonly name: 'desktop' | 'phone' | 'denied'
  readonly size: { readonly width: number; readonly height: number }
  readonly isTouch: boolean
  readonly consent: 'granted' | 'denied'
}

export const PROFILES: Readonly<Record<Profile['name'], Profile>> = {
  desktop: {
    name: 'desktop',
    size: { width: 1280, height: 900 },
    isTouch: false,
    consent: 'granted',
  },
  phone: { name: 'phone', size: { width: 390, height: 844 }, isTouch: true, consent: 'granted' },
  denied: { name: 'denied', size: { width: 390, height: 844 }, isTouch: true, consent: 'denied' },
}

/** The collected facts about one page at one size. */
export type Visit = Awaited<ReturnType<typeof visit>>

const LOAD_LIMIT_MS = 20_000
/** How long scripts may take to fill lists. After this time, a page that never settles is audited as it is. */
const REST_LIMIT_MS = 3_000

/** Runs in the page: scrolls down up to eight windows, and back. */
async function scrollThrough() {
  const frame = () => new Promise((resolve) => setTimeout(resolve, 40))
  const steps = Math.min(8, Math.ceil(document.documentElement.scrollHeight / innerHeight))
  for (let step = 1; step <= steps; step += 1) {
    scrollTo(0, step * innerHeight)
    await frame()
  }
  scrollTo(0, 0)
}

/** Opens pages in one context, whose tag is prepared for the profile. */
export async function createVisitor(context: BrowserContext, profile: Profile) {
  await context.addInitScript(observeLongestTask)
  return async (url: string, wantsPictures: boolean) => {
    const page = await context.newPage()
    try {
      return await visit(page, { url, profile, wantsPictures })
    } finally {
      await page.close()
    }
  }
}

interface Request {
  readonly url: string
  readonly profile: Profile
  readonly wantsPictures: boolean
}

function watchBrowse(page: Page) {
  const pages = new Set<string>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!/\/category$/.test(url.pathname)) return
    for (const name of ['p', 'p-id'])
      for (const value of url.searchParams.getAll(name)) pages.add(value)
  })
  return pages
}

/**
 * Loads a page. A file to save, an image or data counts as a download rather than an HTML page. The status is 0 if there was no response.
 */
async function load(page: Page, url: string) {
  try {
    // A third party that does not respond must not make the page look dead.
    const reply = await page.goto(url, { waitUntil: 'domcontentloaded', timeout: LOAD_LIMIT_MS })
    await page.waitForLoadState('networkidle', { timeout: REST_LIMIT_MS }).catch(() => {})
    const type = reply?.headers()['content-type'] ?? 'text/html'
    return { status: reply?.status() ?? 0, isDownload: reply?.ok() === true && !/html/i.test(type) }
  } catch (fault) {
    return { status: 0, isDownload: (fault as Error).message.includes('Download is starting') }
  }
}

async function visit(page: Page, { url, profile, wantsPictures }: Request) {
  const log: SentLog = await openSentLog(page, false)
  const pageLog = watchPage(page)
  const browsePages = watchBrowse(page)
  const { status, isDownload } = await load(page, url)
  const finalUrl = page.url()
  const isOwn = status > 0 && new URL(finalUrl).origin === new URL(url).origin
  if (isOwn) await page.evaluate(scrollThrough).catch(() => {})
  const facts = isOwn ? await readPageFacts(page).catch(() => undefined) : undefined
  const content = isOwn ? await page.evaluate(readContent).catch(() => NO_CONTENT) : NO_CONTENT
  return {
    url,
    profile: profile.name,
    status,
    isDownload,
    /** The final URL; pages of another origin are not audited. */
    finalUrl,
    facts,
    ...content,
    notices: pageLog.notices(),
    missingFiles: pageLog.missingFiles(),
    violations: pageLog.violations(),
    /** The actions of the sent events. */
    actions: log.events().map(({ action }) => action),
    /** The values of `p` and `p-id` that the page sent to Browse. */
    browsePages: [...browsePages],
    cost: await readCost(page),
    /** By index in `facts.findings`. */
    pictures: wantsPictures ? await findPictures(page) : new Map<number, string>(),
  }
}
