import type { Markup } from './attributes'

/** Hears of an element that is marked for it. */
interface Finder {
  readonly found: (element: Element) => void
}

export interface MeetingsDeps {
  readonly document: Document
  readonly markup: Markup
  readonly empty: Finder
  readonly facets: Finder
  readonly orders: Finder
  readonly handedOver: Finder
}

/** Meets what is not, or not only, a tile. */
export interface Meetings {
  readonly meet: (element: Element) => void
  /** Meets what waits for the page to be parsed, as far as it is known to be whole: something comes after it. */
  readonly meetWhole: () => void
  /** The page is parsed: everything in it is whole. */
  readonly parsed: () => void
}

/** Orders and blocks of events wait until they are whole: while the page is parsed there may be half of one in it. */
export function createMeetings(deps: MeetingsDeps): Meetings {
  const { document, markup } = deps
  const early = new Set<Element>()
  /** By the event: Chromium calls a page complete that is left while it is loading. */
  let isParsed = document.readyState !== 'loading'

  function whole(element: Element) {
    if (markup.read(element, 'order') !== undefined) deps.orders.found(element)
    if (markup.read(element, 'events') !== undefined) deps.handedOver.found(element)
  }

  function meetWhole() {
    early.forEach((element) => {
      if (isParsed || element.nextSibling) {
        early.delete(element)
        whole(element)
      }
    })
  }

  return {
    meet(element) {
      if (markup.read(element, 'total') === '0') deps.empty.found(element)
      if (markup.read(element, 'facet') !== undefined) deps.facets.found(element)
      if (isParsed) whole(element)
      else early.add(element)
    },
    meetWhole,
    parsed() {
      isParsed = true
      meetWhole()
    },
  }
}
