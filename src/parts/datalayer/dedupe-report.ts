import type { Action, Ignore, Timestamp } from '../../wire/tracker-event'
import { type EcommerceEvent, textOf } from './ecommerce-event'
import type { DataLayerRules } from './layer-rules'

/** How long duplicates may arrive: markup reports the press, and the dataLayer reports the shop's response to it. */
const SAME_MS = 10_000

/** The subject of an event, whatever its case, because dataLayers often write search texts in lower case. */
const reportKey = (data: unknown) => textOf([data], 'pid', 'query').trim().toLowerCase()

/** The attribute by which markup covers each action. */
const ATTRIBUTES: Readonly<Record<string, CoveredBy | undefined>> = {
  PRODUCT_IMPRESSIONS: 'product',
  click: 'product',
}

/** An attribute by which a page covers an action. */
export type CoveredBy = 'product' | 'cart' | 'search' | 'order'

/** The form of the report; absent for a list, which is reported once in any case. */
type Form = EcommerceEvent['form'] | undefined

export interface ReportDeps {
  readonly rules: DataLayerRules
  /** Reports an event with the contract's names, and warns about faults. */
  readonly track: (action: Action, data: object, origin: { readonly at: Timestamp }) => void
  readonly ignore: Ignore
  /** The elements that carry an attribute, by markup or by map. */
  readonly elementsWith: (attribute: CoveredBy) => readonly Element[]
  /** An element and its ancestors. */
  readonly composedAncestors: (element: Element) => readonly Element[]
  /** The value of an element's attribute. */
  readonly read: (element: Element, attribute: CoveredBy) => string | undefined
  /** The event log so far. */
  readonly entries: () => readonly {
    readonly at: Timestamp
    readonly action: Action | undefined
    readonly data: unknown
  }[]
}

/** Reports an event unless markup, or the dataLayer in another form, reports it. */
export function createReport(deps: ReportDeps) {
  const forms = new Map<Timestamp, Form>()

  /** Whether markup (or the map) covers an action, for one of the given products if there are any. */
  const hasElement = (action: Action, pids: readonly string[]): boolean =>
    !(deps.rules.preferred as readonly Action[] | undefined)?.includes(action) &&
    deps
      .elementsWith(ATTRIBUTES[action] ?? (action as CoveredBy))
      .some(
        (element) =>
          pids.length === 0 ||
          deps
            .composedAncestors(element)
            .some((part) =>
              pids.includes((deps.read(part, 'cart') || deps.read(part, 'product')) as string),
            ),
      )

  /** Whether the same event was just reported in another way: by markup, which may have been removed since, or in another form. */
  const isDuplicate = (action: Action, data: object, at: Timestamp, form: Form) =>
    deps
      .entries()
      .some(
        (entry) =>
          entry.action === action &&
          entry.data &&
          reportKey(entry.data) === reportKey(data) &&
          at - entry.at < SAME_MS &&
          forms.get(entry.at) !== form,
      )

  return (action: Action, data: object, at: Timestamp, pids: readonly string[], form?: Form) => {
    if (hasElement(action, pids) || isDuplicate(action, data, at, form))
      return deps.ignore('twice', { action, at })
    forms.set(at, form)
    deps.track(action, data, { at })
  }
}
