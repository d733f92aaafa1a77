import { type CookieJar, createCookieJar } from './cookie-jar.ts'

/** Options of a simulated browser. */
export interface ShopperOptions {
  /** The shop's host; `shop.example` if absent. */
  readonly hostname?: string
  /** The shopper's earlier answer; `undefined` if the shopper has not answered yet. */
  readonly consent?: boolean
  /** Whether storage and cookies are blocked. */
  readonly isBlocked?: boolean
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number
  /** The delay of messages between sandbox and page; one turn of the event loop if absent. */
  readonly wait?: () => Promise<void>
}

/** Options of one page. */
export interface OpenOptions {
  readonly referrer?: string
  /** The settings of an app pixel. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly userAgent?: string
}

type Callback = (event: never) => void

/** One page of the shop, with one sandbox. */
export interface ShopPage {
  /** The API that Shopify gives a pixel: pass it to `register`'s callback. */
  readonly api: ReturnType<typeof createApi>
  /** Stands for `register` of `@shopify/web-pixels-extension`. */
  readonly register: (extend: (api: ReturnType<typeof createApi>) => void) => void
  /** Publishes a standard event. Later subscribers also receive it. */
  readonly publish: (name: string, data?: object) => void
  /** The shopper answers the consent banner. */
  readonly answerConsent: (isGiven: boolean) => void
  /** Closes the page. Messages from its sandbox are no longer handled or answered. */
  readonly leave: () => void
}

/** A simulated browser: the state that one shopper's pages share. */
export interface Shopper {
  readonly cookies: CookieJar
  /** The page's `localStorage`. */
  readonly storage: Map<string, string>
  readonly open: (path: string, options?: OpenOptions) => ShopPage
}

interface Surroundings {
  readonly shopper: Omit<Shopper, 'open'>
  readonly options: ShopperOptions
  readonly context: object
  readonly settings: Readonly<Record<string, unknown>>
  readonly isAllowed: () => boolean
  readonly isGone: () => boolean
  readonly subscribe: (name: string, callback: Callback) => Promise<() => boolean>
}

const privacyOf = (isAllowed: boolean) => ({
  analyticsProcessingAllowed: isAllowed,
  marketingAllowed: isAllowed,
  preferencesProcessingAllowed: isAllowed,
  saleOfDataAllowed: isAllowed,
})

function createApi(surroundings: Surroundings) {
  const { shopper, options, context, settings, isAllowed, isGone, subscribe } = surroundings
  const { isBlocked = false, wait = () => new Promise((resolve) => setTimeout(resolve)) } = options

  /** Sends a message to the page, which handles only messages that were posted before it closed. */
  const asynchronous =
    <Args extends readonly unknown[], Value>(task: (...args: Args) => Value) =>
    async (...args: Args): Promise<Value> => {
      if (isGone()) return new Promise<never>(() => {})
      await wait()
      if (isBlocked) throw new Error('SecurityError')
      const value = task(...args)
      return isGone() ? new Promise<never>(() => {}) : value
    }
  const { storage, cookies } = shopper
  return {
    analytics: { subscribe },
    customerPrivacy: { subscribe },
    settings,
    init: {
      context: context as never,
      customerPrivacy: privacyOf(isAllowed()),
      data: { cart: null, customer: null, purchasingCompany: null, shop: {} },
    },
    browser: {
      cookie: {
        get: asynchronous((name?: string) => (name ? cookies.get(name) : cookies.all().join('; '))),
        set: asynchronous((cookie: string, value?: string) => {
          cookies.set(value === undefined ? cookie : `${cookie}=${value}`)
          return cookies.all().join('; ')
        }),
      },
      localStorage: {
        getItem: asynchronous((key: string) => storage.get(key) ?? null),
        setItem: asynchronous((key: string, value: string) => void storage.set(key, String(value))),
        removeItem: asynchronous((key: string) => void storage.delete(key)),
        key: asynchronous((index: number) => [...storage.keys()][index] ?? null),
        length: asynchronous(() => storage.size),
      },
    },
  }
}

const placeOf = (url: URL) => {
  const { href, hostname, host, origin, pathname, protocol, search, hash, port } = url
  return { href, hostname, host, origin, pathname, protocol, search, hash, port }
}

/** Opens a simulated browser in Node. The test provides the `fetch` and the timers that the pixel uses. */
export function createShopper(options: ShopperOptions = {}): Shopper {
  const { hostname = 'shop.example', now = Date.now } = options
  const shopper = { cookies: createCookieJar(hostname, now), storage: new Map<string, string>() }
  let consent = options.consent ?? false
  let count = 0

  function open(path: string, page: OpenOptions = {}): ShopPage {
    const location = placeOf(new URL(path, `https://${hostname}`))
    const context = {
      document: { location, referrer: page.referrer ?? '', title: '', characterSet: 'UTF-8' },
      navigator: {
        userAgent: page.userAgent ?? 'Mozilla/5.0 Chrome/150.0',
        language: 'en',
        languages: ['en'],
        cookieEnabled: true,
      },
      window: { location, origin: location.origin },
    }
    const events: { readonly name: string }[] = []
    const callbacks = new Map<string, Callback[]>()
    let isGone = false

    const tell = (event: { readonly name: string }) => {
      for (const callback of callbacks.get(event.name) ?? []) callback(event as never)
    }
    const api = createApi({
      shopper,
      options,
      context,
      settings: page.settings ?? {},
      isAllowed: () => consent,
      isGone: () => isGone,
      async subscribe(name, callback) {
        callbacks.set(name, [...(callbacks.get(name) ?? []), callback])
        for (const event of events) if (event.name === name) callback(event as never)
        return () => true
      },
    })
    return {
      api,
      register: (extend) => extend(api),
      publish(name, data = {}) {
        count += 1
        const event = {
          id: `event-${count}`,
          clientId: 'client-1',
          name,
          type: 'standard',
          seq: count,
          timestamp: new Date(now()).toISOString(),
          context,
          data,
        }
        events.push(event)
        tell(event)
      },
      answerConsent(isGiven) {
        consent = isGiven
        const event = { name: 'visitorConsentCollected', customerPrivacy: privacyOf(isGiven) }
        tell(event)
      },
      leave() {
        isGone = true
      },
    }
  }
  return { ...shopper, open }
}
