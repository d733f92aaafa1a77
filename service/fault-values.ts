import { RequestError } from './request-error.ts'

/** Whether a value makes a fault of one name. */
type FaultCheck = (value: unknown) => boolean

/** Checks for the values of each fault of one kind. */
export type FaultChecks<Faults> = Readonly<Record<keyof Faults, FaultCheck>>

/** Longer waits do not fit into a timer. */
const MAX_MS = 24 * 60 * 60 * 1000

/** Characters that a header may hold. */
const HEADER_TEXT = /^[\x20-\x7e]{1,2000}$/

/** A whole number that is not negative. */
export const isCount: FaultCheck = (value) => Number.isInteger(value) && Number(value) >= 0

/** A whole number of at least 1. */
export const isPositive: FaultCheck = (value) => isCount(value) && value !== 0

/** Milliseconds, at most a day. */
export const isDuration: FaultCheck = (value) => isCount(value) && Number(value) <= MAX_MS

/** True or false. */
export const isFlag: FaultCheck = (value) => typeof value === 'boolean'

/** An HTTP status from `least` to 599. */
export const isStatus =
  (least: number): FaultCheck =>
  (value) =>
    isCount(value) && Number(value) >= least && Number(value) <= 599

/** A text that a header may hold. */
export const isHeaderText: FaultCheck = (value) =>
  typeof value === 'string' && HEADER_TEXT.test(value)

/**
 * Reads faults that were posted; nothing posted heals.
 *
 * @throws RequestError 400 `unknown-fault` or `bad-fault`: a test that asks for a fault and gets
 *   none would pass for nothing.
 */
export function parseFaultValues<Faults extends object>(
  body: unknown,
  checks: FaultChecks<Faults>,
): Faults {
  const faults = body ?? {}
  if (typeof faults !== 'object' || Array.isArray(faults)) {
    throw new RequestError(400, 'bad-fault', 'Faults are a JSON object of names and values.')
  }
  for (const [name, value] of Object.entries(faults)) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof Faults] : undefined
    const message = `There is no fault of the name ${name}; there are ${Object.keys(checks).join(', ')}.`
    if (!check) throw new RequestError(400, 'unknown-fault', message, name)
    if (!check(value)) throw new RequestError(400, 'bad-fault', `${name} cannot be that.`, name)
  }
  return faults as Faults
}
