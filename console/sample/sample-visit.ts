import type { BrowseReply, Draw } from 'svc-tag-service'
import type { SampleShop } from './sample-shop.ts'

/** One event of sample traffic, before it is converted to a tracker request. */
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
  /** The Browse replies that the lists came from. */
  readonly replies: readonly BrowseReply[]
}

/** One visit in progress. */
export interface Visit {
  readonly draw: Draw
  readonly shop: SampleShop
  readonly interest: number
  /** Reports an event some seconds after the previous one. */
  send(action: string, path: string, data?: Readonly<Record<string, unknown>>): void
  /** Records the reply of a list with the order of its products, and returns its request id. */
  answer(pids: readonly string[], query: string): string
  /** Ends the visit. Returns a visit of the same shopper some days later. */
  again(days: number): Visit
}

/** The start of a visit. */
export interface VisitStart {
  readonly number: number
  /** The number of this visit among those of the shopper. */
  readonly part: number
  /** Epoch milliseconds. */
  readonly at: number
  readonly origin: string
  readonly shop: SampleShop
  readonly browser: string
  readonly interest: number
  /** The number of seconds between two events. */
  readonly pause: readonly [least: number, most: number]
}

/** The prefix of every sample user id and visit id; no id from the tag begins with it. */
export const SAMPLE_PREFIX = 'sample.'

const VERSION = 'svc-tag/0.1.0'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Begins a visit and collects its events and replies. The shop is a single page, which numbers all of them. */
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

const SAMPLE_DAYS = 56

/** The relative traffic for each hour of the day, from midnight, and for each day of the week, from Sunday. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 6, 8, 9, 10, 10, 11, 10, 9, 9, 10, 11, 13, 15, 16, 14, 9, 5]
const WEEKDAYS = [13, 11, 10, 10, 10, 9, 12]

/** The season begins four weeks before the end; from then on, traffic grows by half. */
const SEASON_DAYS = 28
const SEASON_GROWTH = 0.5

/** Draws the start of a visit: more likely in the evening, at weekends and in the season. */
export function momentOf(draw: Draw, now: number): number {
  for (;;) {
    const daysAgo = draw.between(0, SAMPLE_DAYS - 1)
    const day = new Date(now - daysAgo * DAY_MS)
    const season = 1 + (SEASON_GROWTH * Math.max(0, SEASON_DAYS - daysAgo)) / SEASON_DAYS
    const weight = ((WEEKDAYS[day.getDay()] ?? 10) / 13) * (season / (1 + SEASON_GROWTH))
    if (draw.between(1, 1_000) > weight * 1_000) continue
    const hours = HOURS.flatMap((share, hour) => Array.from({ length: share }, () => hour))
    day.setHours(draw.oneOf(hours), draw.between(0, 59), draw.between(0, 59), 0)
    if (day.getTime() < now - HOUR_MS) return day.getTime()
  }
}

/** The share of all events that are lost on the way. */
export const SAMPLE_LOSS = 0.013

/**
 * Drops some events so that their numbers have gaps. The last event of a page stays, because a loss
 * at the end would not show. Bad events stay too, because few pages send them.
 */
export function withLoss(events: readonly SampleEvent[]): SampleEvent[] {
  const pageOf = ({ data }: SampleEvent) => String(data.seq).split('.')[0]
  const last = new Map(events.map((event) => [pageOf(event), event]))
  const losable = events.filter((event) => last.get(pageOf(event)) !== event)
  const losses = Math.round(events.length * SAMPLE_LOSS)
  const lost = new Set<SampleEvent>()
  for (let loss = 0; loss < losses; loss += 1) {
    const event = losable[Math.floor(((loss + 0.5) * losable.length) / losses)]
    if (event) lost.add(event)
  }
  return events.filter((event) => !lost.has(event))
}
