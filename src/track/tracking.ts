import { debounced, inNextTask, whenIdle } from '../browser/clock'
import { composedAncestors, composedPath, matches, queryAll, shadowOf } from '../browser/dom'
import { attempt } from '../browser/guard'
import { hooks } from '../browser/hooks'
import { instrumentMethod, listen, onStop } from '../browser/listen'
import { withPart } from '../browser/load-part'
import { watchNavigation } from '../browser/page-life'
import { settings } from '../settings/read-settings'
import { closestWith, has } from './attributes'
import { fetchCartAnswers } from './cart-answers'
import { flushScan, rescan, type Scan, startObserving, stopObserving } from './dom-observer'
import { awaitFacets, FACET_MARKS, flushFacets, onFoundFacet, stopFacets } from './facets-on-demand'
import { countTiles, flushImpressions, restartLists, startRoute, uncounted } from './impressions'
import { onInteraction, onPointer, trackPress } from './interactions'
import { forgetLists, hasDefaultChanged } from './known-lists'
import {
  flushReports,
  onFoundReport,
  onReportsChanged,
  startReportsRoute,
  stopReports,
} from './orders/found-orders'
import { contextNow, setPreviousUrl } from './page-context'
import { replay } from './record'
import {
  onPageChanged,
  restartDwell,
  startViewability,
  stopViewability,
  watchTiles,
} from './viewability'

/* Watches the page and the shopper, as far as consent allows. */

/** Excludes elements that cannot have a shadow root, which are most of a page. */
const MAY_HOST = ':not(a,b,button,i,img,input,label,li,option,path,svg)'

/** Scripted controls, for which the browser fires no click when a key is pressed. */
const MADE_CONTROL = '[tabindex]:not(:any-link,button,input,select,textarea,summary)'

let isWatching = false
let isNavigationWatched = false

const hasViewability = () => settings.impressions !== 'load' && 'IntersectionObserver' in window

function onScan({ tiles, others, isAnew }: Scan) {
  // A call may have asked for the only list since the change, while a removed shadow root still counted.
  forgetLists()
  // Tiles outside of lists may now belong to another list.
  if (hasDefaultChanged() && !isAnew) return rescan()
  if (hasViewability()) watchTiles(tiles, isAnew)
  else countTiles(uncounted([...tiles]))
  for (const element of others) {
    if (has(element, 'facet')) onFoundFacet(element)
    if (has(element, 'cart-done')) fetchCartAnswers()
    onFoundReport(element)
  }
  onReportsChanged()
}

/** Loads the part that handles shadow roots, and keys on scripted controls. */
function fetchComponents(task?: () => void) {
  hooks.isSearchPartial = true
  void withPart<() => void>('components', (open) => {
    open()
    task?.()
  }).then(() => {
    hooks.isSearchPartial = false
  })
}

/**
 * Handles keys on scripted controls when the part is loaded. Facets notice the changes even without
 * it, but not the press of an Apply control.
 */
function awaitKeyboard(event: Event, path: readonly Element[]): boolean {
  const [target] = path
  if (event.type !== 'keydown' || !target || !matches(target, MADE_CONTROL)) return false
  const then = contextNow()
  fetchComponents(() => {
    if (!hooks.isActivation?.(event, path)) return
    if (closestWith(path, 'facets-apply', 'facets-reset'))
      hooks.onFacetInteraction?.('click', path, event)
    replay(then, () => trackPress('click', path, event))
  })
  return false
}

function startScanning() {
  startObserving({
    onChange() {
      forgetLists()
      onPageChanged()
    },
    onScan,
    // These events do not leave a shadow root.
    onRoot: (root) => (root === document ? () => {} : listen(root, 'submit change', onEvent)),
    onShadowRoot: () => fetchComponents(),
  })
  // This part knows which clicks a script makes in response to a key.
  if (settings.scriptClicks || [...queryAll(document, MAY_HOST)].some(shadowOf)) fetchComponents()
  rescan()
}

/** When each form was last submitted with an event. */
const submitted = new WeakMap<Element, number>()

/** A script that has stopped a submission to check something may submit the form itself, some seconds later. */
const SAME_SUBMIT_MS = 10_000

/**
 * `form.submit()` fires no event but `formdata`, which `new FormData(form)` fires, too, so the method is wrapped until the tag stops:
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm
 */
function onScriptedSubmit(form: Element) {
  const timeStamp = performance.now()
  if (!isWatching || timeStamp - (submitted.get(form) ?? -SAME_SUBMIT_MS) < SAME_SUBMIT_MS) return
  onInteraction({ type: 'submit', isTrusted: true, timeStamp } as Event, composedAncestors(form))
}

function onEvent(event: Event) {
  if (event.type === 'submit') submitted.set(event.target as Element, event.timeStamp)
  onInteraction(event)
}

function onRoute(previousUrl: string) {
  flushImpressions()
  startReportsRoute()
  startRoute()
  setPreviousUrl(previousUrl)
}

const watching = debounced(startWatching, inNextTask)
const scanning = debounced(startScanning, whenIdle)

/**
 * Listens to the shopper, until the tag stops. On a busy page, a press may be dispatched before the tasks that were scheduled earlier.
 *
 * @param startNow - Runs what was about to start, so that the press is not lost.
 */
export function watchShopper(startNow: () => void) {
  const heard = (handle: (event: Event) => void) => (event: Event) => {
    startNow()
    watching.flush()
    if (!isWatching) return
    if (!hooks.onFacetInteraction && closestWith(composedPath(event), ...FACET_MARKS)) awaitFacets()
    handle(event)
  }
  onStop(listen(window, 'click auxclick keydown input submit change', heard(onEvent)))
  onStop(listen(window, 'pointerdown pointerup pointercancel', heard(onPointer)))
}

/** Starts watching, in a task of its own. The page is scanned when the browser is idle, or as it is left. */
export function startTracking() {
  if (isWatching) return
  isWatching = true
  watching.start()
}

function startWatching() {
  hooks.onInteractionEnd = onPageChanged
  hooks.isActivation ??= awaitKeyboard
  startViewability()
  if (!isNavigationWatched) {
    watchNavigation(onRoute)
    // A page may have removed it.
    attempt(() =>
      instrumentMethod(HTMLFormElement.prototype, 'submit', (_, form) =>
        onScriptedSubmit(form as Element),
      ),
    )
  }
  isNavigationWatched = true
  scanning.start()
}

/** The page is hidden or may be unloaded: everything gathered is recorded, and every dwell restarts. */
export function flushTracking() {
  if (!isWatching) return
  watching.flush()
  scanning.flush()
  flushScan()
  flushImpressions()
  flushFacets()
  flushReports()
  restartDwell()
}

/** The page was restored from the back/forward cache, so its lists count again. */
export function restartTracking() {
  if (!isWatching) return
  restartLists()
  rescan()
}

/** Whether the page is being watched. */
export const isTracking = (): boolean => isWatching

/** Removes every observer and timer. The listeners of {@link watchShopper} stay, and ignore what they hear. */
export function stopTracking() {
  if (!isWatching) return
  isWatching = false
  watching.cancel()
  scanning.cancel()
  // Without consent, nothing of it is recorded, even if consent is soon granted again.
  flushImpressions()
  stopFacets()
  stopReports()
  stopObserving()
  stopViewability()
}
