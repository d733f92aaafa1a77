import { ADDING, CART_NAME, findCartControls } from './cart-controls'
import { holdsId, pageIdRule } from './id-rule'

/** How long another page may take (ms), and the longest text of it that is read. */
const PATIENCE_MS = 5_000
const LONGEST = 3_000_000

/**
 * Fetches another page of the shop without the shopper's cookies, and parses it without running its scripts. A proposal is sure only of what
 * such a page confirms.
 */
export async function readOtherPage(url: string | undefined): Promise<Document | undefined> {
  if (url === undefined || new URL(url).origin !== location.origin) return undefined
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS)
  try {
    const reply = await fetch(url, { credentials: 'omit', signal: patience.signal })
    if (!reply.ok || !/html/.test(reply.headers.get('content-type') ?? '')) return undefined
    const text = (await reply.text()).slice(0, LONGEST)
    const page = new DOMParser().parseFromString(text, 'text/html')
    const base = page.createElement('base')
    base.href = url
    page.head.prepend(base)
    return page
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

const isHarmless = ({ href, className, rel }: HTMLAnchorElement) =>
  /^https?:/.test(href) && !ADDING.test(href) && !CART_NAME.test(className) && !/nofollow/.test(rel)

/** The address of a tile's product page. */
export const productPageOf = (tile: Element | undefined): string | undefined =>
  [...(tile?.matches('a[href]') ? [tile] : (tile?.querySelectorAll('a[href]') ?? []))]
    .map((link) => link as HTMLAnchorElement)
    .find(isHarmless)?.href

/** A page that should list the product of this one: the last level of the breadcrumb, the page before, or the start page. */
export function listPageOf(): string {
  const crumbs = [
    ...document.querySelectorAll<HTMLAnchorElement>(
      '[aria-label*=breadcrumb i] a[href],[class*=breadcrumb i] a[href]',
    ),
  ].filter(({ href }) => /^https?:/.test(href) && href !== document.URL)
  const isOwn = document.referrer.startsWith(`${location.origin}/`)
  return crumbs[crumbs.length - 1]?.href ?? (isOwn ? document.referrer : `${location.origin}/`)
}

/** The id that a product page puts into the cart. */
export function cartIdOn(page: Document | undefined): string | undefined {
  const [control] = page ? findCartControls(page) : []
  return control && pageIdRule(control)?.value
}

/** Whether a tile of a page that leads to this one holds the same id. */
export function hasTileFor(page: Document | undefined, id: string | undefined): boolean {
  const here = new URL(document.URL)
  const isHere = ({ href }: HTMLAnchorElement) => {
    const there = URL.canParse(href) ? new URL(href) : undefined
    return there?.pathname === here.pathname && there.search === here.search
  }
  const around = (link: Element) => {
    const parts = [link]
    for (let part = link.parentElement; part && parts.length < 6; part = part.parentElement)
      if (part.querySelectorAll('a[href]').length < 8) parts.push(part)
    return parts
  }
  return (
    id !== undefined &&
    [...(page?.links ?? [])].some(
      (link) => isHere(link as HTMLAnchorElement) && around(link).some((part) => holdsId(part, id)),
    )
  )
}
