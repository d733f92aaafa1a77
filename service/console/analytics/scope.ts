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
export type ScopeQuery = Readonly<Partial<Record<keyof Scope, unknown>>>

const MAX_VISIT_CHARACTERS = 500

/** Reads a scope; what is absent or empty does not limit. @throws RequestError 400 `bad-parameter`. */
export function readScope({ from, to, visit = '' }: ScopeQuery): Scope {
  if (typeof visit !== 'string' || visit.length > MAX_VISIT_CHARACTERS) {
    throw bad('visit', `is one text of at most ${MAX_VISIT_CHARACTERS} characters.`)
  }
  return {
    from: momentFrom('from', from, 0),
    to: momentFrom('to', to, Number.MAX_SAFE_INTEGER),
    visit: visit.trim(),
  }
}

function momentFrom(name: string, given: unknown, absent: number): number {
  if (given === undefined || given === '') return absent
  if (typeof given === 'string' && /^\d{1,15}$/.test(given)) return Number(given)
  throw bad(name, 'is a moment in epoch milliseconds.')
}

const bad = (name: string, rule: string) =>
  new RequestError(400, 'bad-parameter', `${name} ${rule}`, name)
