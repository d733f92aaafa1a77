import type { Page } from '@playwright/test'
import type { EventLogEntry, Finding } from '../../src/module'

/** An entry of `svc.explain()` with the element replaced by a name such as `button.buy[data-svc-cart]`. */
export type Explained = Omit<EventLogEntry, 'element'> & { readonly element: string | undefined }

/** A finding of `svc.audit()` with the element replaced by a name. */
export type PageFinding = Pick<Finding, 'rule' | 'severity' | 'message' | 'fix'> & {
  readonly element: string | undefined
}

/** The facts about a page and its tag. */
export interface PageFacts {
  readonly url: string
  /** `none`: there is no script element. `silent`: there is one, but no tag responds. */
  readonly tag: 'none' | 'silent' | 'running'
  readonly explained: readonly Explained[]
  readonly findings: readonly PageFinding[]
  /** Whether `svc.audit()` answered. If not, `findings` says nothing about the page. */
  readonly isAudited: boolean
  /** The number of elements with each attribute that begins with `data-svc-`. */
  readonly attributes: Readonly<Record<string, number>>
  /** The page has a map or reads the dataLayer, so attributes alone do not tell what it reports. */
  readonly hasOtherSources: boolean
  /** The page has a map without a rule that finds orders, and does not read the dataLayer. */
  readonly hasMapWithoutOrder: boolean
  /** The settings or a script of the page set the consent, or the page has a consent manager. */
  readonly hasConsentChoice: boolean
  /** The settings come from `svc.init`, as in a bundled application or Tag Manager, rather than from the script element. */
  readonly isSetUpByCall: boolean
  /** The tracker's address as the page gives it; empty if it does not. */
  readonly trackerUrl: string
}

/** How long to wait for a response of the tag in milliseconds, because it may have to load parts first. */
const PATIENCE_MS = 5_000
/** How long the audit waits for a script to insert the script element. */
const INSERT_MS = 2_000

/** Runs in the page, so it must not refer to anything outside itself. */
async function readTag({ patienceMs, insertMs }: { patienceMs: number; insertMs: number }) {
  const begin = Date.now()
  const findScripts = () =>
    [...document.scripts].filter(
      ({ src, dataset }) => dataset.siteKey !== undefined || /\/svc(\.min)?\.js([?#]|$)/.test(src),
    )
  let scripts = findScripts()
  // An async script may still be loading, and an application or tag manager may still insert it.
  const isOnItsWay = () =>
    Date.now() - begin < (scripts.length ? patienceMs : insertMs) &&
    !(scripts.length && (window as Partial<Window>).svc)
  while (isOnItsWay()) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    scripts = findScripts()
  }
  const { svc } = window as Partial<Window>
  const patience = new Promise<false>((resolve) => setTimeout(resolve, patienceMs, false))
  const isReady = svc && (await Promise.race([svc.ready.then(() => true), patience]))
  const silent = scripts.length ? ('silent' as const) : ('none' as const)
  const names = [...document.querySelectorAll('*')]
    .flatMap((element) => element.getAttributeNames())
    .filter((name) => name.startsWith('data-svc-'))
  const attributes: Record<string, number> = {}
  for (const name of names) attributes[name] = (attributes[name] ?? 0) + 1
  const home = window as unknown as Record<string, unknown>
  const managers =
    '__tcfapi __gpp Cookiebot CookieConsent OneTrust OptanonWrapper UC_UI Didomi didomiOnReady getCkyConsent BorlabsCookie cmplz_has_consent complianz wp_has_consent wp_consent_type CookieFirst _iub axeptioSDK klaro tarteaucitron'.split(
      ' ',
    )
  const inside = (name: string, member: string) =>
    (home[name] as Record<string, unknown> | undefined)?.[member] !== undefined
  const known = home.svcKitSettings as Record<string, unknown> | undefined
  const elements = scripts.map(({ dataset }) => dataset)
  const { map, dataLayer, trackerUrl }: Record<string, unknown> = Object.assign(
    {},
    known,
    ...elements,
  )
  const hasConsentChoice =
    !known ||
    Boolean(known.consent) ||
    managers.some((name) => home[name] !== undefined) ||
    inside('Shopify', 'customerPrivacy') ||
    inside('google_tag_data', 'ics') ||
    [...document.scripts].some(({ text }) =>
      /\bsvc\.consent\(|\bsvc\.init\([^)]*\bconsent\b|['"]consent['"]\s*,\s*['"]default['"]/.test(
        text,
      ),
    )
  return {
    url: location.href,
    hasConsentChoice,
    tag: isReady ? ('running' as const) : silent,
    attributes,
    isSetUpByCall: known?.siteKey !== undefined && elements.every(({ siteKey }) => !siteKey),
    map,
    dataLayer,
    trackerUrl: String(trackerUrl ?? ''),
  }
}

/** Runs in the page, like {@link readTag}. */
async function readAnswer({ call, patienceMs }: { call: 'explain' | 'audit'; patienceMs: number }) {
  const nameOf = (element: Element) => {
    const id = element.id ? `#${element.id}` : ''
    const classes = [...element.classList].slice(0, 2).map((name) => `.${name}`)
    const attributes = element
      .getAttributeNames()
      .filter((name) => name.startsWith('data-svc-'))
      .map((name) => `[${name}="${element.getAttribute(name)}"]`)
    return [element.localName, id, ...classes, ...attributes].join('').slice(0, 300)
  }
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))
  const answer = Promise.resolve(window.svc[call]()).catch(() => undefined)
  const items: readonly { element: Element | undefined }[] | undefined = await Promise.race([
    answer,
    patience,
  ])
  return items?.map((item) => ({ ...item, element: item.element && nameOf(item.element) }))
}

