import { attributeMarkup, type Markup } from './capture/attributes'
import type { Doing } from './capture/doings'
import type { createMapMarkup, PageMap } from './capture/map'
import type { Guard } from './platform/guard'
import { listen } from './platform/listen'
import type { LoadScript } from './platform/load-script'
import type { Notice } from './platform/notice'
import { pathOf } from './platform/tree'

export interface OpenMapDeps {
  readonly guard: Guard
  readonly notice: Notice
  readonly loadScript: LoadScript
  readonly map: PageMap
  readonly pageUrl: () => string
  /** Hears, once, how to read the page, and what was done on it until then. */
  readonly onOpen: (markup: Markup, early: readonly Doing[]) => void
}

/** More than a shopper does in the time; a bound, for a script that never comes. */
const CAPACITY = 100

/**
 * Fetches what reads the page by a map. A page that goes before, or never gets it, is read by its attributes alone; one that is only
 * out of sight goes on waiting, as the shopper may come back to it.
 */
export function openMap({ guard, notice, loadScript, map, pageUrl, onOpen }: OpenMapDeps) {
  const early: Doing[] = []
  const keep = (event: Event) => {
    if (early.length < CAPACITY) early.push([event, pathOf(event)])
  }
  const stops = [
    listen(guard, window, 'click auxclick submit change pointerdown keydown', keep),
    listen(guard, window, 'pagehide', () => open(attributeMarkup)),
  ]
  let isOpen = false

  function open(markup: Markup) {
    if (isOpen) return
    isOpen = true
    for (const stop of stops) stop()
    onOpen(markup, early)
  }

  loadScript('svc-map.js').then(
    guard('map', (create) => open((create as typeof createMapMarkup)(map, pageUrl, notice))),
    (fault: Error) => {
      notice(fault.message)
      open(attributeMarkup)
    },
  )
}
