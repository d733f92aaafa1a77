import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type PageFacts, readPageFacts } from '../page/probe.ts'
import { prepareTag } from '../page/script-element.ts'
import { watchPage } from '../playwright/page-log.ts'
import { openSentLog } from '../playwright/sent-log.ts'
import type { AuditOptions } from './audit-options.ts'
import { type NetworkGate, openGate } from './network-gate.ts'
import {
  findPictures,
  NO_CONTENT,
  NO_COST,
  observeLongestTask,
  readContent,
  readCost,
} from './read-page.ts'

/** How a page is opened. */
export interface Profile {
  readonly name: 'desktop' | 'phone' | 'denied'
  readonly size: { readonly width: number; readonly height: number }
  readonly isTouch: boolean
  readonly consent: 'granted' | 'denied'
}

const PHONE = { size: { width: 390, height: 844 }, isTouch: true }

export const PROFILES: Readonly<Record<Profile['name'], Profile>> = {
  desktop: {
    name: 'desktop',
    size: { width: 1280, height: 900 },
    isTouch: false,
    consent: 'granted',
  },
  phone: { name: 'phone', ...PHONE, consent: 'granted' },
  denied: { name: 'denied', ...PHONE, consent: 'denied' },
}

/** The collected facts about one page at one size. */
export type Visit = Awaited<ReturnType<typeof visit>>

/** How long scripts may take to fill lists. After this time, a page that never settles is audited as it is. */
const REST_LIMIT_MS = 3_000

/** How long the browser may take to close a page or a context whose scripts never end. */
const CLOSE_LIMIT_MS = 5_000

/** How often a page may load itself again. */
const OWN_RELOADS = 1

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

/** Resolves with `undefined` if the task takes longer (ms). */
function within<Result>(task: Promise<Result>, limitMs: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, limitMs), undefined)
  })
  return Promise.race([task, limit]).finally(() => clearTimeout(timer))
}

/** Opens pages, one at a time, with one profile. */
export interface Visitor {
  readonly visit: (url: string, wantsPictures: boolean) => Promise<Visit>
  readonly close: () => Promise<void>
}

type VisitorOptions = Pick<AuditOptions, 'inject' | 'pageLimitMs'>

/** A context in which automated browsers count, so that the tag behaves as it does for shoppers, and from which no event reaches a tracker. */
async function openContext(
  browser: Browser,
  gate: NetworkGate,
  profile: Profile,
  { inject }: VisitorOptions,
) {
  const context = await browser.newContext({
    viewport: profile.size,
    hasTouch: profile.isTouch,
    isMobile: profile.isTouch,
    // The page's policy would block an injected tag.
    bypassCSP: inject !== undefined,
    serviceWorkers: 'block',
    proxy: { server: gate.server },
  })
  await prepareTag(context, {
    consent: profile.consent,
    inject: inject !== undefined,
    settings: { recordBots: true, ...inject },
  })
  await context.addInitScript(observeLongestTask)
  // For windows that a page opens: what belongs to an audited page is recorded by that page.
  await openSentLog(context, false)
  return context
}

/** Creates a visitor with a context of its own, which is replaced if a page does not let go of it. */
export async function createVisitor(
  browser: Browser,
  profile: Profile,
  options: VisitorOptions,
): Promise<Visitor> {
  const gate = await openGate()
  let context: BrowserContext | undefined

  const closeContext = async () => {
    const old = context
    context = undefined
    if (old)
      await within(
        old.close().catch(() => {}),
        CLOSE_LIMIT_MS,
      )
  }

  return {
    async visit(url, wantsPictures) {
      gate.open()
      context ??= await openContext(browser, gate, profile, options)
      const page = await context.newPage()
      try {
        return await visit(page, {
          url,
          profile,
          wantsPictures,
          limitMs: options.pageLimitMs,
          onTracker: (tracker) => gate.refuse(tracker, url),
        })
      } finally {
        gate.shut()
        const isClosed = within(
          page
            .close()
            .then(() => true)
            .catch(() => true),
          CLOSE_LIMIT_MS,
        )
        const others = context.pages().filter((other) => other !== page)
        if (others.length > 0 || !(await isClosed)) await closeContext()
      }
    },
    async close() {
      gate.shut()
      await closeContext()
      await gate.close()
    },
  }
}

