import { createRun, fetchCalls, replayQueue } from './api/calls'
import { claimGlobal, type Stub } from './api/stub'
import { debounced, inNextTask, microtask, now, schedule, whenIdle } from './browser/clock'
import { followGate } from './browser/consent-gate'
import { documentValue } from './browser/dom'
import { guard, reportError } from './browser/guard'
import { hooks } from './browser/hooks'
import { listen, onStop, stopAll, whenAvailable } from './browser/listen'
import { awaitPart, openPart, type PartName, scriptAttributes, withPart } from './browser/load-part'
import { watchPageLife } from './browser/page-life'
import { isAutomated } from './browser/robots'
import { local, TAB_IS_USED } from './browser/storage'
import { addListener, emit } from './log/event-log'
import { sendEvent } from './send/delivery'
import {
  leavePageDelivery,
  resumePageDelivery,
  startPageDelivery,
  stopPageDelivery,
} from './send/page-delivery'
import { accountKey } from './settings/account-key'
import { readSettings, settingFaults, settings } from './settings/read-settings'
import { cartsKey, fetchCartAnswers } from './track/cart-answers'
import { fetchFacets, rawFacets } from './track/facets-on-demand'
import { fetchListMemory, SHOWN_LISTS } from './track/known-lists'
import {
  blockRecording,
  clearRecording,
  flushRecording,
  preferDataLayer,
  resumeRecording,
} from './track/record'
import {
  flushTracking,
  restartTracking,
  startTracking,
  stopTracking,
  watchShopper,
} from './track/tracking'
import { consentState, signalConsent, startConsent } from './visitor/consent'
import { followGoogleConsent } from './visitor/google-consent'
import { flushVisit } from './visitor/visit'
import { currentVisitor, watchVisitor } from './visitor/visitor'
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
  flushVisit()
  leavePageDelivery()
}

/** The page's own listeners may report something after the tag's listener, so the tag sends once more. */
function leaveAgain() {
  if (!isExiting || isLeaving) return
  isLeaving = true
  microtask(leave)
}

/** Watches the page as far as consent allows. What is stored and sent depends on the consent gate. */
function applyConsent() {
  if (isStopped) return
  if (consentState() === 'denied') {
    stopTracking()
    return clearRecording('consent denied')
  }
  if (!isMapAwaited) startTracking()
  resumeRecording()
}

/** The shop's map defines how to read the page, so tracking waits for it. Calls and the visitor do not. */
function awaitMap() {
  isMapAwaited = true
  void awaitPart('map').then(
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
      hooks.flush = part.flush
      onStop(part.stop)
    })
  }
  addListener('consent', fetchPart)
  fetchPart()
}

/** Loads the parts that continue what earlier pages stored. The first use of localStorage has the page wait for another process. */
function fetchForEarlierPages() {
  const keys = local.keys()
  if (keys.includes(accountKey(SHOWN_LISTS))) fetchListMemory()
  if (keys.some((key) => key.startsWith(rawFacets()))) fetchFacets()
  if (keys.includes(cartsKey())) fetchCartAnswers()
  if (keys.includes(TAB_IS_USED)) void fetchCalls()
}

/** Starts everything, in order. */
function run(stub: Stub, since: number) {
  if (!settings.recordBots && isAutomated()) blockRecording('a robot; recordBots counts it')
  const preferred = getOwn(settings.dataLayer, 'preferred')
  if (Array.isArray(preferred)) preferDataLayer(preferred)
  watchVisitor()
  followGate({ onOpen: () => onStop(whenIdle(fetchForEarlierPages)) })
  whenAvailable(followGoogleConsent, ...MANAGERS.map(follow))
  startConsent((isOther) => {
    if (isOther) emit('consent', { state: consentState(), at: now() })
    applyConsent()
  })
  onStop(listen(window, 'online', resumePageDelivery))
  applyConsent()
  replayQueue(stub, createRun(stop), since)
  if (settings.inspect) void fetchCalls()
  if (settings.dataLayer) startDataLayer()
  if (settings.agentTools && documentValue('modelContext' as keyof Document))
    void openPart('agent-tools')
  if (settings.agentUrl) fetchListMemory()
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
  const mayStart = readSettings({ ...Object(init?.[1]?.[0]), ...scriptAttributes })
  if (!mayStart) {
    stub.onCall = () => start(stub, since)
    // The part says what is missing, unless nothing was said yet. `ready` is always there.
    if (stub.q[1] || Object.keys(scriptAttributes)[0]) {
      isExplained = true
      void openPart('calls')
    } else reportAfterLoad()
    return
  }
  delete stub.onCall
  nameMistakes()
  hooks.deliver = (event) => {
    sendEvent(event)
    leaveAgain()
  }
  // In a task of its own, so that the browser can draw a frame in between.
  const starting = debounced(
    guard(() => run(stub, since)),
    inNextTask,
  )
  const open = guard(() => {
    // Without prototypes: a page may have put `get` on Object.prototype.
    Object.defineProperties(stub, {
      version: { __proto__: null, value: __VERSION__ },
      user: {
        __proto__: null,
        get() {
          starting.flush()
          return user()
        },
      },
    } as PropertyDescriptorMap)
    starting.start()
  })
  watchPage(starting.flush)
  if (settings.map) awaitMap()
  const part = requiredPart()
  if (part)
    void withPart<() => void>(part, (use) => {
      use()
      open()
    })
  else open()
}

/** Watches the shopper, and the page as it leaves and returns. A press or an exit does not wait for the task in which the tag starts. */
function watchPage(startNow: () => void) {
  watchShopper(startNow)
  watchPageLife({
    onExit() {
      startNow()
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
      resumePageDelivery()
    },
  })
}

/** Has the calls part name the mistakes in the settings. Until then, a name like `consnt` may be meant as the consent. */
function nameMistakes() {
  const { unreadable, unknown } = settingFaults
  if (unreadable[0] || unknown[0]) void fetchCalls()
  if (unknown.some((name) => /^co/i.test(name))) signalConsent('settings', 'hold')
}

let isReported = false

/** Whether the calls part says what is missing. */
let isExplained = false

/** Says once that there are no settings, if none come until the page has loaded. */
function reportAfterLoad() {
  if (isReported) return
  isReported = true
  const check = () =>
    schedule(() => {
      if (!settings.siteKey && !isExplained)
        reportError(
          'there is no script element with data-site-key and data-tracker-url, and no svc.init, so nothing is reported',
        )
    }, 0)
  if (documentValue('readyState') === 'complete') check()
  else onStop(listen(window, 'load', check))
}

/** The part without which too much would be sent. If it cannot be loaded, nothing starts. */
function requiredPart(): PartName | undefined {
  const { shadow, strictFields, scrubAlso } = settings
  if (shadow) return 'shadow'
  return strictFields || scrubAlso[0] ? 'filters' : undefined
}

guard(() => {
  const stub = claimGlobal()
  if (!stub) return
  // A prerendered page counts nothing until it is shown: https://wicg.github.io/nav-speculation/prerendering.html
  if (documentValue('prerendering' as keyof Document))
    onStop(listen(document, 'prerenderingchange', () => start(stub, now())))
  else start(stub)
})()
