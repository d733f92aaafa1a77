import type { Observe, Sightings } from '../platform/observers'

/** Hears from the browser of tiles that it watches. */
export interface TileSightings extends Sightings {
  /** Whether enough of a tile is in the window. One larger than the window is spoken of anew when there is. */
  readonly isEnough: (entry: IntersectionObserverEntry) => boolean
}

/**
 * @param ratio - The share of a tile, or of the window if that is smaller, that is enough.
 * @param onSight - Hears of a tile when there may be enough of it, or not enough any longer.
 */
export function createTileSightings(
  ratio: number,
  observe: Observe,
  onSight: (entries: readonly IntersectionObserverEntry[]) => void,
): TileSightings {
  const usual = observe(ratio, onSight)
  /** Tiles larger than the window, each with its own threshold, and the observer of all that have the same. */
  const tall = new Map<Element, { readonly share: number; readonly own: Sightings }>()

  /** A tile larger than the window never shows the usual share of itself, and needs a threshold of its own. */
  function watchTall(tile: Element, share: number) {
    const before = tall.get(tile)
    if (before?.share === share) return
    before?.own.unwatch(tile)
    const alike = [...tall.values()].find((one) => one.share === share)
    const own = alike?.own ?? observe(share, onSight)
    tall.set(tile, { share, own })
    own.watch(tile)
  }

  return {
    watch: usual.watch,
    unwatch(tile) {
      usual.unwatch(tile)
      tall.get(tile)?.own.unwatch(tile)
      tall.delete(tile)
    },
    isEnough(entry) {
      const { target, intersectionRatio } = entry
      if (intersectionRatio >= ratio) return true
      const { boundingClientRect: tile, rootBounds } = entry
      const { width, height } = rootBounds ?? tile
      const share = ratio * Math.min(1, width / tile.width) * Math.min(1, height / tile.height)
      if (share < ratio) watchTall(target, share)
      // Browsers keep thresholds in single precision.
      return intersectionRatio > share - 1e-5
    },
    stop() {
      usual.stop()
      for (const { own } of tall.values()) own.stop()
    },
  }
}
