import { attempt, warnOnce } from '../../browser/guard'
import { scriptAttributes } from '../../browser/load-part'
import { ignore, onNote } from '../../log/event-log'
import { settings, writtenSettings } from '../../settings/read-settings'
import { has, markupHooks, observedAttributes, read, selector } from '../../track/attributes'
import { rescan } from '../../track/dom-observer'
import { countedIn, pidOf } from '../../track/impressions'
import { listContaining } from '../../track/known-lists'
import { readNearby } from '../../track/nearby-fields'
import { isTracking } from '../../track/tracking'
import { inSightSince } from '../../track/viewability'
import { consentState } from '../../visitor/consent'
import { currentVisitor } from '../../visitor/visitor'
import { UNRENDERED } from '../../wire/fields'
import { explainedEntries } from '../calls/explain'
import { compare, tabStorage } from '../calls/inspection'
import { listOfFacet } from '../facets/facet-list'
import { optionsIn } from '../facets/facet-state'
import { createMapMarkup, type PageMap } from '../map/map-markup'
import { audit } from './audit/audit-page'
import { setupProblem } from './audit/settings-rules'
import type { Inspected, InspectedPlace, TriedRule } from './inspector-api'
import { tryRules } from './map-trial'
import { openPanel, type Panel } from './panel/open-panel'

declare const __VERSION__: string

function placeOf(element: Element): InspectedPlace | undefined {
  if (!isTracking()) return undefined
  const list = listContaining(element)
  const counted = list && countedIn(list)
  const isCounted = Boolean(counted?.has(pidOf(element) ?? ''))
  return { list: list?.context, isCounted, since: inSightSince(element) }
}

let endNotes = () => {}

/** The tag as the inspector sees it. All members are read on demand. */
const tag: Inspected = {
  version: __VERSION__,
  settings,
  markup: { selector, read, attributes: observedAttributes() },
  entries: explainedEntries,
  watch(onChange) {
    endNotes()
    endNotes = onChange ? onNote(onChange) : () => {}
  },
  consent: consentState,
  user() {
    const { uid: id, visitId, visit_type: visitType } = currentVisitor() ?? {}
    return id && visitId && visitType ? { id, visitId, visitType } : undefined
  },
  inspect: placeOf,
  storage: tabStorage,
}

const written = () => ({ attributes: scriptAttributes, all: writtenSettings })

const auditPage = () =>
  audit({
    document,
    tag,
    written: written(),
    // The audit reads the page with the tag's own functions, so that both always agree.
    reading: {
      listAround: (element) =>
        (has(element, 'facet') ? listOfFacet(element) : listContaining(element))?.context,
      valuesOf: (group) => optionsIn(group, 1).length,
      near: (element, name) => readNearby(name, [element]),
      isUnrendered: (text) => typeof text === 'string' && UNRENDERED.test(text.trim()),
    },
  })

let isReported = false

/** Warns once on the console that the tag has not started, and why. */
function reportSetup() {
  const problem = setupProblem(written(), settings)
  if (!problem || isReported) return
  isReported = true
  const text = `${problem.message} ${problem.fix}`
  // For `svc.explain()`.
  ignore(text)
  // The page may have replaced the console.
  // biome-ignore lint/suspicious/noConsole: without settings nothing at all is reported, which is an error.
  attempt(() => console.error(`svc-tag: ${text}`))
}

/** Reads the running page with a map, in addition to its attributes. */
function tryMap(map: unknown): readonly TriedRule[] {
  const rules = Object(map) as PageMap
  markupHooks.markup = createMapMarkup(rules, () => location.href, warnOnce)
  // From now on, the audit checks this map.
  ;(settings as { map?: PageMap }).map = rules
  if (isTracking()) rescan()
  return tryRules(document, rules).map(({ rule, in: selector, found, values, first }) => ({
    rule,
    in: selector,
    found,
    values,
    first,
  }))
}

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
  // Not the panel's own `close`: a page that keeps this function would keep everything the panel holds in memory.
  return () => panel?.close()
}

/** Provides the audit, the panel and the other calls for developers. */
export const open = () => ({ audit: auditPage, inspect, reportSetup, tryMap })
