import type { PageConsent } from './played-consent'
import type { PlayedPage } from './played-page'

/** An account of the shop: its key, its tracker, and the pages that belong to it. */
export interface Account {
  readonly name: AccountName
  readonly key: string
  readonly tracker: string
  readonly url: string
}

/** The accounts of the shop, by the folders of its pages. */
export type AccountName = 'uk' | 'us'

/** What a consent manager of the TCF kind says. */
export interface TcfAnswer {
  readonly eventStatus: 'cmpuishown' | 'useractioncomplete'
  readonly isAgreed: boolean
}

/** What the model knows of a page. */
export interface PageFacts {
  readonly account: Account
  readonly consent: PageConsent
  readonly openedAt: number
  /** Until when the page may not have heard of a change (elapsed ms). */
  graceUntil: number
  /** Since when nothing hinders this page from sending (elapsed ms); `Infinity` while something does. */
  freeSince: number
  /** Whether everything failed, or the tracker asked for a pause, at some time in its life. */
  hadTrouble: boolean
  /** Whether it could not store at some time in its life. */
  lacksStore: boolean
  /** How many events it has held. */
  heldCount: number
  /** Why events were dropped, by `t`. */
  readonly dropped: Map<string, string>
  /** Whether it is hearing of a refusal in another tab. */
  isHearing: boolean
  wasFrozen: boolean
  wasKilled: boolean
  endedAt: number
  /** Whether `window.dataLayer` was replaced, which the tag may notice a little later. */
  hasOtherLayer: boolean
  /** Whether the `push` of its dataLayer keeps nothing: the tag may hear of what is pushed, or only say so. */
  hasDroppingLayer: boolean
  /** The last entry of Consent Mode. */
  google?: unknown
  /** What the TCF manager says now, and the tag's listener. */
  tcf: TcfAnswer
  tellTcf?: (data: unknown, isSuccess: boolean) => void
}

/** A page of the shop. */
export type ShopPage = PlayedPage & PageFacts

/** A page that has just been opened. */
export const newFacts = (account: Account, consent: PageConsent, openedAt: number): PageFacts => ({
  account,
  consent,
  openedAt,
  graceUntil: 0,
  freeSince: openedAt,
  hadTrouble: false,
  lacksStore: false,
  heldCount: 0,
  dropped: new Map(),
  isHearing: false,
  wasFrozen: false,
  wasKilled: false,
  endedAt: Number.POSITIVE_INFINITY,
  hasOtherLayer: false,
  hasDroppingLayer: false,
  tcf: { eventStatus: 'cmpuishown', isAgreed: false },
})
