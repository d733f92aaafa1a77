import { composedAncestors, documentValue, queryPage, readGlobal } from '../../browser/dom'
import { guard } from '../../browser/guard'
import { listen, onStop, whenAvailable } from '../../browser/listen'
import { entriesOf, watchPageList, watchPushes } from '../../browser/page-list'
import { ignore, notes, reject } from '../../log/event-log'
import { settings } from '../../settings/read-settings'
import { read, selector } from '../../track/attributes'
import { track } from '../../track/track-call'
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
  const handle = (entries: readonly unknown[]) => {
    for (const entry of isStopped ? [] : entries) onEntry(entry)
  }
  const followAdobe = guard(() => {
    const layer = readGlobal('adobeDataLayer')
    const existing = entriesOf(layer)
    watchPushes(layer, handle)
    handle(existing)
  })
  const follow = () => {
    const isFollowed = isStopped || watchPageList('dataLayer', handle)
    if (isFollowed && !Array.isArray(readGlobal('dataLayer')))
      reject('window.dataLayer is no list, so what was pushed before the tag cannot be read')
    return isFollowed
  }
  whenAvailable(follow, () => {
    const layer = readGlobal('adobeDataLayer')
    const isThere = Array.isArray(layer)
    if (isThere && !isStopped) layer.push(followAdobe)
    return isThere || isStopped
  })
  return () => {
    isStopped = true
  }
}

const create = (isParsed: boolean, isLate: boolean): DataLayer =>
  createDataLayer({
    // `true`: the shop has no rules of its own.
    rules: Object(settings.dataLayer) as DataLayerRules,
    track,
    ignore,
    elementsWith: (name) => [...queryPage(selector(name))],
    composedAncestors,
    read,
    entries: () => notes.filter((note) => note.kind === 'seen'),
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
