import { readGlobal } from './global'
import type { Guard } from './guard'

/**
 * Hears every entry of the page's `dataLayer`, those that are already there first; `undefined` when the page has none.
 *
 * There is no event for it, so `push` of that one list is replaced, and put back by the returned function unless somebody has
 * replaced ours since. What `push` returns stays what it was.
 */
export function watchDataLayer(
  guard: Guard,
  onEntry: (entry: unknown) => void,
): (() => void) | undefined {
  const layer = readGlobal('dataLayer')
  if (!Array.isArray(layer)) return undefined

  let isWatching = true
  const hear = guard('data-layer', (entry: unknown) => {
    if (isWatching) onEntry(entry)
  })
  for (const entry of [...layer]) hear(entry)

  const original = layer.push
  const push = (...entries: unknown[]) => {
    const result = original.apply(layer, entries)
    for (const entry of entries) hear(entry)
    return result
  }
  layer.push = push
  return () => {
    isWatching = false
    if (layer.push === push) layer.push = original
  }
}
