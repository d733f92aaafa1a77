import { now } from '../browser/clock'
import { withPart } from '../browser/load-part'
import { local } from '../browser/storage'
import { warnOnce } from '../browser/warn-once'
import { ignore } from '../log/event-log'
import { addListener } from '../log/listeners'
import type { RawRecord } from '../send/journal-entry'
import { settings } from '../settings/read-settings'
import type { ConsentState } from '../settings/settings'
import { newEventId } from '../track/event-id'
import { flushRecording } from '../track/record'
import { consentState, setConsent } from '../visitor/consent'
import { identify, resetVisitor } from '../visitor/visitor'
import type { Timestamp, UserId } from '../wire/brand'
import type { EventContext, PageContext } from '../wire/event-context'
import type { Action } from '../wire/tracker-event'
import type { Call, Run, Stub } from './stub'

/*
 * The calls of window.svc that every page may need. All others are a part, fetched at the first of them; until it is there they wait
 * with their time.
 */

const PART = 'svc-calls.js'

/** The record of a waiting `svc.track` for the next page. */
export interface RawCall extends EventContext {
  readonly args: readonly unknown[]
}

/** A cookie can hold it, and no header breaks by it. */
const USER_ID = /^[ -:<-~]{1,256}$/

let waiting: Call[] = []
let partRun: Run | undefined
let run: Run | undefined

/** Hands over an event that a server wrote into the page: its data is checked as that of `svc.track` is. */
export const HAND_OVER = 'hand-over'

type Args = readonly unknown[]

/** Fetches the part for all other calls. */
export const fetchCalls = () =>
  withPart<() => Run>(PART, (open) => {
    partRun = open()
    for (const [name, args, at, resolve, reject] of waiting.splice(0)) {
      try {
        resolve(partRun(name, args, at))
      } catch (error) {
        reject(error)
      }
    }
  }).then(() => {
    const error = new Error(`${PART} could not be loaded`)
    for (const [, , , , reject] of waiting.splice(0)) reject(error)
  })

/** Checks an id for `svc.identify`; `undefined`, with a warning, for one that no cookie can keep. */
function parseUserId(id: unknown): UserId | undefined {
  const text = typeof id === 'string' ? id.trim() : ''
  if (USER_ID.test(text)) return text as UserId
  warnOnce('svc.identify needs 1 to 256 ASCII characters without ";"', id)
  return undefined
}

/**
 * Creates what does the calls of `window.svc`.
 *
 * @param onStop - Ends the tag.
 * @param onWaiting - Hears of a call that waits for its part.
 */
export function createRun(onStop: () => void, onWaiting: () => void): Run {
  const direct: Readonly<Record<string, (args: Args) => unknown>> = {
    init() {},
    // The part knows the id of a conversation that goes on.
    ready: () => settings.agentUrl && local.read('agent') && fetchCalls(),
    consent([state]) {
      if (/^(granted|denied|hold)$/.test(String(state))) setConsent(state as ConsentState)
      else warnOnce('svc.consent needs granted, denied or hold', state)
    },
    on: ([kind, listener]) => addListener(String(kind), listener as (detail: unknown) => void),
    stop: onStop,
  }
  // In order with calls that wait: an event before a login belongs to the visitor before.
  const inOrder: typeof direct = {
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
  }

  run = (name, args, at) => {
    const call = direct[name] ?? (waiting.length ? undefined : inOrder[name])
    if (call) return call(args)
    if (partRun) return partRun(name, args, at)
    // The part may come after an agreement, which is not for what was called before it.
    if (isTrack([name]) && consentState() === 'denied')
      return ignore('consent denied', { action: args[0] as Action })
    return new Promise((resolve, reject) => {
      waiting.push([name, args, at, resolve, reject])
      if (waiting.length === 1) void fetchCalls()
      onWaiting()
    })
  }
  return run
}

/** Does a call of the tag's own, in order with those of the page. */
export function runCall(name: string, args: Args) {
  void run?.(name, args, now())
}

/** Does the calls that waited for the tag, in order, with their times but none before `since`. */
export function replayQueue(stub: Stub, run: Run, since: number) {
  const queued = stub.q
  stub.q = []
  stub.run = run
  for (const [name, args, at, resolve, reject] of queued) {
    try {
      resolve(run(name, args, Math.max(at, since)))
    } catch (error) {
      reject(error)
    }
  }
}

const isTrack = ([name]: readonly [string, ...unknown[]]) => name === 'track' || name === HAND_OVER

/** Takes the events of calls that still wait for their part: the page is left, and whichever page claims them reports them. */
export function takeWaitingTracks(page: PageContext): readonly RawRecord[] {
  const tracks = waiting.filter(isTrack)
  waiting = waiting.filter((call) => !isTrack(call))
  return tracks.map(([, args, at]) => ({
    v: 2,
    key: `9${newEventId(at as Timestamp)}`,
    part: PART,
    content: { args, at, page },
  }))
}
