import type { Clock } from '../platform/clock'
import type { OnAnswer, RequestPixel } from '../platform/pixel-request'
import type { Storage } from '../platform/storage'

export interface RequestDeps {
  readonly requestPixel: RequestPixel
  readonly trackerUrl: string
  /** Whether the tracker's answers carry CORS headers; found out when absent. */
  readonly trackerCors?: boolean | undefined
  readonly trackerDropsRepeats: boolean
  readonly isOnline: () => boolean
  /** Remembers for this browser, for a while, what was found out. */
  readonly storage: Storage
  readonly clock: Pick<Clock, 'now'>
}

/** Sends one event's URL. Returns the function that gives it up. */
export type Request = (url: string, onAnswer: OnAnswer) => () => void

/** As long as a visit. A tracker that learns to answer with CORS headers is to be noticed. */
const REMEMBERED_FOR_MS = 1_800_000

/** Silences in a row after which what was found out is doubted: the tracker may have changed. */
const DOUBT_AFTER = 3

/**
 * Sends so that the status can be read wherever the tracker allows that.
 *
 * Without CORS headers an answer looks like no answer. So when the very first request of a visit has none, two requests
 * that carry no event find out why: one that is blind to CORS (is there an answer at all?), then one that is not.
 */
export function createRequest(deps: RequestDeps): Request {
  const { requestPixel, trackerUrl, trackerCors, trackerDropsRepeats, isOnline, storage, clock } =
    deps
  /** `<when> <whether>`, of this tracker. Not in the tab's own storage: merely to open that is a question to another process. */
  const remembering = `cors ${trackerUrl}`
  let isReadable = trackerCors
  let silences = 0
  let doubtful: OnAnswer[] = []
  let cancelProbe = () => {}

  function remembered() {
    const [at, truth] = (storage.read(remembering) ?? '').split(' ')
    return Math.abs(clock.now() - Number(at)) < REMEMBERED_FOR_MS ? truth === 'true' : undefined
  }

  function learn(truth: boolean) {
    isReadable = truth
    storage.write(remembering, `${clock.now()} ${truth}`)
  }

  function conclude(status?: number) {
    const concluded = doubtful
    doubtful = []
    for (const onAnswer of concluded) onAnswer(status)
  }

  function ask(mode: 'cors' | 'no-cors', onAnswer: OnAnswer) {
    cancelProbe = requestPixel(`${trackerUrl}/v2/1p.jpg`, { mode, method: 'HEAD' }, onAnswer)
  }

  function probe() {
    ask('no-cors', (blind) => {
      if (blind === undefined) return conclude()
      ask('cors', (status) => {
        learn(status !== undefined)
        // What has failed at the same time by chance would be lost: where a repeat costs nothing, all of it is sent again.
        conclude(status === undefined && !trackerDropsRepeats ? 0 : undefined)
      })
    })
  }

  /** Whether it was the status, or an absence that says nothing yet. */
  function isClear(status: number | undefined, wasKnown: boolean): boolean {
    silences = status === undefined ? silences + 1 : 0
    // A request that is blind to CORS has none to lose.
    if (silences >= DOUBT_AFTER && isReadable) {
      isReadable = trackerCors
      storage.remove(remembering)
    }
    if (status && !wasKnown) learn(true)
    return status !== undefined || wasKnown || !isOnline()
  }

  return (url, onAnswer) => {
    isReadable ??= remembered()
    const wasKnown = isReadable !== undefined
    const mode = isReadable === false ? 'no-cors' : 'cors'
    const giveUp = requestPixel(url, { mode }, (status, askedMs) => {
      if (isClear(status, wasKnown)) onAnswer(status, askedMs)
      else if (doubtful.push(onAnswer) === 1) probe()
    })
    return () => {
      giveUp()
      cancelProbe()
      conclude()
    }
  }
}
