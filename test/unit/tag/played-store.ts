import { parseCookie } from '../../fakes/cookie-text'
import { createDatabase } from '../../fakes/fake-database'
import type { Lifecycle, Timeline } from '../../fakes/timeline'

/** What a page does to something that the browser keeps. */
export type Access = 'reads' | 'writes' | 'removes'

/** Called with each access of a page, before it happens. */
export type OnAccess = (access: Access, what: string) => void

/** How IndexedDB behaves: it may open after some time, never settle, be missing, or refuse every transaction. */
export type DatabaseState = 'well' | 'slow' | 'silent' | 'missing' | 'failing'

/** How localStorage behaves: it may be full, or throw at any access. */
export type TextState = 'well' | 'full' | 'blocked'

/** What all tabs of one browser keep together. */
export type PlayedStore = ReturnType<typeof createStore>

const OPEN_MS = { well: 5, slow: 2_000, silent: 5, missing: undefined, failing: 5 } as const

/** Cookies whose name begins so are the tag's. */
const COOKIE_PREFIX = 'svc.'
const TEXT_PREFIX = 'svc-tag'

/** Creates the cookies, texts and database of a browser. Every access of a page is told to that page's `onAccess`. */
export function createStore(
  timeline: Timeline,
  databaseState: DatabaseState,
  firstTextState: TextState = 'well',
) {
  const cookies = new Map<string, { readonly text: string; readonly endsAt: number }>()
  const texts = new Map<string, string>()
  const database = createDatabase(timeline, OPEN_MS[databaseState], 1)
  if (databaseState === 'failing') database.fail(true)
  let textState = firstTextState
  let hadTextTrouble = textState !== 'well'

  const cookieTexts = () =>
    [...cookies].filter(([, { endsAt }]) => timeline.now() < endsAt).map(([name]) => name)

  function readCookies() {
    return cookieTexts()
      .map((name) => `${name}=${cookies.get(name)?.text}`)
      .join('; ')
  }

  function writeCookie(cookie: string, onAccess: OnAccess) {
    const { name, kept, isRemoval, isRefused } = parseCookie(cookie, timeline.now())
    onAccess(isRemoval ? 'removes' : 'writes', `the cookie ${name}`)
    if (isRefused) return
    if (isRemoval) cookies.delete(name)
    else cookies.set(name, kept)
  }

  /** A storage whose keys are own members, as in a browser. */
  function storageOf(items: Map<string, string>, kind: string, onAccess: OnAccess): Storage {
    const refuse = () => {
      if (textState === 'blocked') throw new Error('blocked')
    }
    const methods = {
      getItem(key: string) {
        refuse()
        onAccess('reads', `${kind} ${key}`)
        return items.get(key) ?? null
      },
      setItem(key: string, text: string) {
        refuse()
        onAccess('writes', `${kind} ${key}`)
        if (textState === 'full') throw new Error('QuotaExceededError')
        items.set(key, `${text}`)
      },
      removeItem(key: string) {
        refuse()
        onAccess('removes', `${kind} ${key}`)
        items.delete(key)
      },
      clear() {
        onAccess('removes', kind)
        items.clear()
      },
      key: (index: number) => [...items.keys()][index] ?? null,
    }
    return new Proxy(methods as unknown as Storage, {
      ownKeys() {
        refuse()
        onAccess('reads', `the keys of ${kind}`)
        return [...items.keys()]
      },
      getOwnPropertyDescriptor: (_target, key) =>
        items.has(String(key))
          ? { value: items.get(String(key)), enumerable: true, configurable: true }
          : undefined,
      get: (_target, key) =>
        key === 'length' ? items.size : (Reflect.get(methods, key) ?? items.get(String(key))),
    })
  }

  /** A page's `indexedDB`. A transaction of a connection that is already open is an access, too. */
  function databaseFor(lifecycle: Lifecycle, onAccess: OnAccess) {
    const { open, deleteDatabase } = database.forPage(lifecycle)
    return {
      open(name: string, version?: number) {
        onAccess('writes', `the database ${name}`)
        if (databaseState === 'silent') return {}
        const request = open(name, version)
        let result: IDBDatabase | undefined
        Object.defineProperty(request, 'result', {
          get: () => result,
          set(opened: IDBDatabase) {
            result = opened
            const { transaction } = opened
            Object.assign(opened, {
              transaction(...args: Parameters<typeof transaction>) {
                onAccess('writes', 'the open database')
                return transaction.apply(opened, args)
              },
            })
          },
        })
        return request
      },
      deleteDatabase(name: string) {
        onAccess('removes', `the database ${name}`)
        return databaseState === 'silent' ? {} : deleteDatabase(name)
      },
    }
  }

  return {
    database,
    databaseState,
    /** Whether the database can be used. */
    hasDatabase: databaseState === 'well' || databaseState === 'slow',
    textState: () => textState,
    /** Whether localStorage has failed at any time. */
    hadTextTrouble: () => hadTextTrouble,
    setTexts(next: TextState) {
      textState = next
      hadTextTrouble ||= next !== 'well'
    },
    /** The stores as one page sees them. @param tabTexts - Its tab's sessionStorage. */
    forPage(lifecycle: Lifecycle, tabTexts: Map<string, string>, onAccess: OnAccess) {
      return {
        indexedDB: databaseFor(lifecycle, onAccess),
        localStorage: storageOf(texts, 'localStorage', onAccess),
        sessionStorage: storageOf(tabTexts, 'sessionStorage', onAccess),
        cookie: {
          read() {
            onAccess('reads', 'the cookies')
            return readCookies()
          },
          write: (cookie: string) => writeCookie(cookie, onAccess),
        },
      }
    },
    /** Everything of the tag that this browser keeps. Reading the database takes a few milliseconds. */
    kept(): readonly string[] {
      const isOpenable = databaseState === 'well' || databaseState === 'slow'
      return [
        ...cookieTexts().filter((name) => name.startsWith(COOKIE_PREFIX)),
        ...[...texts.keys()].filter((key) => key.startsWith(TEXT_PREFIX)),
        ...(isOpenable ? database.contents().map((text) => text.slice(0, 80)) : []),
      ]
    },
  }
}
