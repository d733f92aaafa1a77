import { RequestError } from '../request-error.ts'
import type { EventFilter } from '../store/event-filter.ts'
import { OTHER_ACTIONS } from './totals.ts'

/** The query of the live page's requests, as it arrives. */
export interface EventQuery {
  readonly action?: unknown
  readonly who?: unknown
  /** `good` or `bad`. */
  readonly state?: unknown
  /** An event's id: only events before it. */
  readonly before?: unknown
}

/** Longer ids are nobody's. */
const MAX_TEXT = 500

/**
 * Reads which events a live page wants; empty texts limit nothing.
 *
 * @throws RequestError 400 `bad-parameter`.
 */
export function readFilter(
  { action, who, state }: EventQuery,
  known: readonly string[],
): EventFilter {
  const actionText = textOf('action', action)
  const whoText = textOf('who', who)
  const stateText = textOf('state', state)
  if (!['', 'good', 'bad'].includes(stateText)) throw bad('state', 'is good, bad or absent.')
  return {
    ...(actionText && actionFilter(actionText, known)),
    ...(whoText && { who: whoText }),
    ...(stateText && { isGood: stateText === 'good' }),
  }
}

/** Reads where a page of events ends; `undefined` for the newest page. */
export function readBefore({ before }: EventQuery): number | undefined {
  const text = textOf('before', before)
  if (text === '') return undefined
  if (!/^\d{1,15}$/.test(text)) throw bad('before', 'is the number of an event.')
  return Number(text)
}

const actionFilter = (action: string, known: readonly string[]): EventFilter =>
  action === OTHER_ACTIONS ? { otherThan: known } : { action }

function textOf(name: string, value: unknown = ''): string {
  if (typeof value === 'string' && value.length <= MAX_TEXT) return value.trim()
  throw bad(name, `is one text of at most ${MAX_TEXT} characters.`)
}

const bad = (name: string, rule: string) =>
  new RequestError(400, 'bad-parameter', `${name} ${rule}`, name)
