import { composedPath, matches } from '../browser/dom'
import { hooks } from '../browser/hooks'
import { ignore } from '../log/event-log'
import { settings } from '../settings/read-settings'
import { closestWith, IGNORED, isIgnored } from './attributes'
import { trackCart } from './cart'
import { noteKeyDown, notePointerDown, trackClick } from './clicks'
import { trackSearch } from './search'

/** How long after a press (ms) a scripted change is attributed to the shopper. */
const PRESS_MS = 1_000

/**
 * When a control was last pressed that is not a search, product or cart. Such controls change what the page shows, including its facets.
 */
let pressedAt = Number.NEGATIVE_INFINITY

function notePress(event: Event, path: readonly Element[]) {
  const { type, key } = event as KeyboardEvent
  if (type === 'pointerdown') notePointerDown(event as PointerEvent)
  else noteKeyDown()
  // Other keys do not press a control: Tab moves the focus, and letters are typed into fields.
  const isChoosing = type === 'pointerdown' || /^(Enter| |Arrow)/.test(key)
  if (hooks.onFacetInteraction && isChoosing && !closestWith(path, 'search', 'product', 'cart'))
    pressedAt = event.timeStamp
}

/**
 * Browsers also mark `submit` and `change` events as trusted when a script caused them, so the
 * shopper must have interacted just before. Some scripts draw a list in place of a `select` and
 * then dispatch its `change` event themselves, which is the shopper's if it follows a press.
 */
const isUserInitiated = ({ isTrusted, type, timeStamp }: Event): boolean =>
  isTrusted
    ? type.endsWith('down') || ((navigator as Partial<Navigator>).userActivation?.isActive ?? true)
    : type === 'change' && timeStamp - pressedAt < PRESS_MS

/** Whether a control has `aria-disabled`. A native disabled control fires no event, and a link can still be followed. */
const isAriaDisabled = (event: Event, path: readonly Element[]) =>
  closestWith(path, 'cart', 'search', 'facets-apply', 'facets-reset') &&
  [(event as SubmitEvent).submitter, ...path].some(
    (part) => part && matches(part, '[aria-disabled=true]'),
  )

function rejectionReason(event: Event, path: readonly Element[]): string | undefined {
  if (isIgnored(path)) return IGNORED
  if (
    (!hooks.isAgent?.(event) && !settings.scriptClicks && !isUserInitiated(event)) ||
    hooks.isOwnClick?.(event, path)
  )
    return 'a script did it'
  return isAriaDisabled(event, path) ? 'aria-disabled' : undefined
}

/** Records searches, cart additions and product clicks. Facets are handled elsewhere. */
export function trackPress(type: string, path: readonly Element[], event: Event) {
  trackSearch(type, path, event)
  trackCart(type, path)
  trackClick(type, path, event)
}

/**
 * Handles an event of the page.
 *
 * @param path - The elements that the event passed, innermost first; given if the event is handled later.
 */
export function onInteraction(event: Event, path: readonly Element[] = composedPath(event)) {
  const reason = rejectionReason(event, path)
  if (reason) {
    const element = closestWith(path, 'product', 'cart', 'facet', 'facets-reset', 'search')
    if (element && /submit|click/.test(event.type)) ignore(reason, { element })
    return
  }
  if (event.type.endsWith('down')) notePress(event, path)
  const isActivation = hooks.isActivation?.(event, path)
  for (const type of isActivation ? [event.type, 'click'] : [event.type]) {
    hooks.onFacetInteraction?.(type, path, event)
    trackPress(type, path, event)
  }
  hooks.onInteractionEnd?.()
}

/** Handles a pointer going down or up. The click that follows handles everything except facets. */
export function onPointer(event: Event) {
  const press = event as PointerEvent
  if (press.type !== 'pointerdown') return hooks.onFacetInteraction?.(press.type, [], event)
  // A swipe does not end in a click.
  if (!press.isTrusted || press.pointerType !== 'mouse' || hooks.onFacetInteraction)
    onInteraction(event)
  else notePointerDown(press)
}
