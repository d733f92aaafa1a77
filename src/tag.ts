import { callHooks, createRun, fetchCalls, replayQueue } from './api/calls'
import { claimGlobal, type Stub } from './api/stub'
import { microtask, now, schedule, whenIdle } from './browser/clock'
import { documentValue } from './browser/dom'
import { guard } from './browser/guard'
import { listen, onStop, stopAll, whenAvailable } from './browser/listen'
import { openPart, type PartName, partHooks, scriptAttributes, withPart } from './browser/load-part'
import { watchPageLife } from './browser/page-life'
import { isAutomated } from './browser/robots'
import { local } from './browser/storage'
import { internals } from './internals'
import { addListener, emit } from './log/event-log'
import { openStore } from './send/browser-store'
import { eraseDelivery, sendEvent } from './send/delivery'
import {
  leavePageDelivery,
  resumePageDelivery,
  startPageDelivery,
  stopPageDelivery,
} from './send/page-delivery'
import { parsedSetting, readSettings, settings, writtenSettings } from './settings/read-settings'
import { fetchFacets, RAW_FACETS } from './track/facets-on-demand'
import { fetchListMemory } from './track/known-lists'
import {
  blockRecording,
  clearRecording,
  flushRecording,
  preferDataLayer,
  recordHooks,
  resumeRecording,
} from './track/record'
import { flushTracking, restartTracking, startTracking, stopTracking } from './track/tracking'
import {
  consentState,
  eraseKept,
  isGranted,
  isRefused,
  signalConsent,
  startConsent,
} from './visitor/consent'
import { followGoogleConsent } from './visitor/google-consent'
import { flushVisit } from './visitor/visit'
import { currentVisitor, resetVisitor } from './visitor/visitor'
import { getOwn } from './wire/fields'

/* Starts the tag, and stops it. More than 150 lines: it is the list of all that starts, in order. */

declare const __VERSION__: string

let isStopped = false
/** True in the task in which the page was hidden or left. The page may not get another task. */
let isExiting = false
let isLeaving = false
let isMapAwaited = false

function leave() {
  isLeaving = false
  flushTracking()
  resumeRecording(true)
  if (isGranted()) {
    flushVisit()
    leavePageDelivery()
  }
}

/** The page's own listeners may report something after the tag's listener, so the tag sends once more. */
function leaveAgain() {
  if (!isExiting || isLeaving) return
  isLeaving = true
  microtask(leave)
}

/** Deletes stored data, unless the shopper has not been asked yet: an earlier page may have had consent. */
function clearOnDenial() {
  stopTracking()
  clearRecording('consent denied')
  if (!isRefused()) return
  eraseDelivery()
  resetVisitor()
  eraseKept()
}

/** Watches, stores and sends as far as consent allows. */
function applyConsent() {
  if (isStopped) return
  if (consentState() === 'denied') return clearOnDenial()
  if (!isMapAwaited) startTracking()
  resumeRecording()
  if (isGranted()) openStore()
}

/** The shop's map defines how to read the page, so tracking waits for it. Calls and the visitor do not. */
function awaitMap() {
  isMapAwaited = true
  void openPart('map').then(
    guard(() => {
      isMapAwaited = false
      applyConsent()
    }),
  )
}

function stop() {
  if (isStopped) return
  isStopped = true
  flushTracking()
  flushRecording()
  stopPageDelivery()
  blockRecording('the tag was stopped')
  stopTracking()
  stopAll()
}

/** The consent managers that a part follows, by their names on `window`. */
const MANAGERS = '__tcfapi wp_has_consent Shopify.customerPrivacy Shopify.loadFeatures'.split(' ')

/** Follows a consent manager. Events are held until its part reports a state. Returns `false` if the page does not have it yet. */
const follow = (manager: string) => () => {
  if (!manager.split('.').reduce<unknown>(getOwn, window)) return false
  signalConsent(manager, 'hold')
  void withPart<(manager: string) => void>('consent', (open) => open(manager))
  return true
}

/** The part that reads the page's dataLayer. */
interface DataLayerPart {
  /** Reports pending events. */
  readonly flush: () => void
  readonly stop: () => void
}

