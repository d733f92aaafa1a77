import { onNote } from '../log/event-log'
import { settings } from '../settings/read-settings'
import { observedAttributes, read, selector } from '../track/attributes'
import { countedIn, pidOf } from '../track/impressions'
import { listContaining } from '../track/lists'
import { readNearby } from '../track/nearby-fields'
import { isTracking } from '../track/tracking'
import { inSightSince } from '../track/viewability'
import { consentState } from '../visitor/consent'
import { currentVisitor } from '../visitor/visitor'
import { loggedEntries } from './calls/event-history'
import { compare } from './calls/inspection'
import { tabStorage } from './calls/tab-storage'
import { optionsIn } from './facets/facet-state'
import { audit } from './inspector/audit/audit'
import type { Inspected, InspectedPlace } from './inspector/inspector-api'
import { openPanel, type Panel } from './inspector/panel/open-panel'

declare const __VERSION__: string

function placeOf(element: Element): InspectedPlace | undefined {
  if (!isTracking()) return undefined
  const list = listContaining(element)
  const isCounted = Boolean(list && countedIn(list).has(pidOf(element) ?? ''))
  return { list: list?.context, isCounted, since: inSightSince(element) }
}

let endNotes = () => {}

/** The tag as the inspector sees it. Everything is read when it is needed. */
const tag: Inspected = {
  version: __VERSION__,
  settings,
  markup: { selector, read, attributes: observedAttributes() },
  entries: loggedEntries,
  watch(onChange) {
    endNotes()
    endNotes = onChange ? onNote(onChange) : () => {}
  },
  consent: consentState,
  user() {
    const { uid: id, visitId, visit_type: visitType } = currentVisitor() ?? {}
    return id && visitId && visitType ? { id, visitId, visitType } : undefined
  },
  look: placeOf,
  storage: tabStorage,
}

const auditPage = () =>
  audit({
    document,
    tag,
    // By the tag's own functions, so that the audit and the tag cannot disagree.
    reading: {
      listAround: (element) => listContaining(element)?.context,
      valuesOf: (group) => optionsIn(group, 1).length,
      near: (element, name) => readNearby(name, [element]),
    },
  })

let panel: Panel | undefined

function inspect() {
  panel?.focus()
  panel ??= openPanel({
    window,
    tag,
    audit: auditPage,
    compare,
    onClose() {
      panel = undefined
    },
  })
  // Not the panel's own: whoever keeps this function would keep all that the panel held.
  return () => panel?.close()
}

/** Opens the audit and the panel. */
export const open = () => ({ audit: auditPage, inspect })
