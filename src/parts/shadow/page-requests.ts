import { now } from '../../browser/clock'
import { attempt, guard } from '../../browser/guard'
import { onStop } from '../../browser/listen'
import { isReport, type PageRequest } from './compare-tags'

/** More than two tags send on one page; a bound for the shop's memory. */
const CAPACITY = 1_000

const requests: PageRequest[] = []

function take(entries: readonly PerformanceEntry[]) {
  // Not `timeOrigin`: it knows nothing of a clock that was set, or of a computer that slept.
  const origin = now() - performance.now()
  for (const { name, startTime } of entries)
    if (attempt(() => isReport(name)))
      requests.push({ url: name, at: Math.round(origin + startTime) })
  requests.splice(0, requests.length - CAPACITY)
}

let observer: PerformanceObserver | undefined

/**
 * Notes the requests of the page that may be another tag's, those before the call as well, until the tag stops. Nothing is patched: the
 * browser lists each request when it has ended, by its address
 * ([Resource Timing](https://w3c.github.io/resource-timing/)).
 */
export function watchRequests() {
  const watching = attempt(
    () =>
      new PerformanceObserver(
        guard((list: PerformanceObserverEntryList) => take(list.getEntries())),
      ),
  )
  if (!watching) return
  observer = watching
  attempt(() => watching.observe({ type: 'resource', buffered: true }))
  onStop(() => watching.disconnect())
}

/** The requests so far, oldest first: the last 1,000. */
export function pageRequests(): readonly PageRequest[] {
  take(observer?.takeRecords() ?? [])
  return requests
}
