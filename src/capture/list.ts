import { isSearch, type ListContext } from '../events'
import { lineage } from '../platform/tree'
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
  /** The page has changed: what is the only list has to be found out again. */
  readonly forget: () => void
}

/** What a list is, apart from any request: `query` or `page` with its text. */
export const subjectOf = ({ context }: Pick<List, 'context'>): string =>
  isSearch(context) ? `query:${context.query}` : `page:${context.page}`

export interface ListDeps {
  readonly markup: Markup
  /** All elements of the page that carry one of the marks. */
  readonly everywhere: (...marks: readonly Mark[]) => readonly Element[]
}

/** Reads from the page, whenever asked, which list something belongs to. */
export function createLists({ markup, everywhere }: ListDeps): Lists {
  let named: List | undefined
  let only: List | undefined
  let isKnown = false

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

  function of(path: readonly Element[]) {
    const list = nearest(path)
    if (list) return list
    if (!isKnown) only = findOnly()
    isKnown = true
    return only ?? named
  }

  return {
    of,
    around(element) {
      const path = lineage(element)
      return isInert(markup, path) ? undefined : of(path)
    },
    name(context) {
      named = context && listOf(context)
    },
    forget() {
      isKnown = false
      only = undefined
    },
  }
}

function listOf(context: ListContext, start = '', element?: Element): List {
  const key = context.requestId || `${subjectOf({ context })} ${start}`
  return { context, element, key }
}
