import type { Timestamp, UserId } from '../brand'
import type { CookieJar } from '../platform/cookies'
import type { Storage } from '../platform/storage'

/** Who is visiting. */
export interface UserIdStore {
  /** The id now; asked at each event, because a server may set the cookie late and a login may change it. */
  readonly read: () => UserId | undefined
  /** Makes this the id from now on. */
  readonly write: (id: UserId, now: Timestamp) => void
  /** Puts off the day on which our own cookie ends. A cookie that a server set is never rewritten: its life cannot be read. */
  readonly refresh: (now: Timestamp) => void
  /** Forgets the id, if it is our own. */
  readonly erase: () => void
}

const COOKIE = 'svc.userId'

/** Remembers that the cookie is our own: `<written at> <id>`. */
const MARKER = 'own'

/** The longest that [browsers keep a cookie](https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html). */
const LIFE_DAYS = 400
const MS_PER_DAY = 86_400_000

/** Keeps the id in the contract's cookie; in memory, for this page, where cookies are blocked. */
export function createUserIdStore(cookies: CookieJar, storage: Storage): UserIdStore {
  let inMemory: UserId | undefined
  let marker: string | undefined

  /** Where the cookie can be had, nothing else is believed: it may be removed at any time. */
  function read(): UserId | undefined {
    const kept = cookies.read(COOKIE) as UserId | undefined
    if (kept) inMemory = undefined
    return kept ?? inMemory
  }

  /** When our own cookie was last written; `undefined` when the cookie is somebody else's. */
  function writtenAt(id: UserId | undefined): number | undefined {
    const [at, ...own] = (storage.read(MARKER) ?? marker ?? '').split(' ')
    return id && own.join(' ') === id ? Number(at) : undefined
  }

  function write(id: UserId, now: Timestamp) {
    cookies.write(COOKIE, id, LIFE_DAYS)
    // Whether it was kept, the next question tells: asked now, it would be a question to another process.
    inMemory = id
    marker = `${now} ${id}`
    storage.write(MARKER, marker)
  }

  return {
    read,
    write,
    refresh(now) {
      const id = read()
      const at = writtenAt(id)
      if (id && at !== undefined && now - at > MS_PER_DAY) write(id, now)
    },
    erase() {
      if (writtenAt(read()) !== undefined) cookies.remove(COOKIE)
      inMemory = marker = undefined
      storage.remove(MARKER)
    },
  }
}
