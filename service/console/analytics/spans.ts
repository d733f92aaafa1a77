import { HOUR_MS, WIDTHS } from '../../store/sum-schema.ts'
import type { Scope } from './scope.ts'

/** Two moments in epoch milliseconds, the second not included. */
type Span = readonly [from: number, to: number]

/** How a scope is read: whole hours from the sums, the rest from the facts. */
export interface Spans {
  /** The whole hours; both 0 when there are none. */
  readonly firstHour: number
  readonly lastHour: number
  /** The same hours as rows of the sums: the width of a row, and the time that rows begin in. */
  readonly sums: readonly (readonly [width: number, ...span: Span])[]
  /** The parts of an hour at both ends; a span of no time when there is none. */
  readonly head: Span
  readonly tail: Span
}

const NO_TIME: Span = [0, 0]

/** Divides a scope. A single visit is read from the facts alone: the sums know no visits. */
export function spansOf({ from, to, visit }: Scope): Spans {
  const none = { firstHour: 0, lastHour: 0, sums: [], head: NO_TIME, tail: NO_TIME }
  if (visit !== '') return none
  const [firstHour, lastHour] = wholeOnes(from, to, HOUR_MS)
  if (firstHour >= lastHour) return { ...none, head: [from, to] }
  const sums = divided(firstHour, lastHour, WIDTHS)
  return { firstHour, lastHour, sums, head: [from, firstHour], tail: [lastHour, to] }
}

const wholeOnes = (from: number, to: number, width: number): Span => [
  Math.ceil(from / width) * width,
  Math.floor(to / width) * width,
]

/** The longest rows that fit, and shorter ones on both sides. */
function divided(from: number, to: number, widths: readonly number[]): Spans['sums'] {
  const [width, ...shorter] = widths
  if (width === undefined || from >= to) return []
  const [start, end] = wholeOnes(from, to, width)
  if (start >= end) return divided(from, to, shorter)
  return [...divided(from, start, shorter), [width, start, end], ...divided(end, to, shorter)]
}
