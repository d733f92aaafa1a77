import { now } from '../../browser/clock'
import { isGateOpen } from '../../browser/consent-gate'
import { jar } from '../../browser/cookies'
import { attempt, guard } from '../../browser/guard'
import { hooks } from '../../browser/hooks'
import { onStop } from '../../browser/listen'
import { local, tab } from '../../browser/storage'
import { emit, noteStatus, notes } from '../../log/event-log'
import { platform } from '../../send/platform'
import { settings } from '../../settings/read-settings'
import { jsonText } from '../../wire/pixel-url'
import { compareTags, isReport, type TagComparison } from './compare-tags'
import { reportsOfEvent } from './read-pixel'
import type { PageRequest, Report } from './tag-report'

/**
 * Reads from the event log what this tag sent on this page, or would have sent. `ids` has the `t` of each of its requests, including those
 * for events from an earlier page.
 */
export function ownReports() {
  const seen = new Set<string | undefined>()
  const ids = new Set<string>()
  const reports: Report[] = []
  for (const note of notes) {
    if (note.kind === 'seen') seen.add(note.t)
    else if (note.status.state === 'queued' && !ids.has(note.t)) {
      ids.add(note.t)
      const { event } = note.status
      // A split event is logged once as a whole, not by its parts.
      if (seen.has(note.t)) reports.push(...reportsOfEvent(event, note.at))
    }
  }
  return { reports, ids }
}

/** Enough for more than two tags on one page; limits the memory used. */
const CAPACITY = 1_000

const requests: PageRequest[] = []

function take(entries: readonly PerformanceEntry[]) {
  // Not `timeOrigin`, which ignores clock changes and computer sleep.
  const origin = now() - performance.now()
  for (const { name, startTime } of entries)
    if (attempt(() => isReport(name)))
      requests.push({ url: name, at: Math.round(origin + startTime) })
  requests.splice(0, requests.length - CAPACITY)
}

let observer: PerformanceObserver | undefined

/**
 * Notes the page's requests that may be another tag's, including earlier ones, until the tag stops. Nothing is patched: the browser lists
 * the URL of each request when it has ended ([Resource Timing](https://w3c.github.io/resource-timing/)).
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

/** The name under which the tag's would-be cookies are stored. */
const COOKIES = 'cookies'

const REASON = 'shadow mode sends nothing'

/**
 * Redirects cookie writes to this tab's storage. The page's cookies are still read; if both have a
 * cookie of the same name, the tag's own counts, as the one written last.
 */
function keepCookiesInTab() {
  const readPage = jar.get.bind(jar) as () => Record<string, string>
  let own: Record<string, string> | undefined
  /** Reads what earlier pages of this tab stored as soon as the gate is open, which it is not yet when shadow mode begins. */
  function readOwn() {
    if (isGateOpen()) own ??= { ...attempt(() => JSON.parse(tab.read(COOKIES) ?? '{}') as object) }
    return own ?? {}
  }
  Object.assign(jar, {
    get(name?: string) {
      const all = { ...readPage(), ...readOwn() }
      return name ? all[name] : all
    },
    // A removed cookie is stored as an empty string, because the page's cookie of that name still exists and must not be read.
    set(name: string, text: string) {
      const all = readOwn()
      all[name] = text
      tab.write(COOKIES, jsonText(all))
    },
  })
}

/**
 * Makes the tag send nothing and store nothing beyond the browser's tab. Every way out is replaced, whichever code uses it: event requests,
 * cookies, `localStorage` and IndexedDB. Call it before anything starts.
 */
export function enterShadowMode() {
  Object.assign(local, tab)
  keepCookiesInTab()
  hooks.hasNoDatabase = true
  platform.transport = () => Promise.reject(new Error(REASON))
  hooks.deliver = (event) => {
    const { t } = event
    noteStatus(t, { state: 'queued', event })
    noteStatus(t, { state: 'withheld', reason: REASON })
    emit('dropped', { t, reason: REASON })
  }
}

let isOpen = false

function compare(): readonly TagComparison[] {
  const { reports, ids } = ownReports()
  return compareTags(reports, pageRequests(), ids)
}

/** Stops the tag from sending and storing if `shadow` is set, and watches other tags' requests. Returns the comparison function. */
export function open() {
  if (!isOpen) {
    isOpen = true
    if (settings.shadow) enterShadowMode()
    watchRequests()
  }
  return compare
}
