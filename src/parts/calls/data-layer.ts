import { withPart } from '../../browser/load-part'
import { onStop } from '../../browser/teardown'
import { settings } from '../../settings/read-settings'

/** The part that understands the page's dataLayer. */
export interface DataLayerPart {
  /** The page may go: what waits is reported now. */
  readonly flush: () => void
  readonly stop: () => void
}

let part: DataLayerPart | undefined

/** Fetches the part where the settings ask for it. It misses nothing that was pushed before. */
export function startDataLayer() {
  if (!settings.dataLayer) return
  void withPart<() => DataLayerPart>('svc-datalayer.js', (open) => {
    part = open()
    onStop(part.stop)
  })
}

/** Reports what waits. */
export const flushDataLayer = () => part?.flush()
