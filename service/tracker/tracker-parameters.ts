import { parseQuery, type QueryPair } from '../http/decode-query.ts'
import { RequestError } from '../http/request-error.ts'
import {
  type Check,
  described,
  id,
  isTimeSpent,
  isTooEarly,
  moment,
  shortened,
  words,
} from './checks.ts'

const NAMES = ['data', 'SvcKey', 'action', 'uid', 't'] as const

/** The five parameters of a tracker request, decoded; empty if missing. */
type Parameters = Readonly<Record<(typeof NAMES)[number], string>>

interface ReadParameters {
  readonly parameters: Parameters
  readonly reasons: readonly string[]
  /** Notes on values that are accepted although the contract writes them differently. */
  readonly notes: readonly string[]
}

/** A parameter that libraries append to bypass caches; it has no meaning. */
const CACHE_BUSTER = '_'

/** `postedQuery` adds this to the query of a POST event, so that its note is stored with it. */
export const METHOD = 'svc-method'

const CHECKS: Partial<Record<keyof Parameters, Check>> = {
  uid: id,
  t: moment,
  action: words,
  SvcKey: words,
}

/**
 * Parses the query string of a tracker request. A parameter that cannot be decoded gives a reason, and the others are still read. Decodes
 * like any web server: `%20` and `+` are spaces, `%2B` is a plus; the bar of `t` may be encoded as `%7C` or not. The contract only says
 * "URL-encoded", and among common encoders only form encoders write a bare `+`, for a space.
 */
export function readParameters(query: string): ReadParameters {
  const given = new Map<string, string>()
  const reasons: string[] = []
  for (const part of query.split('&')) {
    const { pair, reason } = readPart(part)
    if (reason) reasons.push(reason)
    if (!pair) continue
    const [name, value] = pair
    if (!NAMES.some((known) => known === name)) {
      reasons.push(`${described(name)} is not a parameter of the tracker.`)
    } else if (given.has(name)) reasons.push(`${name} is given more than once.`)
    else given.set(name, value)
  }
  const values = NAMES.map((name) => [name, given.get(name) ?? ''])
  const parameters: Parameters = Object.fromEntries(values)
  return { parameters, ...judged(parameters, reasons, query) }
}

const BY_POST = 'The event came by POST; the contract has GET.'

function judged(parameters: Parameters, reasons: readonly string[], query: string) {
  const isSpent = hasTimeSpent(parameters)
  const checks = NAMES.filter((name) => name !== 't' || !isSpent)
  return {
    reasons: [...reasons, ...checks.flatMap((name) => checked(name, parameters[name]))],
    notes: [
      ...(query.endsWith(`&${METHOD}=POST`) ? [BY_POST] : []),
      ...(isSpent ? [TIME_SPENT] : notesOnMoment(parameters.t)),
    ],
  }
}

const notesOnMoment = (t: string) =>
  isTooEarly(t)
    ? [`t is a moment of ${new Date(Number.parseInt(t, 10)).getUTCFullYear()}; send milliseconds.`]
    : []

const TIME_SPENT = 't is a time spent, as the template of cart has it; the moment is the arrival.'

/** Only the template of `cart` uses this form; everywhere else `t` is a time. */
const hasTimeSpent = ({ action, t }: Parameters): boolean => action === 'cart' && isTimeSpent(t)

function readPart(part: string): {
  readonly pair?: QueryPair | undefined
  readonly reason?: string
} {
  try {
    const [pair] = parseQuery(part)
    return pair?.[0] === CACHE_BUSTER || pair?.[0] === METHOD ? {} : { pair }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return { reason: `${shortened(error.parameter ?? part)}: ${error.message}` }
  }
}

const checked = (name: keyof Parameters, value: string): readonly string[] =>
  value === '' ? [`${name} is missing.`] : (CHECKS[name]?.(value, name) ?? [])