async function readAll(page: Page, wants: 'record' | 'all'): Promise<PageFacts> {
  const { map, dataLayer, ...tag } = await page.evaluate(readTag, {
    patienceMs: PATIENCE_MS,
    insertMs: wants === 'all' ? INSERT_MS : 0,
  })
  const mapText = typeof map === 'string' ? map : JSON.stringify(map ?? {})
  const answerOf = async (call: 'explain' | 'audit') =>
    tag.tag === 'running'
      ? ((await page.evaluate(readAnswer, { call, patienceMs: PATIENCE_MS })) as unknown)
      : undefined
  const findings = wants === 'all' ? await answerOf('audit') : undefined
  return {
    ...tag,
    hasOtherSources: Boolean(map || dataLayer),
    hasMapWithoutOrder: Boolean(map) && !dataLayer && !/"order"\s*:/.test(mapText),
    explained: ((await answerOf('explain')) ?? []) as readonly Explained[],
    findings: (findings ?? []) as readonly PageFinding[],
    isAudited: findings !== undefined,
  }
}

/** Asks the page, again if it navigates away in the meantime. `undefined` if it is closed. */
async function ask(page: Page, wants: 'record' | 'all', tries = 3): Promise<PageFacts | undefined> {
  try {
    return await readAll(page, wants)
  } catch (fault) {
    if (page.isClosed()) return undefined
    if (tries === 1) throw fault
    await page.waitForLoadState().catch(() => {})
    return ask(page, wants, tries - 1)
  }
}

/** Everything that the page reports about its tag, including the findings of its audit. */
export const readPageFacts = (page: Page): Promise<PageFacts | undefined> => ask(page, 'all')

/** The entries of `svc.explain()`; none if no tag responds. */
export const readExplained = async (page: Page): Promise<readonly Explained[]> =>
  (await ask(page, 'record'))?.explained ?? []

/**
 * Makes the tag send its waiting events. Does nothing if no events are waiting or no tag responds:
 * a flush restarts the dwell of every tile, so frequent flushes would keep tiles from counting.
 */
export async function flushTag(page: Page): Promise<void> {
  const flush = () => {
    const { svc } = window as Partial<Window>
    // The calls of the previous page, which a stub answers with a promise.
    const entries: unknown = svc?.version && svc.explain()
    if (Array.isArray(entries) && entries.some(({ state }) => state === 'queued')) void svc?.flush()
  }
  // A page that navigates away flushes by itself.
  await page.evaluate(flush).catch(() => {})
}
