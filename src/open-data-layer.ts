import type { createDataLayer, DataLayer, DataLayerDeps } from './datalayer/data-layer'
import { watchDataLayer } from './platform/data-layer'
import type { Guard } from './platform/guard'
import type { LoadScript } from './platform/load-script'
import type { Notice } from './platform/notice'
import { watchLoad, whenParsed } from './platform/page'

export interface OpenDataLayerDeps extends Omit<DataLayerDeps, 'watch'> {
  readonly guard: Guard
  readonly notice: Notice
  readonly loadScript: LoadScript
}

/** Fetches the script that understands the page's dataLayer. It begins when the page is parsed, and misses nothing said before. */
export function openDataLayer(deps: OpenDataLayerDeps): DataLayer {
  const { guard, notice, loadScript } = deps
  let layer: DataLayer | undefined
  let isStopped = false

  const watch: DataLayerDeps['watch'] = (onEntry) =>
    watchLoad(guard, () => watchDataLayer(guard, onEntry))

  function open(create: unknown) {
    whenParsed(guard, () => {
      if (!isStopped) layer = (create as typeof createDataLayer)({ ...deps, watch })
    })
  }
  loadScript('svc-datalayer.js').then(guard('data-layer', open), (fault: Error) =>
    notice(fault.message),
  )

  return {
    flush: () => layer?.flush(),
    stop() {
      isStopped = true
      layer?.stop()
    },
  }
}
