import type { Ignore, Moment } from '../events'
import type { Cancel, Clock } from '../platform/clock'
import type { Markup } from './attributes'

/** Until its answer comes, a page may say that it found nothing, or go on saying it of the next search. */
const SETTLE_MS = 1_000

const action = 'PRODUCT_IMPRESSIONS'

export interface EmptyListDeps {
  readonly markup: Markup
  readonly clock: Clock
  /** Now, and the page that is shown. */
  readonly moment: () => Moment
  readonly ignore: Ignore
  /** Hears of a list that found nothing, and since when it has said so. */
  readonly onEmpty: (element: Element, since: Moment) => void
}

export interface EmptyLists {
  /** A list says that it found nothing. */
  readonly found: (element: Element) => void
  /** The page may go: what is said now is believed. */
  readonly flush: () => void
}

/** Believes a list that it found nothing when it goes on to say so. */
export function createEmptyLists(deps: EmptyListDeps): EmptyLists {
  const { markup, clock, moment, ignore, onEmpty } = deps
  const waiting = new Map<Element, Moment>()
  let cancel: Cancel | undefined

  const isEmpty = (element: Element) => element.isConnected && markup.read(element, 'total') === '0'

  function flush() {
    cancel?.()
    for (const [element, since] of waiting)
      if (isEmpty(element)) onEmpty(element, since)
      else ignore('no longer says that nothing was found', { element, action })
    waiting.clear()
  }

  return {
    found(element) {
      waiting.set(element, moment())
      cancel?.()
      cancel = clock.schedule(flush, SETTLE_MS)
    },
    flush,
  }
}
