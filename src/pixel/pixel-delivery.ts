import { type Hooks, hooks } from '../browser/hooks'
import { findTransport } from '../parts/recovery/cors-detection'
import { fitEntry, overflow } from '../parts/recovery/fit-entry'
import { resumeDelivery, startDelivery } from '../send/delivery'
import { platform, type Transport } from '../send/platform'
import { fetchPixel } from '../send/transport'
import { settings } from '../settings/read-settings'
import type { FullPixelSettings } from './pixel-settings'
import { createSandboxStore, type KeptTexts } from './sandbox-store'

const DROPS_REPEATS = 'drops-repeats'

/**
 * Sets up delivery for a sandbox, without reading or sending anything yet.
 *
 * @returns A function that starts sending, beginning with the events that earlier pages left.
 */
export function preparePixelDelivery(
  texts: KeptTexts,
  shop: FullPixelSettings,
): () => Promise<void> {
  // `true` is the pixel's default, not the shop's choice, so the pixel finds out for itself, as the
  // tag does.
  Object.assign(settings, shop, { trackerCors: shop.trackerCors ? undefined : false })
  let remembered: string | undefined
  Object.assign(platform, {
    store: createSandboxStore(texts),
    // Without the tag's check for `keepalive`: every sandbox has `fetch`, but not all of them reveal that it supports `keepalive`.
    transport: ((url, options) => fetchPixel(url, options)) satisfies Transport,
    hearsLeaving: false,
    isVisible: () => true,
    isOnline: () => true,
    noteStatus() {},
    remember(text: string) {
      remembered = text
      void texts.write(DROPS_REPEATS, text)
    },
    remembered: () => remembered,
  })
  Object.assign(hooks, {
    shorten: fitEntry,
    overflow,
    mendTransport: findTransport,
  } satisfies Hooks)
  startDelivery()
  return async () => {
    remembered = await texts.read(DROPS_REPEATS)
    resumeDelivery()
  }
}
