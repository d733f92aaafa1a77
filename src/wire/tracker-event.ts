import type { EventId, UserId } from './brand'
import type { CartData } from './cart-data'
import type { ClickData } from './click-data'
import type { FacetsData } from './facets-data'
import type { ImpressionsData } from './impressions-data'
import type { OrderData } from './order-data'
import type { PageFields } from './page-fields'
import type { SearchData } from './search-data'
import type { VisitorData } from './visitor-data'

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
