import type { EventId, UserId } from './brand'
import type { CartData } from './cart'
import type { ClickData } from './click'
import type { FacetsData } from './facets'
import type { ImpressionsData } from './impressions'
import type { OrderData } from './order'
import type { PageFields } from './page-fields'
import type { SearchData } from './search'
import type { VisitorData } from './visitor'

/** The tracker's actions, each with the fields that are its own. */
export interface ActionData {
  readonly visitor: VisitorData
  readonly search: SearchData
  readonly PRODUCT_IMPRESSIONS: ImpressionsData
  readonly click: ClickData
  readonly facets: FacetsData
  readonly cart: CartData
  readonly order: OrderData
}

export type Action = keyof ActionData

/** An event before its page, its visit and its visitor are known. */
export type RawEvent = {
  [A in Action]: { readonly action: A; readonly data: ActionData[A] }
}[Action]

/** One request to the tracker, less the site key: complete, and never changed by a retry. */
export type TrackerEvent = {
  [A in Action]: {
    readonly action: A
    readonly uid: UserId
    readonly t: EventId
    readonly data: ActionData[A] & PageFields
  }
}[Action]
