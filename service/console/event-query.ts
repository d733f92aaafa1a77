import { RequestError } from '../http/request-error.ts'
import type { EventFilter } from '../store/event-filter.ts'
import { OTHER_ACTIONS } from './totals.ts'

/** The query of the live page's requests, as it arrives. */
export interface EventQuery {
  readonly action?: unknown
  readonly who?: unknown
  /** A whole user id. */
  readonly shopper?: unknown
  /** A whole visit id. */
  readonly visit?: unknown
  /** Stands anywhere in the payload. */
  readonly text?: unknown
  /** `good`, `note` (good with a note) or `bad`. */
  readonly state?: unknown
  /** The number of one event. */
  readonly event?: unknown
  /** An event's id: only events before it. */
  readonly before?: unknown
  /** `ndjson` or `csv`, for an export. */
  readonly format?: unknown
}

/** Longer ids are nobody's. */
const MAX_TEXT = 500

/**
 * Reads which events a live page wants; empty texts limit nothing.
 *
 * @throws RequestError 400 `bad-parameter`.
 */
export function readFilter(query: EventQuery, known: readonly string[]): EventFilter {
  const action = textOf('action', query.action)
  const who = textOf('who', query.who)
  const uid = textOf('shopper', query.shopper)
  const visitId = textOf('visit', query.visit)
  const text = textOf('text', query.text)
  const state = textOf('state', query.state)
  const id = numberOf('event', query.event)
  if (!['', 'good', 'note', 'bad'].includes(state)) {
    throw bad('state', 'is good, note, bad or absent.')
  }
  return {
    ...(id !== undefined && { id }),
    ...(action && actionFilter(action, known)),
    ...(who && { who }),
    ...(uid && { uid }),
    ...(visitId && { visitId }),
    ...(text && { text }),
    ...(state && { isGood: state !== 'bad' }),
    ...(state === 'note' && { hasNotes: true }),
  }
}

/** Reads where a page of events ends; `undefined` for the newest page. */
export const readBefore = ({ before }: EventQuery): number | undefined => numberOf('before', before)

/** Reads the format of an export. @throws RequestError 400 `bad-parameter`. */
export function readFormat({ format }: EventQuery): 'ndjson' | 'csv' {
  if (format === 'ndjson' || format === 'csv') return format
  throw bad('format', 'is ndjson or csv.')
}

const actionFilter = (action: string, known: readonly string[]): EventFilter =>
  action === OTHER_ACTIONS ? { otherThan: known } : { action }

function numberOf(name: string, value: unknown): number | undefined {
  const text = textOf(name, value)
  if (text === '') return undefined
  if (!/^\d{1,15}$/.test(text)) throw bad(name, 'is the number of an event.')
  return Number(text)
}

function textOf(name: string, value: unknown = ''): string {
  if (typeof value === 'string' && value.length <= MAX_TEXT) return value.trim()
  throw bad(name, `is one text of at most ${MAX_TEXT} characters.`)
}

const bad = (name: string, rule: string) =>
  new RequestError(400, 'bad-parameter', `${name} ${rule}`, name)
