import { setImmediate as turn } from 'node:timers/promises'
import {
  type Catalog,
  createReplyStore,
  type EventStore,
  forgetUsers,
  readEvent,
  type Sql,
} from 'svc-tag-service'
import { withBooks } from './sample-books.ts'
import { sampleShopOf } from './sample-shop.ts'
import { SAMPLE_PREFIX, type SampleEvent } from './sample-visit.ts'
import { sampleWalks } from './walks.ts'

/** Invented traffic beside the real traffic. It is identified by its user ids and can be removed. */
export type SampleTraffic = ReturnType<typeof createSampleTraffic>

/** Dependencies of sample traffic. */
export interface SampleDeps {
  readonly catalog: Catalog
  readonly store: Sql
  readonly events: EventStore
  readonly siteKey: string
  readonly now?: () => number
}

/** Domains below `.example` cannot be registered. */
const ORIGIN = 'https://sample.example'

const TRAVEL_MS = 300

/** How many events to store before other requests are served again. */
const BATCH = 200

/** Creates the sample traffic of a service. Its events pass the tracker's own checks. */
export function createSampleTraffic(deps: SampleDeps) {
  const { catalog, store, events, siteKey, now = Date.now } = deps
  const watchers: (() => void)[] = []
  let books: string | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** Runs one change after the other: two at once would remove only a part of what the other adds. */
  function inTurn(change: () => Promise<number>): Promise<number> {
    const turn = last.then(change, change)
    last = turn
    return turn
  }

  async function remove(): Promise<number> {
    books = undefined
    const forgotten = await forgetUsers(store, SAMPLE_PREFIX)
    for (const onRemoved of watchers) onRemoved()
    return forgotten
  }

  async function add(visits: number): Promise<number> {
    await remove()
    const shop = sampleShopOf(catalog)
    const { events: all, replies } = sampleWalks({ shop, visits, now: now(), origin: ORIGIN })
    const { events: walks, csv } = withBooks(all, { siteKey })
    const known = await createReplyStore(store)
    for (let start = 0; start < replies.length; start += BATCH) {
      await known.add(replies.slice(start, start + BATCH))
      await turn()
    }
    const run = now()
    const requests = walks.map((event, index) => ({
      ...readEvent(requestOf(event, index, siteKey), siteKey),
      ...{ origin: `sample.${run}.${index}`, browser: event.browser },
      receivedAt: event.at + TRAVEL_MS,
    }))
    for (let start = 0; start < requests.length; start += BATCH) {
      await events.add(requests.slice(start, start + BATCH))
      await turn()
    }
    books = csv
    return walks.length
  }

  return {
    /** Deletes the sample traffic and nothing else. Resolves with the number of deleted events. */
    remove: () => inTurn(remove),
    /** The books of the sample traffic that this process added last, as CSV; `undefined` if there is none. */
    books: () => books,
    watch: (onRemoved: () => void) => void watchers.push(onRemoved),
    /** Replaces the sample traffic by this many visits. Resolves with the number of their events. */
    add: (visits: number) => inTurn(() => add(visits)),
  }
}

function requestOf({ action, uid, at, data }: SampleEvent, number: number, siteKey: string) {
  const parameters = {
    data: JSON.stringify(data),
    SvcKey: siteKey,
    action,
    uid,
    t: `${at}|0.${number + 1}`,
  }
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}
