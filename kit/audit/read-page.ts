import { cpus, loadavg } from 'node:os'
import type { ElementHandle, Page } from '@playwright/test'

/** The marks, cookies and links of a page. */
export interface PageContent {
  /** The values of `data-svc-page`. */
  readonly markedPages: readonly string[]
  /** The values of `data-svc-product`. */
  readonly products: readonly string[]
  readonly svcCookies: readonly string[]
  /** The links that may be followed: none whose markup says that it has an effect. */
  readonly links: readonly string[]
  /** URLs that browsers cannot parse, as written. */
  readonly badLinks: readonly string[]
}

/** The content of a page that cannot be read. */
export const NO_CONTENT: PageContent = {
  markedPages: [],
  products: [],
  svcCookies: [],
  links: [],
  badLinks: [],
}

/** Runs in the page, so it must not refer to anything outside itself. */
export function readContent(): PageContent {
  // More links than a page for people has.
  const MOST_LINKS = 5_000
  const unique = (texts: readonly (string | null)[]) => [
    ...new Set(texts.flatMap((text) => text || [])),
  ]
  const values = (name: string) =>
    unique([...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)))
  const cartSelectors = [...document.scripts].flatMap(({ dataset: { map } }) => {
    try {
      const { cart = [] } = JSON.parse(map ?? '{}') as { cart?: unknown }
      return [cart].flat().map((rule) => String(Object(rule).in))
    } catch {
      // The tag itself reports that it cannot read the map.
      return []
    }
  })
  const isInside = (link: Element, selector: string) => {
    try {
      return link.closest(selector) !== null
    } catch {
      return false
    }
  }
  const NOT_FOLLOWED = [
    '[rel~=nofollow i]',
    '[download]',
    '[data-svc-cart],[data-svc-cart] *',
    '[data-method],[data-turbo-method],[hx-post],[hx-put],[hx-patch],[hx-delete]',
    '[class*=add_to_cart i],[class*=add-to-cart i],[class*=addtocart i]',
    ...cartSelectors,
  ]
  const web = [...document.links].filter(({ href }) => /^https?:/i.test(href))
  return {
    markedPages: values('data-svc-page'),
    products: values('data-svc-product'),
    svcCookies: document.cookie.split('; ').filter((cookie) => cookie.startsWith('svc.')),
    links: web
      .filter(({ href }) => URL.canParse(href))
      .filter((link) => !NOT_FOLLOWED.some((selector) => isInside(link, selector)))
      .map(({ href }) => href)
      .slice(0, MOST_LINKS),
    badLinks: unique(
      web.filter(({ href }) => !URL.canParse(href)).map((link) => link.getAttribute('href')),
    ).slice(0, MOST_LINKS),
  }
}

/** A limit, because a page with hundreds of mistakes does not need as many pictures. */
const MOST_PICTURES = 12

/** Long enough for a slow machine. An element that never stops moving gets no picture. */
const TIME_LIMIT_MS = 6_000

/** Skips elements without a box, which have no picture. */
async function takePicture(element: ElementHandle): Promise<string | undefined> {
  try {
    if (!(await element.isVisible())) return undefined
    const picture = await element.screenshot({ type: 'jpeg', quality: 60, timeout: TIME_LIMIT_MS })
    return picture.toString('base64')
  } catch {
    return undefined
  }
}

/** Pictures of the elements that `svc.audit()` reports, by their index in its findings, as JPEG in base64. */
export async function findPictures(page: Page): Promise<ReadonlyMap<number, string>> {
  const pictures = new Map<number, string>()
  const elements = await page
    .evaluateHandle(async () => {
      const { svc } = window as Partial<Window>
      return svc?.version ? (await svc.audit()).map(({ element }) => element) : []
    })
    .catch(() => undefined)
  for (const [place, handle] of (await elements?.getProperties()) ?? []) {
    const element = handle.asElement()
    if (!element || pictures.size >= MOST_PICTURES) continue
    const picture = await takePicture(element as ElementHandle)
    if (picture) pictures.set(Number(place), picture)
  }
  return pictures
}

/** The tag's cost on a page. */
export interface TagCost {
  /** The transferred bytes of the tag's files. */
  readonly bytes: number
  /** Files of more than 10 kB that were transferred uncompressed. */
  readonly uncompressed: readonly string[]
  /** The milliseconds of the longest script of the tag that delayed a frame. 0 if it is below 200 ms, and on a busy machine. */
  readonly longestTaskMs: number
}

/** The cost of a page that cannot be read. */
export const NO_COST: TagCost = { bytes: 0, uncompressed: [], longestTaskMs: 0 }

interface Timed {
  readonly scripts?: readonly { readonly sourceURL: string; readonly duration: number }[]
}

/**
 * Runs in each page before its scripts, to time those of the tag. Uses long animation frames because, unlike long tasks, they name the
 * script that delayed them.
 */
export function observeLongestTask() {
  const home = window as { svcAuditLongest?: number }
  const isTagFile = (url: string) => /\/svc[\w.-]*\.js([?#]|$)/.test(url)
  try {
    new PerformanceObserver((list) => {
      const scripts = (list.getEntries() as unknown as Timed[]).flatMap((one) => one.scripts ?? [])
      const own = scripts.filter(({ sourceURL }) => isTagFile(sourceURL))
      const longest = Math.max(0, ...own.map(({ duration }) => duration))
      home.svcAuditLongest = Math.max(home.svcAuditLongest ?? 0, longest)
    }).observe({ type: 'long-animation-frame', buffered: true })
  } catch {
    // The browser does not support this measurement.
  }
}

function readInPage() {
  const isTagFile = (url: string) => /\/svc[\w.-]*\.js([?#]|$)/.test(url)
  const files = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ name }) => isTagFile(name),
  )
  // Whether a file was transferred uncompressed. Files that the audit injects never crossed the
  // network, and the inspector was loaded only for the audit.
  const isPlain = ({ name, encodedBodySize, decodedBodySize }: PerformanceResourceTiming) =>
    !/\/svc-kit\/|\/svc-inspector/.test(name) &&
    encodedBodySize > 10_000 &&
    encodedBodySize === decodedBodySize
  const longest = (window as { svcAuditLongest?: number }).svcAuditLongest ?? 0
  return {
    bytes: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    uncompressed: files.filter(isPlain).map(({ name }) => name),
    longestTaskMs: longest < 200 ? 0 : Math.round(longest),
  }
}

/** On a machine with more running tasks than processors, every task takes longer. Windows reports no load and counts as idle. */
const isMachineBusy = () => (loadavg()[0] ?? 0) > cpus().length

/** Reads the cost of the tag so far, without long tasks while the machine is busy; `undefined` if the page does not respond. */
export async function readCost(page: Page): Promise<TagCost> {
  const cost = await page.evaluate(readInPage).catch(() => NO_COST)
  return isMachineBusy() ? { ...cost, longestTaskMs: 0 } : cost
}
