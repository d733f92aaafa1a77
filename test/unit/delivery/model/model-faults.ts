import type { Shop } from './model-browser'
import type { Sent } from './model-tracker'
import { type History, type Move, played } from './moves'

/* The rules that every sequence must obey. The tests run some sequences, the same ones each time; `SVC_HISTORIES` runs that many others. */

const receivedOf = ({ tracker }: Shop, pid: string) =>
  tracker.sent.filter(({ isReceived, pids }) => isReceived && pids.includes(pid))

/** Why an event did not arrive; `undefined` if no reason was given. */
function reasonFor(shop: Shop, t: string, pid: string) {
  const { tracker, dropped } = shop
  const wasLeft = (sent: Sent) => sent.wasNoted && sent.pids.includes(pid)
  return dropped.get(t) ?? (tracker.sent.some(wasLeft) ? 'left with its page' : undefined)
}

const lostIn = (shop: Shop) =>
  [...shop.accepted].filter(
    ([pid, event]) =>
      !event.isExcused && receivedOf(shop, pid).length === 0 && !reasonFor(shop, event.t, pid),
  )

const sentAfterDenial = ({ accepted, tracker }: Shop) =>
  [...accepted].filter(([pid, { deniedAfter }]) =>
    tracker.sent.some(({ pids }, index) => index >= Number(deniedAfter) && pids.includes(pid)),
  )

/** A lease may end while its page waits this long. */
const LONG_MS = 10_000

/**
 * Whether every lease held. A page that is hidden amid a slow request, and shown again, may send its copy again; so may one of two visible
 * windows during a long pause, and a page that sends images, which cannot be aborted.
 */
const wereLeasesKept = (isHiddenAmid: boolean, { options, tracker: { sent } }: Shop) =>
  options.policy !== 'enforce' &&
  sent.every(
    ({ at, endedAt, askedUntil }) =>
      askedUntil - endedAt < LONG_MS && (!isHiddenAmid || endedAt - at < LONG_MS),
  )

/**
 * Events that were sent again although a page had a successful response. A page that was left with the event in flight has given it up and
 * cannot know of the response.
 */
const sentInVain = ({ tracker: { sent } }: Shop) =>
  sent.filter((request, index) => {
    const earlier = sent.slice(0, index).filter(({ t }) => t === request.t)
    return (
      earlier.some(({ wasConfirmed }) => wasConfirmed) && !earlier.some(({ wasNoted }) => wasNoted)
    )
  })

/** Sent by another page, or by one that was hidden, in the pause that the tracker had asked for. */
const sentInPause = ({ tracker: { sent } }: Shop) =>
  sent.filter(({ t, endedAt, askedUntil, wasHidden, lifecycle }, index) =>
    sent
      .slice(index + 1)
      .some(
        (later) =>
          later.t === t &&
          later.at > endedAt &&
          later.at < askedUntil &&
          (wasHidden || later.lifecycle !== lifecycle) &&
          !isWellAgain(sent, lifecycle, endedAt, later.at),
      ),
  )

/** Not sent soon after all was well again, although the tracker had asked for no pause that goes on. */
const lateIn = ({ tracker: { sent }, soonSent, options, isOrderly }: Shop) => {
  const end = sent[soonSent.count - 1]?.at ?? 0
  const isPaused = sent.some(({ askedUntil }) => askedUntil > end)
  return isPaused || !isOrderly() || options.trackerDropsRepeats
    ? []
    : sent.slice(soonSent.count).map(({ pids }) => pids)
}

/** Whether a page got a good response in this time, which ends a pause. */
const isWellAgain = (sent: readonly Sent[], of: Sent['lifecycle'], from: number, to: number) =>
  sent.some(
    ({ lifecycle, wasConfirmed, endedAt }) =>
      lifecycle === of && wasConfirmed && endedAt >= from && endedAt <= to,
  )

/** The faults of a sequence by kind, each with the affected events or items. Empty if there are none. */
export type Faults = Readonly<Record<string, readonly unknown[]>>

const onlyFound = (faults: Faults): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([, found]) => found.length > 0))

/** Runs a sequence: an event arrives or has a reason, is never in flight twice, and nothing is stored or sent after a refusal. */
export function faultsOf(history: History): Faults {
  const shop = played(history)
  const isHiddenAmid = history.moves.some(({ kind }) => kind === 'hideAmid')
  const wereKept = wereLeasesKept(isHiddenAmid, shop)
  return onlyFound({
    'an error was thrown': shop.mishaps,
    'an internal error': shop.warnings().filter((text) => text.includes('internal error')),
    'lost without a reason': lostIn(shop),
    'in flight twice at once': wereKept ? shop.tracker.doubled : [],
    'still in the journal': shop.stored(),
    'kept after a refusal': shop.storedAfterDenial,
    'sent after a refusal': sentAfterDenial(shop),
    'goes on after the end': shop.afterTheEnd,
    'sent again after its answer': shop.isOrderly() && wereKept ? sentInVain(shop) : [],
    'sent late': lateIn(shop),
    'sent in a pause': shop.isOrderly() && shop.isSwift ? sentInPause(shop) : [],
    'an image without need':
      shop.options.policy === 'enforce' ? [] : shop.tracker.sent.filter(({ isImage }) => isImage),
  })
}

/** Actions of shoppers with a healthy tracker. */
export const CALM: readonly Move['kind'][] = [
  'addSome',
  'addLong',
  'passLong',
  'open',
  'close',
  'hide',
  'show',
  'freeze',
  'thaw',
]

/** Runs a sequence with a tracker that has responded to each page: every event arrives exactly once. */
export function calmFaultsOf({ shop: options, moves }: History): Faults {
  // A tracker that drops duplicates may get some. A page whose policy blocks connections, or that cannot read the answers, begins with a failure.
  const calm = {
    ...options,
    trackerDropsRepeats: false,
    policy: undefined,
    isCorsKnown: true,
    isCalm: true,
  }
  const shop = played({ shop: calm, moves })
  const counts = [...shop.accepted.keys()].map((pid) => receivedOf(shop, pid).length)
  return onlyFound({
    'never received': counts.filter((count) => count === 0),
    'received twice': counts.filter((count) => count > 1),
  })
}
