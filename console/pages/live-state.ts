import type { ActionCount, RefusedRequest, StoredEvent } from 'svc-tag-service'
import type { Shoppers } from '../analytics/scope.ts'
import type { EventList, LiveNews } from '../wire.ts'
import type { ConnectionStatus } from './console-page'

/** The user's filter; empty texts do not filter. */
export interface LiveFilter {
  readonly action: string
  /** A complete visit id or user id. */
  readonly who: string
  /** A complete user id. */
  readonly shopper: string
  /** A complete visit id. */
  readonly visit: string
  /** Matches anywhere in the payload. */
  readonly text: string
  readonly state: '' | 'good' | 'note' | 'bad'
  readonly event: string
  /** Days, such as `2026-11-05`. */
  readonly from: string
  readonly to: string
  readonly shoppers: '' | Shoppers
}

/** A filter that every event passes. */
export const noFilter: LiveFilter = {
  ...{ action: '', who: '', shopper: '', visit: '', text: '', state: '', event: '' },
  ...{ from: '', to: '', shoppers: '' },
}

/** Everything that the live page shows. */
export interface LiveState {
  readonly connection: ConnectionStatus
  readonly filter: LiveFilter
  /** `visits` groups the events by visit, each oldest first. */
  readonly view: 'list' | 'visits'
  /** Newest first. */
  readonly events: readonly StoredEvent[]
  /** Counts for the filter without its action. */
  readonly totals: readonly ActionCount[]
  /** False if there was only time to count the newest events. */
  readonly isWhole: boolean
  readonly refused: readonly RefusedRequest[]
  /** The position of older events; `undefined` if there are none. */
  readonly nextBefore: number | undefined
  readonly isPaused: boolean
  /** New events since the pause, which appear when it ends. */
  readonly missed: number
  /** The ids of the events with open details. */
  readonly opened: ReadonlySet<number>
  /** Events up to this id are hidden; 0 for none. */
  readonly hiddenUpTo: number
  /** A short message shown briefly: `Copied.` */
  readonly notice: string
}

/** A visit or a shopper, by complete id. */
export type Followed = { readonly visit: string } | { readonly shopper: string }

/** What the user can do on the live page. */
export interface LiveActions {
  onFilter(change: Partial<LiveFilter>): void
  /** Shows the events of one visit or shopper as a timeline. */
  onFollow(whom: Followed): void
  onView(view: LiveState['view']): void
  onPause(): void
  onHideOlder(): void
  onShowAll(): void
  onOlder(): void
  onToggle(id: number, isOpen: boolean): void
  onCopy(text: string): void
  onRefresh(): void
  onProblem(message: string): void
}

/** How many events the service lists per page. */
const PAGE_SIZE = 200

/** The state before the first response. */
export const firstState = (filter: LiveFilter, view: LiveState['view'] = 'list'): LiveState => ({
  connection: 'opening',
  filter,
  view,
  events: [],
  totals: [],
  isWhole: true,
  refused: [],
  nextBefore: undefined,
  isPaused: false,
  missed: 0,
  opened: new Set(),
  hiddenUpTo: 0,
  notice: '',
})

/**
 * Updates the state with the newest events in the store.
 *
 * @param since - The news since the list was requested, which the list may lack.
 */
export function withList(
  state: LiveState,
  list: EventList,
  since: readonly LiveNews[] = [],
): LiveState {
  const listed = {
    ...state,
    events: list.events.filter((event) => isShown(state, event)),
    totals: list.totals,
    isWhole: list.isWhole,
    refused: list.refused,
    nextBefore: shownBefore(state, list.nextBefore),
    missed: 0,
  }
  return since.reduce(withNews, listed)
}

/** Adds a page of older events after those shown. */
export const withOlder = (state: LiveState, { events, nextBefore }: EventList): LiveState => ({
  ...state,
  events: [...state.events, ...events.filter((event) => isShown(state, event))],
  nextBefore: shownBefore(state, nextBefore),
})

/** Applies a message: new events go to the top, repeated ones stay where they are. */
export function withNews(state: LiveState, news: LiveNews): LiveState {
  const { events, totals, isWhole, isReset } = news
  if (isReset) {
    const empty = { ...firstState(state.filter, state.view), connection: 'open' as const }
    return withNews({ ...empty, refused: state.refused }, { events, totals, isWhole })
  }
  const counted = { ...state, totals, isWhole, refused: news.refused ?? state.refused }
  const byId = new Map(events.map((event) => [event.id, event]))
  const known = new Set(state.events.map(({ id }) => id))
  const fresh = events.filter((event) => !known.has(event.id) && isFresh(state, event))
  if (state.isPaused) return { ...counted, missed: state.missed + fresh.length }

  const updated = state.events.map((event) => byId.get(event.id) ?? event)
  const all = [...fresh, ...updated].sort(isOfOne(state) ? byMoment : byArrival)
  const room = Math.max(PAGE_SIZE, state.events.length)
  const kept = all.slice(0, room)
  return {
    ...counted,
    events: kept,
    nextBefore: all.length > room ? kept.at(-1)?.id : state.nextBefore,
  }
}

/** Opens or closes the details of an event. */
export function withOpened(state: LiveState, id: number, isOpen: boolean): LiveState {
  const opened = new Set(state.opened)
  if (isOpen) opened.add(id)
  else opened.delete(id)
  return { ...state, opened }
}

/** Clears the view; from now on, only new events are shown. */
export const withOlderHidden = (state: LiveState): LiveState => ({
  ...state,
  hiddenUpTo: Math.max(state.hiddenUpTo, ...state.events.map(({ id }) => id)),
  events: [],
  nextBefore: undefined,
})

const isShown = ({ hiddenUpTo }: LiveState, { id }: StoredEvent) => id > hiddenUpTo

const shownBefore = ({ hiddenUpTo }: LiveState, nextBefore: number | undefined) =>
  nextBefore !== undefined && nextBefore > hiddenUpTo + 1 ? nextBefore : undefined

/** A repeat of an event that is hidden or not loaded does not count as new. */
const isFresh = ({ events, hiddenUpTo }: LiveState, { id }: StoredEvent) =>
  id > events.reduce((last, event) => Math.max(last, event.id), hiddenUpTo)

const isOfOne = ({ filter }: LiveState) => filter.shopper !== '' || filter.visit !== ''

const byArrival = (a: StoredEvent, b: StoredEvent) => b.id - a.id

/** The order in which the service lists the events of one shopper or visit. */
const byMoment = (a: StoredEvent, b: StoredEvent) => b.at - a.at || b.id - a.id
