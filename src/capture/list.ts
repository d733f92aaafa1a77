import { isSearch, type ListContext } from '../events'
import { lineage, matches, parentOf } from '../platform/tree'
import { isInert, type Mark, type Markup } from './attributes'

/** One set of results on the page. */
export interface List {
  /** What it is: the text searched, or the value passed to Browse. */
  readonly context: ListContext
  /** Which one it is: its request id when known, else what it is and where it starts. */
  readonly key: string
  /** The element that names it; none when `svc.context()` did. */
  readonly element: Element | undefined
}

export interface Lists {
  /** The list that something is in: the nearest one around it, else the only one of the page, else the one named by call. */
  readonly of: (path: readonly Element[]) => List | undefined
  /** The same for an element of the page; `undefined` also when it is inert. */
  readonly around: (element: Element) => List | undefined
  /** Names the list for what the markup cannot attribute. */
  readonly name: (context: ListContext | undefined) => void
  /** Whether what is in no list belongs to another one than when this was asked before. */
  readonly isElsewhere: () => boolean
  /** The page has changed: which lists it has, and what is in them, has to be found out again. */
  readonly forget: () => void
}

/** What a list is, apart from any request: `query` or `page` with its text. */
export const subjectOf = ({ context }: Pick<List, 'context'>): string =>
  isSearch(context) ? `query:${context.query}` : `page:${context.page}`

export interface ListDeps {
  readonly markup: Markup
  /** All elements of the page that carry one of the marks. */
  readonly everywhere: (...marks: readonly Mark[]) => readonly Element[]
  readonly now: () => number
}

/** How long it is believed what is around an element: a map may read what changes without a sign. */
const SURE_MS = 200

/** Reads from the page, whenever asked, which list something belongs to. */
export function createLists({ markup, everywhere, now }: ListDeps): Lists {
  /** What may be in another list than what is beside it. */
  const apart = markup.selector('query', 'page', 'ignore')
  let named: List | undefined
  let only: List | undefined
  let isKnown = false
  /** What is around an element, which is around those beside it, too. */
  const surrounding = new Map<Node | null, List | undefined>()
  let askedAt = 0
  /** Where what is in no list belonged, if there was any. */
  let beside: readonly [List | undefined] | undefined

  /** A list that is marked by what it is, and made from the reply that named it, is one list. */
  const requestIdOf = (context: ListContext) =>
    named && subjectOf(named) === subjectOf({ context }) ? named.context.requestId : undefined

  function read(element: Element): List | undefined {
    const query = markup.read(element, 'query')
    const page = markup.read(element, 'page')
    if (!query && !page) return undefined
    const subject = query ? { query } : { page: page ?? '' }
    const requestId = markup.read(element, 'request-id') || requestIdOf(subject)
    return listOf(
      { ...subject, ...(requestId && { requestId }) },
      markup.read(element, 'start'),
      element,
    )
  }

  function nearest(path: readonly Element[]): List | undefined {
    for (const element of path) {
      const list = read(element)
      if (list) return list
    }
    return undefined
  }

  function findOnly(): List | undefined {
    const [first, ...others] = everywhere('query', 'page')
      .filter((element) => !isInert(markup, lineage(element)))
      .flatMap((element) => read(element) ?? [])
    return others.every(({ key }) => key === first?.key) ? first : undefined
  }

  function ofNone() {
    if (!isKnown) only = findOnly()
    isKnown = true
    return only ?? named
  }

  function lookBeside() {
    const list = ofNone()
    beside ??= [list]
    return list
  }

  const found = (path: readonly Element[]) =>
    isInert(markup, path) ? undefined : (nearest(path) ?? lookBeside())

  return {
    of: (path) => nearest(path) ?? ofNone(),
    around(element) {
      const at = now()
      if (Math.abs(at - askedAt) > SURE_MS) {
        surrounding.clear()
        askedAt = at
      }
      const place = matches(element, apart) ? element : parentOf(element)
      if (!surrounding.has(place)) surrounding.set(place, found(lineage(place)))
      return surrounding.get(place)
    },
    name(context) {
      named = context && listOf(context)
    },
    isElsewhere() {
      if (!beside) return false
      const [before] = beside
      const list = ofNone()
      beside = [list]
      return list?.key !== before?.key || list?.element !== before?.element
    },
    forget() {
      surrounding.clear()
      isKnown = false
      only = undefined
    },
  }
}

function listOf(context: ListContext, start = '', element?: Element): List {
  const key = context.requestId || `${subjectOf({ context })} ${start}`
  return { context, element, key }
}