/** Loads the part for the dataLayer, unless consent is denied. The part also reads everything that was pushed before. */
function startDataLayer() {
  let isAsked = false
  /** Whether the events before the part loaded happened without consent. */
  let isLate = false
  const fetchPart = () => {
    const isDenied = consentState() === 'denied'
    isLate ||= isDenied
    // The part reads each entry once: an order that it read now would be refused for good.
    if (isDenied || isAsked || isStopped) return
    isAsked = true
    void withPart<(isLate: boolean) => DataLayerPart>('datalayer', (open) => {
      const part = open(isLate)
      callHooks.flush = part.flush
      onStop(part.stop)
    })
  }
  addListener('consent', fetchPart)
  fetchPart()
}

/** Starts everything, in order. */
function run(stub: Stub, since: number) {
  if (!settings.recordBots && isAutomated()) blockRecording('a robot; recordBots counts it')
  const preferred = getOwn(parsedSetting('dataLayer'), 'preferred')
  if (Array.isArray(preferred)) preferDataLayer(preferred)
  startConsent((isOther) => {
    if (isOther) emit('consent', { state: consentState(), at: now() })
    applyConsent()
  })
  whenAvailable(followGoogleConsent, ...MANAGERS.map(follow))
  onStop(listen(window, 'online', resumePageDelivery))
  watchPageLife({
    onExit() {
      leave()
      isExiting = true
      schedule(() => {
        isExiting = false
      }, 0)
    },
    onReturn(isRestored) {
      isExiting = false
      if (isRestored) restartTracking()
      resumeRecording()
      if (isGranted()) resumePageDelivery()
    },
  })
  // Without prototypes: a page may have put `get` on Object.prototype.
  Object.defineProperties(stub, {
    version: { __proto__: null, value: __VERSION__ },
    user: { __proto__: null, get: user },
  } as PropertyDescriptorMap)
  applyConsent()
  replayQueue(stub, createRun(stop), since)
  if (settings.inspect) void fetchCalls()
  if (writtenSettings.dataLayer) startDataLayer()
  // An attribute without a value is `true`, as in HTML.
  const isAgentWanted = String(writtenSettings.agentTools ?? false) !== 'false'
  if (isAgentWanted && documentValue('modelContext' as keyof Document)) void openPart('agent-tools')
  if (settings.agentUrl) fetchListMemory()
  // The first use of localStorage has the page wait for another process.
  onStop(
    whenIdle(() => {
      if (local.read('met')) fetchListMemory()
      if (local.keys().some((key) => key.startsWith(RAW_FACETS))) fetchFacets()
      if (local.read('tab')) void fetchCalls()
    }),
  )
}

function user() {
  const { uid: id, visitId, visit_type: visitType } = currentVisitor() ?? {}
  return id && { id, visitId, visitType }
}

/**
 * Starts with the settings of the script element, or as soon as `svc.init` brings them.
 *
 * @param since - When a prerendered page was shown: nothing happened on it before.
 */
function start(stub: Stub, since = 0) {
  startPageDelivery()
  const init = stub.q.find(([name]) => name === 'init')
  const faulty = readSettings({ ...Object(init?.[1][0]), ...scriptAttributes })
  const { siteKey, trackerUrl } = settings
  if (!siteKey || !trackerUrl) {
    stub.onCall = () => start(stub, since)
    // The part says what is missing, unless nothing was said yet. `ready` is always there.
    if (stub.q[1] || Object.keys(scriptAttributes)[0]) void openPart('calls')
    return
  }
  delete stub.onCall
  // The part names what is wrong.
  if (faulty.length > 0) void fetchCalls()
  recordHooks.deliver = (event) => {
    sendEvent(event)
    leaveAgain()
  }
  const open = guard(() => run(stub, since))
  if (writtenSettings.map) awaitMap()
  const part = requiredPart()
  if (part)
    void withPart<() => void>(part, (use) => {
      use()
      open()
    })
  else open()
}

/** The part without which too much would be sent. If it cannot be loaded, nothing starts. */
function requiredPart(): PartName | undefined {
  const { shadow, strictFields, scrubAlso } = settings
  if (shadow) return 'shadow'
  return strictFields || scrubAlso[0] ? 'filters' : undefined
}

guard(() => {
  partHooks.internals = internals
  const stub = claimGlobal()
  if (!stub) return
  // A prerendered page counts nothing until it is shown: https://wicg.github.io/nav-speculation/prerendering.html
  if (documentValue('prerendering' as keyof Document))
    onStop(listen(document, 'prerenderingchange', () => start(stub, now())))
  else start(stub)
})()
