import { runCall } from '../../api/calls'
import { withPart } from '../../browser/load-part'
import { onStop } from '../../browser/teardown'
import { settings } from '../../settings/read-settings'
import { consentState } from '../../visitor/consent'

/** The part that understands the page's dataLayer. */
export interface DataLayerPart {
  /** The page may go: what waits is reported now. */
  readonly flush: () => void
  readonly stop: () => void
}

let part: DataLayerPart | undefined
let isAsked = false
/** Whether the events before the part came happened without consent. */
let isLate = false

function fetchPart() {
  if (isAsked) return
  const isDenied = consentState() === 'denied'
  isLate ||= isDenied
  // The part reads each entry once: an order that it read now would be refused for good.
  if (isDenied) return
  isAsked = true
  void withPart<(isLate: boolean) => DataLayerPart>('svc-datalayer.js', (open) => {
    part = open(isLate)
    onStop(part.stop)
  })
}

/** Fetches the part where the settings ask for it, unless consent is denied. It misses nothing that was pushed before. */
export function startDataLayer() {
  if (!settings.dataLayer) return
  runCall('on', ['consent', fetchPart])
  onStop(() => {
    isAsked = true
  })
  fetchPart()
}

/** Reports what waits. */
export const flushDataLayer = () => part?.flush()
