import { scrubUrl } from '../wire/scrub-url'
import type { PageContext } from '../wire/tracker-event'

/*
 * The part of Shopify's Web Pixels API that the pixel uses. The types are structural, so that both the API object of
 * `@shopify/web-pixels-extension` 2.18 and the globals of a custom pixel fit. https://shopify.dev/docs/api/web-pixels-api
 */

/** The API that a pixel gets from Shopify: the argument of `register`, or the globals of a custom pixel. */
export interface SandboxApi {
  readonly analytics: {
    /** Calls back for each event with this name, including events that happened before the call. */
    subscribe(name: string, callback: (event: StandardEvent) => void): unknown
  }
  readonly browser: SandboxBrowser
  readonly init: {
    readonly context: PageSnapshot
    readonly customerPrivacy: CustomerPrivacy
  }
  readonly customerPrivacy: {
    subscribe(
      name: 'visitorConsentCollected',
      callback: (event: { readonly customerPrivacy: CustomerPrivacy }) => void,
    ): unknown
  }
  /** The settings of an app pixel, as the app has written them. */
  readonly settings?: Readonly<Record<string, unknown>>
}

/** Asynchronous access to the page around the sandbox. */
export interface SandboxBrowser {
  readonly cookie: {
    get(name?: string): Promise<string | null | undefined>
    /** Sets a cookie from one string with its attributes, or from a name and a value. */
    set(cookieOrName: string, value?: string): Promise<unknown>
  }
  readonly localStorage: SandboxStorage
}

/** The page's storage. */
export interface SandboxStorage {
  getItem(key: string): Promise<string | null | undefined>
  setItem(key: string, value: string): Promise<unknown>
  removeItem(key: string): Promise<unknown>
  key(index: number): Promise<string | null | undefined>
  length(): Promise<number>
}

/** The shopper's answer, as Shopify stores it. */
export interface CustomerPrivacy {
  readonly analyticsProcessingAllowed: boolean
}

/** The page at the time of an event. */
export interface PageSnapshot {
  readonly document: { readonly location: { readonly href: string }; readonly referrer: string }
  readonly navigator: { readonly userAgent: string }
}

/** One event of the shop. */
export interface StandardEvent {
  readonly name: string
  /** ISO 8601. */
  readonly timestamp: string
  readonly context: PageSnapshot
  /** Depends on the event's name: a search, a collection, a cart line or a checkout. */
  readonly data?: unknown
}

/** The members of a variant that the pixel reads. */
export interface SandboxVariant {
  readonly id: string | null
  readonly sku: string | null
  readonly title: string | null
  readonly untranslatedTitle?: string | null
  readonly price: { readonly amount: number }
  readonly product: { readonly id: string | null }
}

/** The token in a checkout's or an order's address gives access to anyone who has it. */
const token = /(\/(?:checkouts\/(?:[a-z]{1,3}\/)?|orders\/))[^/?#]+/

/** Query parameters that give access to a checkout in the same way. */
const SECRETS = ['key', 'token', 'auth_token', 'signature', '_r']

/** Whether an address belongs to the checkout, the thank-you page or the order status page, where no theme runs. */
export const isCheckout = (url: string): boolean => token.test(url.replace(/[?#].*/s, ''))

/** The page of an event as the tracker gets it, without personal data and without a checkout's token. */
export function pageOf({ document }: PageSnapshot, names: readonly string[]): PageContext {
  const scrub = (url: string) =>
    isCheckout(url)
      ? scrubUrl(url, [...names, ...SECRETS]).replace(token, '$1_')
      : scrubUrl(url, names)
  return { url: scrub(document.location.href), referrer: scrub(document.referrer ?? '') }
}
