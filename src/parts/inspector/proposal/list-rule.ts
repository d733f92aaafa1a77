import type { MapRule, PageMap } from '../../map/map-markup'
import { searchParameter } from './search-rule'
import { selectorFor } from './selectors'

const CRUMBS = '[aria-label*=breadcrumb i],[class*=breadcrumb i]'

/** Separators of two levels of a breadcrumb, the strictest first. */
const SEPARATORS = ['\\s+[/>›»|]\\s+', '\\s*[/>›»|]\\s*', '\\s*\\n\\s*']

/** The start of a shop, or of one of its languages. */
const START = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:index\.\w+|home\/?)?$/i

/** Whether an address is the start page of a shop. */
export const isStart = (url: string): boolean => START.test(new URL(url).pathname)

/** Whether the first level of a breadcrumb is the start page and no category. */
function beginsAtStart(crumbs: Element, level: string): boolean {
  const [first] = crumbs.querySelectorAll<HTMLAnchorElement>('a[href]')
  return first?.textContent?.trim() === level && isStart(first.href)
}

function levelsOf(crumbs: Element): readonly string[] {
  const texts = crumbs.ownerDocument.createTreeWalker(crumbs, NodeFilter.SHOW_TEXT)
  const levels: string[] = []
  while (texts.nextNode()) {
    const level = texts.currentNode.nodeValue?.replace(/^[\s/>›»|]+|[\s/>›»|]+$/g, '')
    if (level) levels.push(level)
  }
  return levels
}

/** The levels of a breadcrumb, if it ends with this page and its text alone separates them. */
function crumbsRule(list: string, heading: string, crumbs: Element): MapRule | undefined {
  const levels = levelsOf(crumbs)
  const [first = '', second] = levels
  const text = crumbs.textContent?.trim() ?? ''
  if (levels[levels.length - 1] !== heading) return undefined
  const from = { in: list, at: 'html', from: selectorFor(crumbs) }
  if (!second) return { ...from, as: 'categoryPath:"$&"' }
  const separator = SEPARATORS.find((one) => `${text.split(new RegExp(one))}` === `${levels}`)
  if (!separator) return undefined
  return beginsAtStart(crumbs, first)
    ? { ...from, match: `^[^]*?${separator}([^]+)$`, as: 'categoryPath:"$1"', levels: separator }
    : { ...from, as: 'categoryPath:"$&"', levels: separator }
}

/** How a list is called, and whether that is certain. */
export interface ListName {
  readonly map: PageMap
  readonly isSure: boolean
}

const HIDDEN = '[class*=visually-hidden i],[class*=sr-only i],[class*=screen-reader i]'

/** The heading, without a word for screen readers before it: `Collection: Boots`. */
function headingRule(h1: Element | null): Omit<MapRule, 'in'> {
  const before = h1?.querySelector(HIDDEN)?.textContent?.trim()
  return before && h1?.textContent?.trim().startsWith(before)
    ? {
        from: 'h1',
        match: `^${before.replace(/[^\p{L}\d]/gu, '\\$&')}\\s*([^]+)$`,
        as: 'categoryPath:"$1"',
      }
    : { from: 'h1', as: 'categoryPath:"$&"' }
}

/** By the search in the address, else by breadcrumb, heading or path, which are to be checked. `undefined` on the start page. */
export function listName(list: string, document: Document): ListName | undefined {
  const parameter = searchParameter(document.URL)
  if (parameter) return { map: { query: { in: list, from: `@?${parameter}` } }, isSure: true }
  if (isStart(document.URL)) return undefined
  const h1 = document.querySelector('h1')
  const heading = h1?.textContent?.trim()
  const crumbs = document.querySelector(CRUMBS)
  const page: MapRule = heading
    ? ((crumbs && crumbsRule(list, heading, crumbs)) ?? {
        in: list,
        at: 'html',
        ...headingRule(h1),
      })
    : { in: list, from: '@/', match: '([^/]+)/?$', as: 'categoryPath:"$1"', decode: 'uri' }
  return { map: { page }, isSure: false }
}
