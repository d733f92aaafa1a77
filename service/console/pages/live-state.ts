import type { ActionCount, StoredEvent } from '../../store/stored-event.ts'
import type { EventList, LiveNews } from '../wire.ts'

/** What a person chose to see; empty texts limit nothing. */
export interface LiveFilter {
  readonly action: string
  /** The beginning of a visit id or a user id. */
  readonly who: string
  readonly state: '' | 'good' | 'bad'
}

/** Everything that the live page shows. */
export interface LiveState {
  readonly connection: 'opening' | 'open' | 'lost'
  readonly filter: LiveFilter
  /** Newest first. */
  readonly events: readonly StoredEvent[]
  readonly totals: readonly ActionCount[]
  /** Whether there may be events before the oldest shown. */
  readonly hasOlder: boolean
  readonly isPaused: boolean
  /** New events since the pause; they are shown when it ends. */
  readonly missed: number
  /** The ids of the events whose details are open. */
  readonly opened: ReadonlySet<number>
  /** Events up to this id were cleared from view; 0 for none. */
  readonly clearedUpTo: number
}

/** A page of the service's list; a full one may have another behind it. */
export const PAGE_SIZE = 200

/** Nothing is known yet. */
export const firstState = (filter: LiveFilter): LiveState => ({
  connection: 'opening',
  filter,
  events: [],
  totals: [],
  hasOlder: false,
  isPaused: false,
  missed: 0,
  opened: new Set(),
  clearedUpTo: 0,
})

/** The state with the newest events as the store has them now. */
export const withList = (state: LiveState, { events, totals }: EventList): LiveState => ({
  ...state,
  events: events.filter(({ id }) => id > state.clearedUpTo),
  totals,
  hasOlder: events.length === PAGE_SIZE && isShown(state, events.at(-1)),
  missed: 0,
})

/** The state with a page of older events behind those shown. */
export const withOlder = (state: LiveState, { events }: EventList): LiveState => ({
  ...state,
  events: [...state.events, ...events.filter((event) => isShown(state, event))],
  hasOlder: events.length === PAGE_SIZE && isShown(state, events.at(-1)),
})

/** The state after a message: new events in front, repeated ones where they were. */
export function withNews(state: LiveState, { events, totals, isReset }: LiveNews): LiveState {
  if (isReset)
    return withNews({ ...firstState(state.filter), connection: 'open' }, { events, totals })

  const byId = new Map(events.map((event) => [event.id, event]))
  const known = new Set(state.events.map(({ id }) => id))
  const fresh = events.filter((event) => !known.has(event.id) && isFresh(state, event))
  if (state.isPaused) return { ...state, totals, missed: state.missed + fresh.length }

  const shown = [...fresh].sort((a, b) => b.id - a.id)
  const updated = state.events.map((event) => byId.get(event.id) ?? event)
  const all = [...shown, ...updated]
  const room = Math.max(PAGE_SIZE, state.events.length)
  return {
    ...state,
    totals,
    events: all.slice(0, room),
    hasOlder: state.hasOlder || all.length > room,
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
export const cleared = (state: LiveState): LiveState => ({
  ...state,
  clearedUpTo: Math.max(state.clearedUpTo, ...state.events.map(({ id }) => id)),
  events: [],
  hasOlder: false,
})

const isShown = ({ clearedUpTo }: LiveState, event: StoredEvent | undefined) =>
  event !== undefined && event.id > clearedUpTo

/** A repeat of an event that is not in view, because it is older or cleared, is no news. */
const isFresh = ({ events, clearedUpTo }: LiveState, { id }: StoredEvent) =>
  id > Math.max(clearedUpTo, events[0]?.id ?? 0)
