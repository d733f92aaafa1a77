import { attempt, warnOnce } from '../../browser/guard'
import { hooks } from '../../browser/hooks'
import { ignore } from '../../log/event-log'
import { settings } from '../../settings/read-settings'
import { rescan } from '../../track/dom-observer'
import { isTracking } from '../../track/tracking'
import { createMapMarkup, type PageMap } from '../map/map-markup'
import { audit } from './audit/audit-page'
import { setupProblem } from './audit/settings-rules'
import type { TriedRule } from './inspector-api'
import { tryRules } from './map-trial'
import { openPanel, type Panel } from './panel/open-panel'

let isReported = false

/** Warns once on the console that the tag has not started, and why. */
function reportSetup() {
  const problem = setupProblem()
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
  hooks.markup = createMapMarkup(rules, () => location.href, warnOnce)
  // From now on, the audit checks this map.
  ;(settings as { map?: PageMap }).map = rules
  if (isTracking()) rescan()
  return tryRules(rules).map(({ rule, in: selector, found, values, first }) => ({
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
  panel ??= openPanel(() => {
    panel = undefined
  })
  // Not the panel's own `close`: a page that keeps this function would keep everything the panel holds in memory.
  return () => panel?.close()
}

/** Provides the audit, the panel and the other calls for developers. */
export const open = () => ({ audit, inspect, reportSetup, tryMap })
