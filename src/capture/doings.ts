import type { Ignore } from '../events'
import { matches, pathOf } from '../platform/tree'
import { isUserActive } from '../platform/user-activation'
import { carrier, INERT, isInert, type Markup, type Watch } from './attributes'
import type { Clicks } from './clicks'
import type { Facets } from './facets'
import { createKeys } from './keys'

/** Something that the shopper did, and what it was done to, from the inside out. */
export type Doing = readonly [event: Event, path: Element[]]

export interface DoingsDeps {
  readonly markup: Markup
  /** Whether what a script of the page does counts as the shopper's doing. */
  readonly scriptClicks: boolean
  readonly ignore: Ignore
  readonly facets: Pick<Facets, 'areThere'>
  readonly clicks: Pick<Clicks, 'pressed'>
  /** Look at what the shopper does, each in turn. */
  readonly watchers: readonly Watch[]
  /** Hears that something was done, which may have moved what is on the page. */
  readonly onDone: () => void
}

/** Tells what the shopper does from what scripts do, and from what does nothing. */
export interface Doings {
  readonly hear: (event: Event, path?: Element[]) => void
  /** Hears of a pointer that goes down; what it does is mostly heard when it is lifted. */
  readonly hearPointer: (event: Event) => void
}

/** Browsers trust the submit and the change that a script brings about, which nobody did who has not just touched the page. */
const isByShopper = ({ isTrusted, type }: Event) =>
  isTrusted && (type.endsWith('down') || isUserActive())

/** Starts with nothing done. */
export function createDoings(deps: DoingsDeps): Doings {
  const { markup, scriptClicks, ignore, facets, clicks, watchers, onDone } = deps
  const keys = createKeys(markup)

  const isByScript = (event: Event, path: readonly Element[]) =>
    (!scriptClicks && !isByShopper(event)) || keys.isOwnClick(event, path)

  /** Says that it does nothing, by a word: of a native control that is disabled there is no event. A link is followed all the same. */
  const isOff = (event: Event, path: readonly Element[]) =>
    [(event as SubmitEvent).submitter, ...path].some(
      (part) => part && matches(part, '[aria-disabled=true]'),
    ) && carrier(markup, path, 'cart', 'search', 'facets-apply', 'facets-reset')

  /** Says why a press on something marked, or a submit of it, is passed over. */
  function pass(reason: string, { type }: Event, path: readonly Element[]) {
    const element = carrier(markup, path, 'product', 'cart', 'facet', 'facets-reset', 'search')
    if (element && /submit|click/.test(type)) ignore(reason, { element })
  }

  function tell(type: string, event: Event, path: readonly Element[]) {
    for (const watch of watchers) watch(type, path, event)
  }

  function hear(event: Event, path = pathOf(event)) {
    if (isInert(markup, path)) return pass(INERT, event, path)
    if (isByScript(event, path)) return pass('a script did it', event, path)
    if (isOff(event, path)) return pass('aria-disabled', event, path)
    tell(event.type, event, path)
    if (keys.press(event, path)) tell('click', event, path)
    onDone()
  }

  return {
    hear,
    hearPointer(event) {
      const press = event as PointerEvent
      keys.forget()
      // Most that is pressed is no facet, and the click that follows says all the rest. A swipe has none.
      if (!press.isTrusted || press.pointerType !== 'mouse' || facets.areThere()) hear(event)
      else clicks.pressed(press)
    },
  }
}
