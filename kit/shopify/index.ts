/**
 * Replicas of Shopify's pixel sandboxes, for tests without Shopify: a sandboxed frame for custom
 * pixels and a worker for app pixels in Playwright pages, and {@link createShopper} for tests in
 * Node.
 *
 * @example
 * import { checkoutData, openShopify } from 'svc-tag/test/shopify'
 *
 * const shopify = await openShopify(page, { kind: 'custom', code: pixelCode })
 * await page.goto('https://shop.example/checkouts/cn/token/thank-you')
 * await shopify.answerConsent(true)
 * await shopify.publish('checkout_completed', checkoutData([{ variant: { product: '7' } }]))
 *
 * @packageDocumentation
 */

import type { Page } from '@playwright/test'
import { pageProgram, sandboxProgram } from './sandbox-script.ts'

export {
  cartData,
  checkoutData,
  collectionData,
  type LineChoice,
  type ShopVariant,
  searchData,
  type VariantChoice,
  variantOf,
} from './shop-event.ts'
export {
  createShopper,
  type OpenOptions,
  type ShopPage,
  type Shopper,
  type ShopperOptions,
} from './shopper.ts'

/** A pixel, and the sandbox in which it runs. */
export interface PixelProgram {
  /** `custom`: a frame with an opaque origin and globals. `app`: a worker in which `register` of `@shopify/web-pixels-extension` works. */
  readonly kind: 'custom' | 'app'
  /** The pixel's code: what a merchant pastes, or the bundle of an app. */
  readonly code: string
  /** The settings of an app. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** The milliseconds between the start of the page and of the sandbox; 0 if absent. */
  readonly delayMs?: number
}

/** Shopify, as a page sees it. */
export interface ShopifyReplica {
  /** Publishes a standard event of the open page. `page_viewed` is published automatically. */
  publish(name: string, data?: object): Promise<void>
  /** The shopper answers the consent banner. The answer holds for later pages. */
  answerConsent(isGiven: boolean): Promise<void>
}

type Replica = {
  readonly shopifyReplica: {
    publish(name: string, data?: object): void
    answerConsent(isGiven: boolean): void
  }
}

/** Adds the pixel to every page that is opened from now on, as Shopify does. */
export async function openShopify(page: Page, pixel: PixelProgram): Promise<ShopifyReplica> {
  const { kind, code, settings = {}, delayMs = 0 } = pixel
  await page.addInitScript(pageProgram, {
    kind,
    code,
    settings,
    delayMs,
    sandbox: sandboxProgram.toString(),
  })
  return {
    publish: (name, data) =>
      page.evaluate(
        ([event, given]) =>
          (window as unknown as Replica).shopifyReplica.publish(event as string, given as object),
        [name, data] as const,
      ),
    answerConsent: (isGiven) =>
      page.evaluate(
        (given) => (window as unknown as Replica).shopifyReplica.answerConsent(given),
        isGiven,
      ),
  }
}
