import type { createDataLayer, DataLayer, DataLayerDeps } from './datalayer/data-layer'
import { watchDataLayer } from './platform/data-layer'
import type { Guard } from './platform/guard'
import type { LoadScript } from './platform/load-script'
import { lookFor } from './platform/look-for'
import type { Notice } from './platform/notice'
import { whenParsed } from './platform/page'

export interface OpenDataLayerDeps extends Omit<DataLayerDeps, 'watch' | 'isParsed'> {
  readonly guard: Guard
  readonly notice: Notice
  readonly loadScript: LoadScript
}

/** Fetches the script that understands the page's dataLayer. It begins when the page is parsed, and misses nothing said before. */
export function openDataLayer(deps: OpenDataLayerDeps): DataLayer {
  const { guard, notice, loadScript } = deps
  let layer: DataLayer | undefined
  let isStopped = false
  /** Hears, of a page that is left while it is parsed, what cannot wait. */
  let glance = () => {}

  const watch: DataLayerDeps['watch'] = (onEntry) =>
    lookFor(guard, () => watchDataLayer(guard, onEntry))

  function open(given: unknown) {
    const create = (isParsed: boolean) =>
      (given as typeof createDataLayer)({ ...deps, watch, isParsed })
    glance = () => create(false).stop()
    whenParsed(guard, () => {
      glance = () => {}
      if (!isStopped) layer = create(true)
    })
  }
  loadScript('svc-datalayer.js').then(guard('data-layer', open), (fault: Error) =>
    notice(fault.message),
  )

  return {
    flush() {
      glance()
      layer?.flush()
    },
    stop() {
      isStopped = true
      layer?.stop()
    },
  }
}
