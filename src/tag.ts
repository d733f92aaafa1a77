import { createRun, fetchCalls, replayQueue, takeWaitingTracks } from './api/calls'
import { claimGlobal } from './api/claim-global'
import type { Stub } from './api/stub'
import { microtask, now, schedule, whenIdle } from './browser/clock'
import { documentValue } from './browser/globals'
import { guard } from './browser/guard'
import { listen } from './browser/listen'
import { openPart, scriptAttributes, useInternals, withPart } from './browser/load-part'
import { isAutomated } from './browser/robots'
import { local } from './browser/storage'
import { onStop, stopAll } from './browser/teardown'
import { watchPageLife } from './browser/visibility'
import { whenAvailable } from './browser/when-available'
import { internals } from './internals'
import { emit } from './log/listeners'
import { leaveSender, resumeSender, startSender } from './send/exit-and-return'
import { keepText, openJournal } from './send/journal'
import { eraseSender, sendEvent, stopSender } from './send/sender'
import { parsedSetting, readSettings, settings, writtenSettings } from './settings/read-settings'
import { fetchListMemory } from './track/lists'
import { pageContext } from './track/page-context'
import {
  blockRecording,
  clearRecording,
  flushRecording,
  preferDataLayer,
  resumeRecording,
  steps,
} from './track/record'
import { flushTracking, restartTracking, startTracking, stopTracking } from './track/tracking'
import { consentState, isGranted, isRefused, signalConsent, startConsent } from './visitor/consent'
import { followGoogleConsent } from './visitor/google-consent'
import { eraseKept } from './visitor/kept-texts'
import { flushVisit } from './visitor/visit'
import { currentVisitor, resetVisitor } from './visitor/visitor'
import { getOwn } from './wire/get-own'

/*
 * Starts the tag, and stops it. More than 150 lines: it is the list of all that starts, in order.
 */

declare const __VERSION__: string

let isStopped = false
/** In the task in which the page was hidden or left: it may get no other. */
let isExiting = false
let isLeaving = false
let isMapAwaited = false

function leave() {
  isLeaving = false
  flushTracking()
  resumeRecording(true)
  if (isGranted()) {
    flushVisit()
    takeWaitingTracks(pageContext()).forEach(keepText)
    leaveSender()
  }
}

/** The page's own listeners may report something after the tag's: then it leaves once more. */
function leaveAgain() {
  if (!isExiting || isLeaving) return
  isLeaving = true
  microtask(leave)
}

/** Deletes what was stored, but for a shopper who was not asked yet: an earlier page may have had consent. */
function clearOnDenial() {
  stopTracking()
  clearRecording('consent denied')
  if (!isRefused()) return
  eraseSender()
  resetVisitor()
  eraseKept()
}

/** Watches, stores and sends as far as there is consent. */
function applyConsent() {
  if (isStopped) return
  if (consentState() === 'denied') return clearOnDenial()
  if (!isMapAwaited) startTracking()
  resumeRecording()
  if (isGranted()) openJournal()
}

/** The page is read by the shop's map, so tracking waits for it. Calls and the visitor do not. */
function awaitMap() {
  isMapAwaited = true
  void openPart('svc-map.js').then(
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
  stopSender()
  blockRecording('the tag was stopped')
  stopTracking()
  stopAll()
}

/** Consent managers that a part follows, by their names on `window`. */
const MANAGERS = '__tcfapi wp_has_consent Shopify.customerPrivacy Shopify.loadFeatures'.split(' ')

/** Follows a consent manager. Events are held until the part for it says more. Returns `false` while it is not there. */
const follow = (manager: string) => () => {
  if (!manager.split('.').reduce<unknown>(getOwn, window)) return false
  signalConsent(manager, 'hold')
  void withPart<(manager: string) => void>('svc-consent.js', (open) => open(manager))
  return true
}

/** All that starts, in order. */
function run(stub: Stub, since: number) {
  if (!settings.recordBots && isAutomated()) blockRecording('a robot; recordBots counts it')
  const preferred = getOwn(parsedSetting('dataLayer'), 'preferred')
  if (Array.isArray(preferred)) preferDataLayer(preferred)
  startSender()
  startConsent((isOther) => {
    if (isOther) emit('consent', { state: consentState(), at: now() })
    applyConsent()
  })
  whenAvailable(followGoogleConsent, ...MANAGERS.map(follow))
  onStop(listen(window, 'online', resumeSender))
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
      if (isGranted()) resumeSender()
    },
  })
  Object.defineProperties(stub, { version: { value: __VERSION__ }, user: { get: user } })
  applyConsent()
  replayQueue(stub, createRun(stop, leaveAgain), since)
  if (writtenSettings.dataLayer || settings.inspect) void fetchCalls()
  if (settings.agentUrl) fetchListMemory()
  // The first use of localStorage has the page wait for another process.
  onStop(
    whenIdle(() => {
      if (local.read('met')) fetchListMemory()
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
  const init = stub.q.find(([name]) => name === 'init')
  const faulty = readSettings({ ...Object(init?.[1][0]), ...scriptAttributes })
  const { siteKey, trackerUrl } = settings
  if (!siteKey || !trackerUrl) {
    stub.onCall = () => start(stub, since)
    // The part says what is missing, unless nothing was said yet. `ready` is always there.
    if (stub.q[1] || Object.keys(scriptAttributes)[0]) void openPart('svc-calls.js')
    return
  }
  delete stub.onCall
  // The part names what is wrong.
  if (faulty.length > 0) void fetchCalls()
  steps.deliver = (event) => {
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

/** The part without which too much would be sent: nothing starts if it does not come. */
function requiredPart(): string | undefined {
  const { shadow, strictFields, scrubAlso } = settings
  if (shadow) return 'svc-shadow.js'
  return strictFields || scrubAlso[0] ? 'svc-filters.js' : undefined
}

guard(() => {
  useInternals(internals)
  const stub = claimGlobal()
  if (!stub) return
  // A prerendered page counts nothing until it is shown: https://wicg.github.io/nav-speculation/prerendering.html
  if (documentValue('prerendering' as keyof Document))
    onStop(listen(document, 'prerenderingchange', () => start(stub, now())))
  else start(stub)
})()
