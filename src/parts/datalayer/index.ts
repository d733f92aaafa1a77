import { composedAncestors, documentValue, queryPage, readGlobal } from '../../browser/dom'
import { guard } from '../../browser/guard'
import { listen, onStop, whenAvailable } from '../../browser/listen'
import { ignore } from '../../log/event-log'
import { parsedSetting } from '../../settings/read-settings'
import { read, selector } from '../../track/attributes'
import { preferDataLayer } from '../../track/record'
import { track } from '../../track/track-call'
import { watchDataLayer } from '../../visitor/google-consent'
import { loggedEntries } from '../calls/event-history'
import { createDataLayer, type DataLayer } from './data-layer'
import type { DataLayerRules } from './layer-rules'

/**
 * Follows `dataLayer` and `adobeDataLayer` as soon as the page has them.
 *
 * Adobe's library replaces `push` when it starts, and would discard our replacement. Instead, we push a function, which Adobe's library
 * runs when it starts, or at once if it has started: https://github.com/adobe/adobe-client-data-layer/wiki. Adobe's own listeners are not
 * used because they get copies, and an entry that cannot be copied would throw in the page.
 */
function watch(onEntry: (entry: unknown) => void): () => void {
  let isStopped = false
  const handle = (entry: unknown) => {
    if (!isStopped) onEntry(entry)
  }
  const follow = (name: string) => () => isStopped || watchDataLayer(handle, readGlobal(name))
  const followAdobe = guard(follow('adobeDataLayer'))
  whenAvailable(follow('dataLayer'), () => {
    const layer = readGlobal('adobeDataLayer')
    const isThere = Array.isArray(layer)
    if (isThere && !isStopped) layer.push(followAdobe)
    return isThere || isStopped
  })
  return () => {
    isStopped = true
  }
}

/** The shop's rules. Also accepts the old name of `preferred`. */
function readRules(): DataLayerRules {
  // `true`, or an attribute without a value: the shop has no rules of its own.
  const written = parsedSetting('dataLayer')
  const rules = (typeof written === 'object' && written ? written : {}) as DataLayerRules & {
    wins?: DataLayerRules['preferred']
  }
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
 * Starts when the page has been parsed, and also reads everything that was pushed before.
 *
 * @param isLate - Whether the events so far happened without consent.
 */
export function open(isLate: boolean) {
  const start = () => {
    layer ??= create(true, isLate)
  }
  if (documentValue('readyState') !== 'loading') start()
  else onStop(listen(document, 'DOMContentLoaded', start))
  // If the page is left during parsing, events that cannot wait are reported.
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
