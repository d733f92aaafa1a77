import type { Page } from '@playwright/test'

/** The browser calls of all scripts of a page since it was opened. */
export interface BrowserCalls {
  /** Elements given to IntersectionObservers. */
  readonly observes: number
  /** The number of observed elements, summed over all frames, because the browser computes their positions in each. */
  readonly watched: number
  /** The largest number of elements observed at once, including between two frames. */
  readonly most: number
  /** Attributes that were read, and selectors that were tried on elements. */
  readonly reads: number
  /** Searches of the whole page, or of a part of it, by a selector. */
  readonly queries: number
  readonly places: number
  readonly hitTests: number
  readonly styles: number
  /** Cookies read or written, each of which makes the page wait for another process. */
  readonly cookies: number
  /** Entries of `localStorage` and `sessionStorage` read, written or removed. */
  readonly entries: number
  /** Transactions of databases. */
  readonly transactions: number
}

/** Counts browser calls from the next page on. Returns a function that reads the counts of the open page. */
export async function countBrowserCalls(page: Page): Promise<() => Promise<BrowserCalls>> {
  await page.addInitScript(count)
  return () => page.evaluate(() => (window as unknown as { asked: BrowserCalls }).asked)
}

/** The calls between two counts. The largest number at once is that of the whole page. */
export function since(before: BrowserCalls, after: BrowserCalls): BrowserCalls {
  const names = Object.keys(after) as (keyof BrowserCalls)[]
  const of = (name: keyof BrowserCalls) => after[name] - (name === 'most' ? 0 : before[name])
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<
    keyof BrowserCalls,
    number
  >
}

/** Runs in the page, before its scripts. */
function count() {
  const observed = new Map<IntersectionObserver, Set<Element>>()
  const asked = {
    observes: 0,
    watched: 0,
    most: 0,
    reads: 0,
    queries: 0,
    places: 0,
    hitTests: 0,
    styles: 0,
    cookies: 0,
    entries: 0,
    transactions: 0,
  }
  const observedNow = () => [...observed.values()].reduce((sum, { size }) => sum + size, 0)
  const { observe, unobserve, disconnect } = IntersectionObserver.prototype
  IntersectionObserver.prototype.observe = function (target) {
    asked.observes += 1
    observed.set(this, (observed.get(this) ?? new Set()).add(target))
    asked.most = Math.max(asked.most, observedNow())
    observe.call(this, target)
  }
  IntersectionObserver.prototype.unobserve = function (target) {
    observed.get(this)?.delete(target)
    unobserve.call(this, target)
  }
  IntersectionObserver.prototype.disconnect = function () {
    observed.delete(this)
    disconnect.call(this)
  }
  const counting = (owner: object, name: string, what: keyof typeof asked) => {
    const original = Reflect.get(owner, name)
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
      asked[what] += 1
      return original.apply(this, args)
    })
  }
  counting(Element.prototype, 'getAttribute', 'reads')
  counting(Element.prototype, 'matches', 'reads')
  for (const { prototype } of [Document, Element, DocumentFragment])
    counting(prototype, 'querySelectorAll', 'queries')
  counting(Element.prototype, 'getBoundingClientRect', 'places')
  for (const name of ['elementFromPoint', 'elementsFromPoint'])
    counting(Document.prototype, name, 'hitTests')
  counting(window, 'getComputedStyle', 'styles')
  for (const name of ['getItem', 'setItem', 'removeItem'])
    counting(Storage.prototype, name, 'entries')
  counting(IDBDatabase.prototype, 'transaction', 'transactions')
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  Object.defineProperty(Document.prototype, 'cookie', {
    get() {
      asked.cookies += 1
      return cookie?.get?.call(this)
    },
    set(text) {
      asked.cookies += 1
      cookie?.set?.call(this, text)
    },
  })
  const onFrame = () => {
    asked.watched += observedNow()
    requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
  Object.assign(window, { asked })
}
