import type { BrowseReply } from '../store/replies.ts'
import type { Draw } from './random.ts'
import type { SampleShop } from './sample-shop.ts'

/** One event of sample traffic, before it is written as a tracker request. */
export interface SampleEvent {
  readonly action: string
  readonly uid: string
  /** Epoch milliseconds. */
  readonly at: number
  /** The browser's name, without a version. */
  readonly browser: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Sample traffic, oldest event first. */
export interface SampleWalks {
  readonly events: readonly SampleEvent[]
  /** The replies of Browse that its lists came from. */
  readonly replies: readonly BrowseReply[]
}

/** One visit under way. */
export interface Visit {
  readonly draw: Draw
  readonly shop: SampleShop
  /** Factor of the chance of a click. */
  readonly interest: number
  /** Reports an event some seconds after the last. */
  send(action: string, path: string, data?: Readonly<Record<string, unknown>>): void
  /** Answers a list: keeps the order of its products, and gives its request id. */
  answer(pids: readonly string[], query: string): string
  /** Ends the visit; the same shopper comes again some days later. */
  again(days: number): Visit
}

/** The beginning of a visit. */
export interface VisitStart {
  readonly number: number
  /** Counts the visits of one shopper. */
  readonly part: number
  /** Epoch milliseconds. */
  readonly at: number
  readonly origin: string
  readonly shop: SampleShop
  readonly browser: string
  readonly interest: number
  /** Seconds between two events. */
  readonly pause: readonly [least: number, most: number]
}

/** Every sample user's id begins so, and every sample visit's; no id of the tag can. */
export const SAMPLE_PREFIX = 'sample.'

const VERSION = 'svc-tag/0.1.0'
const DAY_MS = 24 * 60 * 60 * 1000

/** Begins a visit whose events and replies are collected. The shop is one page, which numbers them all. */
export function createVisit(
  start: VisitStart,
  draw: Draw,
  walks: { readonly events: SampleEvent[]; readonly replies: BrowseReply[] },
): Visit {
  const { number, part, origin, shop, browser, interest, pause } = start
  const uid = `${SAMPLE_PREFIX}${number}`
  const visitId = `${uid}.${part}`
  const page = (number * 100 + part).toString(36).padStart(8, '0')
  const visit_type = part === 1 ? 'first_time' : 'repeat'
  const [least, most] = pause
  let { at } = start
  let sent = 0
  let answers = 0
  let referrer = part === 1 ? 'https://search.example/' : ''

  return {
    ...{ draw, shop, interest },
    send(action, path, data = {}) {
      at += draw.between(least * 1_000, most * 1_000)
      sent += 1
      const url = origin + path
      const own = { url, referrer, visit_type, visitId, ver: VERSION, seq: `${page}.${sent}` }
      walks.events.push({ action, uid, at, browser, data: { ...data, ...own } })
      referrer = url
    },
    answer(pids, query) {
      answers += 1
      const requestId = `${visitId}.r${answers}`
      walks.replies.push({ requestId, at, uid, start: 0, found: pids.length, pids, query })
      return requestId
    },
    again: (days) => createVisit({ ...start, part: part + 1, at: at + days * DAY_MS }, draw, walks),
  }
}