interface Request {
  readonly url: string
  readonly profile: Profile
  readonly wantsPictures: boolean
  readonly limitMs: number
  /** Called with the address of each tracker that the page uses. */
  readonly onTracker: (url: string) => void
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

const withoutFragment = (url: string) => url.replace(/#.*/, '')

/**
 * Keeps a page from leaving. It may load itself once more, as pages do that test for cookies; any other navigation of its own is recorded
 * and stopped, so a page that navigates for ever stays where it is.
 */
async function holdPage(page: Page, url: string) {
  let isOpened = false
  let reloads = 0
  let target: string | undefined
  let onMove = (_: 'moved') => {}
  const moved = new Promise<'moved'>((resolve) => {
    onMove = resolve
  })
  /** Whether a navigation may go on: the first one, and one reload. */
  function mayGo(to: string): boolean {
    if (!isOpened) {
      isOpened = true
      return true
    }
    if (withoutFragment(to) === withoutFragment(url)) return ++reloads <= OWN_RELOADS
    target ??= to
    onMove('moved')
    return false
  }
  await page.route('**/*', (route) => {
    const request = route.request()
    const isOwn = request.isNavigationRequest() && request.frame() === page.mainFrame()
    return !isOwn || mayGo(request.url()) ? route.fallback() : route.abort('aborted')
  })
  return {
    /** Resolves when the page wants to leave. */
    moved,
    /** The address to which the page wanted to go by itself. */
    target: () => target,
  }
}

/** Loads a page. A file to save, an image or data counts as a download rather than an HTML page. The status is 0 if there was no response. */
async function load(page: Page, url: string, moved: Promise<'moved'>, limitMs: number) {
  try {
    const until = Date.now() + limitMs
    const reply = await page.goto(url, { waitUntil: 'commit', timeout: limitMs })
    const type = reply?.headers()['content-type'] ?? 'text/html'
    const status = reply?.status() ?? 0
    if (reply?.ok() && !/html/i.test(type)) return { status, isDownload: true }
    // A third party that does not respond must not make the page look dead.
    const parsed = page.waitForLoadState('domcontentloaded', { timeout: until - Date.now() })
    await Promise.race([parsed, moved])
    parsed.catch(() => {})
    await Promise.race([
      page.waitForLoadState('networkidle', { timeout: REST_LIMIT_MS }).catch(() => {}),
      moved,
    ])
    return { status, isDownload: false }
  } catch (fault) {
    const [message = ''] = (fault as Error).message.split('\n')
    if (message.includes('Download is starting')) return { status: 0, isDownload: true }
    return { status: 0, isDownload: false, problem: problemOf(message, limitMs) }
  }
}

const CRASHED = 'it crashed the browser’s tab'

/** Why a page could not be loaded, from Playwright's message. */
function problemOf(message: string, limitMs: number): string {
  if (/crash/i.test(message)) return CRASHED
  if (/timeout/i.test(message))
    return `it was not loaded within ${limitMs / 1_000} s: the server does not respond, or a script does not end`
  const [code] = /net::\w+/.exec(message) ?? []
  return code ? `it does not load (${code})` : `it does not load (${message})`
}

async function visit(page: Page, { url, profile, wantsPictures, limitMs, onTracker }: Request) {
  const until = Date.now() + limitMs
  const log = await openSentLog(page, false)
  const pageLog = watchPage(page)
  const browsePages = watchBrowse(page)
  const crashed = new Promise<typeof CRASHED>((resolve) => page.on('crash', () => resolve(CRASHED)))
  // Dialogs would stop the page's scripts.
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
  const hold = await holdPage(page, url)

  async function readEverything() {
    await page.evaluate(scrollThrough)
    const facts = await readPageFacts(page)
    const content = await page.evaluate(readContent)
    const cost = await readCost(page)
    const pictures = wantsPictures ? await findPictures(page) : new Map<number, string>()
    return { facts, content, cost, pictures }
  }

  const loaded = await load(page, url, hold.moved, limitMs)
  const finalUrl = page.url()
  let { problem } = loaded
  const isHtml = !loaded.isDownload && !problem && !hold.target()
  const isOwn = isHtml && loaded.status > 0 && new URL(finalUrl).origin === new URL(url).origin
  const unread = (fault: Error) => `it cannot be read (${fault.message.split('\n')[0]})`
  const read = isOwn
    ? await within(Promise.race([readEverything().catch(unread), crashed]), until - Date.now())
    : undefined
  if (typeof read === 'string' && !hold.target()) problem = read
  else if (isOwn && !read && !hold.target())
    problem = `it did not respond for the rest of its ${limitMs / 1_000} s: a script does not end, or this machine is too busy`
  const { facts, content, cost, pictures } = typeof read === 'object' ? read : NOTHING_READ
  for (const tracker of [facts?.trackerUrl ?? '', ...log.trackers()]) onTracker(tracker)
  return {
    url,
    profile: profile.name,
    status: loaded.status,
    isDownload: loaded.isDownload,
    /** Why the page could not be audited. */
    problem,
    /** Where the page navigated by itself. */
    target: hold.target(),
    /** The final URL of the server's redirects; pages of another origin are not audited. */
    finalUrl,
    facts,
    ...content,
    notices: pageLog.notices(),
    missingFiles: pageLog.missingFiles(),
    violations: pageLog.violations(),
    earlyUses: pageLog.earlyUses(),
    /** The actions of the sent events. */
    actions: log.events().map(({ action }) => action),
    /** The values of `p` and `p-id` that the page sent to Browse. */
    browsePages: [...browsePages],
    cost,
    /** By index in `facts.findings`. */
    pictures,
  }
}

const NOTHING_READ = {
  facts: undefined as PageFacts | undefined,
  content: NO_CONTENT,
  cost: NO_COST,
  pictures: new Map<number, string>() as ReadonlyMap<number, string>,
}
