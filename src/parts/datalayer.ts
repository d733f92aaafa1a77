import { composedAncestors, queryPage } from '../browser/dom'
import { documentValue } from '../browser/globals'
import { listen } from '../browser/listen'
import { onStop } from '../browser/teardown'
import { whenAvailable } from '../browser/when-available'
import { ignore } from '../log/event-log'
import { settings } from '../settings/read-settings'
import { read, selector } from '../track/attributes'
import { preferDataLayer } from '../track/record'
import { watchDataLayer } from '../visitor/google-consent'
import type { DataLayerPart } from './calls/data-layer'
import { loggedEntries } from './calls/event-history'
import { track } from './calls/track'
import { createDataLayer, type DataLayer } from './datalayer/data-layer'
import type { DataLayerRules } from './datalayer/rules'

/** Follows the page's dataLayer, as soon as it has one. */
function watch(onEntry: (entry: unknown) => void): () => void {
  let stop: (() => void) | undefined
  let isStopped = false
  whenAvailable(() => {
    stop ??= isStopped ? undefined : watchDataLayer(onEntry)
    return isStopped || stop !== undefined
  })
  return () => {
    isStopped = true
    stop?.()
  }
}

/** The shop's rules, with `preferred` under its old name, too. */
function readRules(): DataLayerRules {
  const rules = settings.dataLayer ?? {}
  if (!rules.wins) return rules
  preferDataLayer(rules.wins)
  return { preferred: rules.wins, ...rules }
}

const create = (isParsed: boolean, isLate: boolean): DataLayer =>
  createDataLayer({
    rules: readRules(),
    track,
    ignore,
    elementsWith: (name) => [...queryPage(selector(name))],
    composedAncestors,
    read,
    entries: loggedEntries,
    watch,
    url: () => location.href,
    isLate,
    isParsed,
  })

let layer: DataLayer | undefined

/**
 * Begins when the page is parsed, and misses nothing that was pushed before.
 *
 * @param isLate - What was done so far was done without consent.
 */
export function open(isLate: boolean): DataLayerPart {
  const start = () => {
    layer ??= create(true, isLate)
  }
  if (documentValue('readyState') !== 'loading') start()
  else onStop(listen(document, 'DOMContentLoaded', start))
  // A page that is left while it is parsed reports what cannot wait.
  const flush = () => (layer ? layer.flush() : create(false, isLate).stop())
  onStop(listen(window, 'pagehide', flush, false))
  onStop(
    listen(
      document,
      'visibilitychange',
      () => documentValue('visibilityState') === 'hidden' && flush(),
      false,
    ),
  )
  return { flush, stop: () => layer?.stop() }
}
