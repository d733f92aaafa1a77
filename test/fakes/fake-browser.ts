import { createChannels } from './channels.ts'
import { parseCookie } from './cookie-text.ts'
import { createDatabase } from './fake-database.ts'
import { createRandom } from './seeded-random.ts'
import { createTimeline, type Lifecycle, type Timeline } from './timeline.ts'

/** One request of a page, and how the test ends it. */
export interface FakeRequest {
  readonly url: URL
  readonly init: RequestInit
  readonly lifecycle: Lifecycle
  readonly answer: (status: number, headers?: Record<string, string>, body?: string) => void
  readonly fail: () => void
}

/** The response to a request. */
export interface FakeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Options of a browser. */
export interface BrowserOptions {
  /** How long IndexedDB takes to open; `undefined` if the browser has none. */
  readonly openMs?: number | undefined
  /** Whether storages and cookies throw or drop what is written. */
  readonly isBlocked?: boolean
  /** How long each step of IndexedDB takes. */
  readonly stepMs?: number
  /** How long a part takes to load. */
  readonly partMs?: number
  /** Called with each request; without it, requests are collected in {@link Browser.requests}. */
  readonly onRequest?: (request: FakeRequest) => void
}

/** One browser: the state that its pages share. */
export type Browser = ReturnType<typeof createBrowser>

/** Chromium writes localStorage to the disk seconds after the call. */
const STORAGE_WRITE_MS = 5_000

/** Keys are own members, as in a browser; methods are not. */
class FakeStorage {
  readonly [key: string]: unknown
  readonly #timeline: Timeline
  #disk = new Map<string, string>()
  constructor(timeline: Timeline) {
    this.#timeline = timeline
  }
  getItem(key: string) {
    return this[key] ?? null
  }
  setItem(key: string, text: string) {
    Reflect.set(this, key, text)
    const disk = this.#disk
    this.#timeline.in(STORAGE_WRITE_MS, () => disk.set(key, text))
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key)
    const disk = this.#disk
    this.#timeline.in(STORAGE_WRITE_MS, () => disk.delete(key))
  }
  /** Whether the disk has exactly the current keys. */
  isWritten(): boolean {
    return Object.keys(this).sort().join() === [...this.#disk.keys()].sort().join()
  }
  /** The browser is killed: everything that was not written to the disk is lost. */
  loseUnwritten() {
    for (const key of Object.keys(this)) Reflect.deleteProperty(this, key)
    this.#disk = new Map(this.#disk)
    for (const [key, text] of this.#disk) Reflect.set(this, key, text)
  }
}

class BlockedStorage extends FakeStorage {
  override getItem(): never {
    throw new Error('blocked')
  }
  override setItem(): never {
    throw new Error('blocked')
  }
}

function createCookies(now: () => number, isBlocked: boolean) {
  const jar = new Map<string, ReturnType<typeof parseCookie>['kept']>()
  return {
    jar,
    read: () =>
      [...jar]
        .filter(([, { endsAt }]) => now() < endsAt)
        .map(([name, { text }]) => `${name}=${text}`)
        .join('; '),
    write(cookie: string) {
      const { name, kept, isRemoval, isRefused } = parseCookie(cookie, now())
      if (isBlocked || isRefused) return
      if (!isRemoval) jar.set(name, kept)
      // A cookie of the host is another one than a cookie of its domain.
      else if (jar.get(name)?.domain === kept.domain) jar.delete(name)
    },
  }
}

/** Creates a browser without a page; by default, everything in it works. */
export function createBrowser(options: BrowserOptions = {}) {
  const { isBlocked = false, partMs = 20, stepMs = 0, onRequest } = options
  const timeline = createTimeline()
  const database = createDatabase(timeline, 'openMs' in options ? options.openMs : 5, stepMs)
  const newStorage = () => (isBlocked ? new BlockedStorage(timeline) : new FakeStorage(timeline))
  const requests: FakeRequest[] = []
  let isOnline = true
  let hasParts = true

  return {
    timeline,
    database,
    cookies: createCookies(timeline.now, isBlocked),
    localStorage: newStorage(),
    newStorage,
    /** Requests without a handler, in order. */
    requests,
    partMs,
    /** The parts that pages requested, in order. */
    partLoads: [] as string[],
    hasParts: () => hasParts,
    /** Sets whether parts can be loaded from now on. */
    serveParts(are: boolean) {
      hasParts = are
    },
    isOnline: () => isOnline,
    setOnline(is: boolean) {
      isOnline = is
    },
    random: createRandom(),
    channels: createChannels(timeline),
    fetch(
      url: string,
      init: RequestInit,
      lifecycle: Lifecycle,
      resolve: (answer: FakeAnswer) => void,
      reject: (error: unknown) => void,
    ) {
      init.signal?.addEventListener('abort', () => reject(new Error('aborted')))
      const request: FakeRequest = {
        url: new URL(url),
        init,
        lifecycle,
        answer: (status, headers = {}, body = '') =>
          timeline.run(() => resolve({ status, headers, body })),
        fail: () => timeline.run(() => reject(new TypeError('Failed to fetch'))),
      }
      if (onRequest) onRequest(request)
      else if (!isOnline) timeline.in(1, request.fail, lifecycle)
      else requests.push(request)
    },
  }
}
