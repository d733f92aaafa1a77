import { setImmediate as turn } from 'node:timers/promises'
import type { Catalog } from '../catalog/catalog.ts'
import type { Db } from '../store/database.ts'
import type { EventStore } from '../store/events.ts'
import { readEvent } from '../tracker/read-event.ts'
import { sampleShopOf } from './sample-shop.ts'
import { SAMPLE_PREFIX, type SampleEvent, sampleEvents } from './walks.ts'

/** Invented traffic among the real one: it is marked by its user ids and can be removed. */
export interface SampleTraffic {
  /** Replaces the sample traffic by so many visits. Settles with the number of its events. */
  add(visits: number): Promise<number>
  /** Deletes the sample traffic, and nothing else. Returns the number of its events. */
  remove(): number
  /** Calls back after each removal, with the beginning of the user ids that are gone. */
  watch(onRemoved: (uidPrefix: string) => void): void
}

/** What sample traffic is made of. */
export interface SampleDeps {
  readonly catalog: Catalog
  readonly db: Db
  readonly events: EventStore
  readonly siteKey: string
  readonly now?: () => number
}

/** More visits than these make a start slow and show nothing new. */
export const MAX_SAMPLE_VISITS = 5_000

/** Nobody owns a domain below `.example`. */
const ORIGIN = 'https://sample.example'

/** So many events are kept before requests are served again. */
const BATCH = 200

const DELETE = 'delete from tracker_events where uid between ? and ?'

/** Makes the sample traffic of a service. Events go through the tracker's own checks. */
export function createSampleTraffic(deps: SampleDeps): SampleTraffic {
  const { catalog, db, events, siteKey, now = Date.now } = deps
  const watchers: ((uidPrefix: string) => void)[] = []

  function remove(): number {
    const { changes } = db.prepare(DELETE).run(SAMPLE_PREFIX, `${SAMPLE_PREFIX}\u{10ffff}`)
    for (const onRemoved of watchers) onRemoved(SAMPLE_PREFIX)
    return changes
  }

  return {
    remove,
    watch: (onRemoved) => void watchers.push(onRemoved),
    async add(visits) {
      remove()
      const shop = sampleShopOf(catalog)
      const all = sampleEvents({ shop, visits, now: now(), origin: ORIGIN })
      for (let start = 0; start < all.length; start += BATCH) {
        const batch = all.slice(start, start + BATCH)
        await Promise.all(
          batch.map((event, index) =>
            events.add(readEvent(requestOf(event, start + index, siteKey), siteKey)),
          ),
        )
        await turn()
      }
      return all.length
    },
  }
}

/** The query string in which the tag would send an event. */
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
