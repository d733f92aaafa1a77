import type { ActionCount, StoredEvent } from '../../store/stored-event.ts'
import type { RefusedRequest } from '../../tracker/refused-requests.ts'
import type { EventList, LiveNews } from '../wire.ts'

/** A person's filter; empty texts limit nothing. */
export interface LiveFilter {
  readonly action: string
  /** A whole visit id or user id. */
  readonly who: string
  /** A whole user id. */
  readonly shopper: string
  /** A whole visit id. */
  readonly visit: string
  /** Stands anywhere in the payload. */
  readonly text: string
  readonly state: '' | 'good' | 'note' | 'bad'
  readonly event: string
}

/** Limits nothing. */
export const noFilter: LiveFilter = {
  ...{ action: '', who: '', shopper: '', visit: '', text: '', state: '', event: '' },
}

/** Everything that the live page shows. */
export interface LiveState {
  readonly connection: 'opening' | 'open' | 'lost'
  readonly filter: LiveFilter
  /** `visits` groups the events by visit, each oldest first. */
  readonly view: 'list' | 'visits'
  /** Newest first. */
  readonly events: readonly StoredEvent[]
  /** The filter without its action. */
  readonly totals: readonly ActionCount[]
  /** False when only the newest events could be counted in time. */
  readonly isWhole: boolean
  readonly refused: readonly RefusedRequest[]
  /** Where older events begin; `undefined` when there are none. */
  readonly nextBefore: number | undefined
  readonly isPaused: boolean
  /** New events since the pause; they are shown when it ends. */
  readonly missed: number
  /** The ids of the events whose details are open. */
  readonly opened: ReadonlySet<number>
  /** Events up to this id are hidden; 0 for none. */
  readonly hiddenUpTo: number
  /** The last message, for a moment: `Copied.` */
  readonly notice: string
}

/** One visit or one shopper, by the whole id. */
export type Followed = { readonly visit: string } | { readonly shopper: string }

/** Actions of a person on the live page. */
export interface LiveActions {
  onFilter(change: Partial<LiveFilter>): void
  /** Shows the events of one visit, or of one shopper, as a timeline. */
  onFollow(whom: Followed): void
  onView(view: LiveState['view']): void
  onPause(): void
  onHideOlder(): void
  onShowAll(): void
  onOlder(): void
  onToggle(id: number, isOpen: boolean): void
  onCopy(text: string): void
  onChanged(): void
  onProblem(message: string): void
}

/** A page of the service's list. */
const PAGE_SIZE = 200

/** Nothing is known yet. */
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

/** The state with the newest events as the store has them now. */
export const withList = (state: LiveState, list: EventList): LiveState => ({
  ...state,
  events: list.events.filter((event) => isShown(state, event)),
  totals: list.totals,
  isWhole: list.isWhole,
  refused: list.refused,
  nextBefore: shownBefore(state, list.nextBefore),
  missed: 0,
})

/** The state with a page of older events behind those shown. */
export const withOlder = (state: LiveState, { events, nextBefore }: EventList): LiveState => ({
  ...state,
  events: [...state.events, ...events.filter((event) => isShown(state, event))],
  nextBefore: shownBefore(state, nextBefore),
})

/** The state after a message: new events in front, repeated ones where they were. */
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

/** The state with the details of an event open or closed. */
export function withOpened(state: LiveState, id: number, isOpen: boolean): LiveState {
  const opened = new Set(state.opened)
  if (isOpen) opened.add(id)
  else opened.delete(id)
  return { ...state, opened }
}

/** The state with nothing in view; what comes from now on is shown. */
export const withOlderHidden = (state: LiveState): LiveState => ({
  ...state,
  hiddenUpTo: Math.max(state.hiddenUpTo, ...state.events.map(({ id }) => id)),
  events: [],
  nextBefore: undefined,
})

const isShown = ({ hiddenUpTo }: LiveState, { id }: StoredEvent) => id > hiddenUpTo

const shownBefore = ({ hiddenUpTo }: LiveState, nextBefore: number | undefined) =>
  nextBefore !== undefined && nextBefore > hiddenUpTo + 1 ? nextBefore : undefined

/** A repeat of an event that is not in view, because it is older or hidden, is no news. */
const isFresh = ({ events, hiddenUpTo }: LiveState, { id }: StoredEvent) =>
  id > events.reduce((last, event) => Math.max(last, event.id), hiddenUpTo)

const isOfOne = ({ filter }: LiveState) => filter.shopper !== '' || filter.visit !== ''

const byArrival = (a: StoredEvent, b: StoredEvent) => b.id - a.id

/** As the service's list has the events of one shopper or visit. */
const byMoment = (a: StoredEvent, b: StoredEvent) => b.at - a.at || b.id - a.id
