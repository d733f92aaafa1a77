import type { ListKind, StepCounts } from './report-type.ts'

/** Which list each click, cart and order is attributed to, and how that is known. */
export interface AttributionReport {
  /** ISO 4217, from the service's settings. */
  readonly currency: string
  /** The time zone that days are counted in: `Europe/Berlin`. */
  readonly timeZone: string
  /** Clicked, added, ordered; always all three. */
  readonly steps: readonly AttributedStep[]
  readonly lists: readonly AttributedList[]
  readonly requests: readonly AttributedRequest[]
  readonly totals: { readonly events: number; readonly sampleUsers: number }
}

/** How often a step could be attributed to a list; the numbers add up to `times`. */
export interface AttributedStep {
  readonly step: 'clicked' | 'added' | 'ordered'
  readonly times: number
  /** By the request id of the event, or of the click or cart before it. */
  readonly byRequest: number
  /** By the last list of the same visit that showed the product. */
  readonly byVisit: number
  /** Not attributed to a list: its request id belongs to no list that was reported. */
  readonly unknownRequest: number
  /** Not attributed to a list: the shopper saw the product only in an earlier visit. */
  readonly earlierVisit: number
  /** Not attributed to a list: no list had shown the product to this shopper. */
  readonly neverShown: number
}

/** One list, with all its requests. */
export interface AttributedList extends StepCounts {
  readonly kind: ListKind
  readonly name: string
  readonly label: string
  /** How many different request ids. */
  readonly requests: number
}

/** One reply of Browse. */
export interface AttributedRequest extends StepCounts {
  readonly requestId: string
  readonly label: string
  /** Epoch milliseconds of its first impression. */
  readonly at: number
}
