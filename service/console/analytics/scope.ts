import { RequestError } from '../../request-error.ts'

/** Which events an analysis is about. */
export interface Scope {
  /** Epoch milliseconds, included. */
  readonly from: number
  /** Epoch milliseconds, not included. */
  readonly to: number
  /** One visit (or one user, of events without a visit); empty for all. */
  readonly visit: string
}

/** The query of a request for an analysis, as it arrives. */
export interface ScopeQuery {
  readonly from?: unknown
  readonly to?: unknown
  readonly visit?: unknown
  /** Moments between which a trend counts, joined with commas. */
  readonly edges?: unknown
  /** The name of a table. */
  readonly table?: unknown
}

const MAX_VISIT_CHARACTERS = 500

/** A trend has at most so many intervals. */
const MAX_EDGES = 200

/** No limit in time. */
const FOREVER = Number.MAX_SAFE_INTEGER

/** Reads a scope; what is absent or empty does not limit. @throws RequestError 400 `bad-parameter`. */
export function readScope({ from, to, visit = '' }: ScopeQuery): Scope {
  if (typeof visit !== 'string' || visit.length > MAX_VISIT_CHARACTERS) {
    throw bad('visit', `is one text of at most ${MAX_VISIT_CHARACTERS} characters.`)
  }
  return {
    from: momentFrom('from', from, 0),
    to: momentFrom('to', to, FOREVER),
    visit: visit.trim(),
  }
}

/** The time before a scope, as long as the scope; `undefined` for a scope without both ends. */
export function scopeBefore({ from, to, visit }: Scope): Scope | undefined {
  if (from === 0 || to === FOREVER || to <= from) return undefined
  return { from: Math.max(0, from - (to - from)), to: from, visit }
}

/**
 * Reads the ends of a trend's intervals, in order: two edges make one interval.
 *
 * @throws RequestError 400 `bad-parameter`.
 */
export function readEdges({ edges }: ScopeQuery): readonly number[] {
  const moments = typeof edges === 'string' ? edges.split(',') : []
  const isRight =
    moments.length > 1 &&
    moments.length <= MAX_EDGES &&
    moments.every((moment) => /^\d{1,15}$/.test(moment))
  if (isRight) return moments.map(Number).sort((a, b) => a - b)
  throw bad('edges', `are 2 to ${MAX_EDGES} moments in epoch milliseconds, joined with commas.`)
}

function momentFrom(name: string, given: unknown, absent: number): number {
  if (given === undefined || given === '') return absent
  if (typeof given === 'string' && /^\d{1,15}$/.test(given)) return Number(given)
  throw bad(name, 'is a moment in epoch milliseconds.')
}

const bad = (name: string, rule: string) =>
  new RequestError(400, 'bad-parameter', `${name} ${rule}`, name)
