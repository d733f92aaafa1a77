import { guard, warnOnce } from '../browser/guard'
import { hooks } from '../browser/hooks'
import { withPart } from '../browser/load-part'
import { local } from '../browser/storage'
import { addListener, reject } from '../log/event-log'
import { launchAll } from '../send/in-flight'
import { settings } from '../settings/read-settings'
import type { ConsentState } from '../settings/settings'
import { rescan } from '../track/dom-observer'
import { nameList } from '../track/known-lists'
import { parseList } from '../track/parse-event'
import { flushRecording } from '../track/record'
import { track } from '../track/track-call'
import { flushTracking } from '../track/tracking'
import { warnOfUnknownFields } from '../track/unknown-fields'
import { setConsent } from '../visitor/consent'
import { identify, resetVisitor } from '../visitor/visitor'
import type { ListContext } from '../wire/list-and-order'
import type { Timestamp, UserId } from '../wire/tracker-event'
import { type Call, type Run, type Stub, settleCall } from './stub'

/*
 * Implements the calls of `window.svc`. Calls that report events, or decide which events may be reported, run in the caller's task. The
 * others are in a separate file, which the first of these calls loads; until then they wait.
 */

/** User ids that are safe in a cookie and in a header. */
const USER_ID = /^[ -:<-~]{1,256}$/

const waiting: Call[] = []
let partRun: Run | undefined
let asked: Promise<void> | undefined

type Args = readonly unknown[]

/**
 * Loads the part for all other calls. If it fails to load, they reject and it is requested again
 * later. Settles when the first attempt is over.
 */
export function fetchCalls(): Promise<void> {
  asked ??= withPart<() => Run>('calls', (open) => {
    partRun = open()
    for (const call of waiting.splice(0)) settleCall(partRun, call)
  }).then((isThere) => {
    if (!isThere) asked = undefined
    const error = new Error('svc-calls.js could not be loaded')
    for (const [, , , , reject] of waiting.splice(0)) reject(error)
  })
  return asked
}

/** Checks an id for `svc.identify`. Warns and returns `undefined` if a cookie cannot hold it. */
function parseUserId(id: unknown): UserId | undefined {
  const text = typeof id === 'string' ? id.trim() : ''
  if (USER_ID.test(text)) return text as UserId
  warnOnce('svc.identify needs 1 to 256 ASCII characters without ";"', id)
  return undefined
}

/** Sets the list that the page shows; `undefined` clears it. */
export function setList(list: ListContext | undefined) {
  nameList(list)
  rescan()
}

/**
 * Creates the functions behind `window.svc`. Arguments from the page are not trusted.
 *
 * @param onStop - Ends the tag.
 */
export function createRun(onStop: () => void): Run {
  const direct: Readonly<Record<string, (args: Args, at: number) => unknown>> = {
    init() {},
    // The part knows the id of an ongoing conversation.
    ready: () => settings.agentUrl && local.read('agent') && fetchCalls(),
    track([action, data], at) {
      warnOfUnknownFields(action, data)
      track(action, data, { at: at as Timestamp })
    },
    context([given]) {
      const list = parseList(given)
      if (list || given === undefined) setList(list)
      else reject('svc.context needs {query} or {page}')
    },
    consent([state]) {
      const text = typeof state === 'string' ? state : typeof state
      if (/^(granted|denied|hold)$/.test(text)) setConsent(text as ConsentState)
      else reject(`svc.consent needs granted, denied or hold, not ${text.slice(0, 40)}`)
    },
    identify([id]) {
      const user = parseUserId(id)
      if (!user) return
      flushRecording()
      identify(user)
    },
    reset() {
      flushRecording()
      resetVisitor()
    },
    on: ([kind, listener]) => addListener(String(kind), listener as (detail: unknown) => void),
    async flush() {
      flushTracking()
      hooks.flush?.()
      flushRecording()
      launchAll()
    },
    stop: onStop,
  }
  return (name, args, at) => {
    const call = direct[name]
    // What a page passes may throw when it is read.
    if (call) return guard(call)(args, at)
    if (partRun) return partRun(name, args, at)
    return new Promise((resolve, reject) => {
      waiting.push([name, args, at, resolve, reject])
      void fetchCalls()
    })
  }
}

/** Runs the calls that waited for the tag, in order. They keep their times, but none is earlier than `since`. */
export function replayQueue(stub: Stub, run: Run, since: number) {
  stub.run = run
  for (const [name, args, at, ...settle] of stub.q.splice(0))
    settleCall(run, [name, args, Math.max(at, since), ...settle])
}
