import { attempt } from './guard'
import { hooks } from './hooks'

/*
 * The gate between the tag and everything outside the page's memory. Storage, cookies, the database and requests pass through it, whoever
 * calls: a closed gate neither reads nor writes, claims, sends or sets a timer that would. Only the shopper's consent moves it.
 */

/** `open`: consent was given. `closed`: not yet, or no longer. `erased`: refused, so everything stored has been deleted. */
export type Gate = 'open' | 'closed' | 'erased'

/** How something behind the gate follows it. */
interface GateFollower {
  /** The gate has just opened. */
  readonly onOpen?: () => void
  /** The gate has just closed. Nothing can be read or written any more. */
  readonly onClose?: () => void
  /** The shopper refused: deletes what is stored. What belongs to the tag can be read and removed until all followers have run. */
  readonly onErase?: () => void
}

let state: Gate = 'closed'
let isErasing = false
const followers: GateFollower[] = []

/** Whether anything may be stored or sent now. */
export function isGateOpen(): boolean {
  hooks.look?.()
  return state === 'open' || isErasing
}

/** Whether the shopper has refused, rather than not answered yet. */
export const gateState = (): Gate => state

/** Returns the result of a task that needs the consent; `undefined` if the gate is closed, or if the task throws. */
export const throughGate = <Result>(task: () => Result): Result | undefined =>
  isGateOpen() ? attempt(task) : undefined

/** Follows the gate for as long as the page lives. */
export const followGate = (follower: GateFollower) => followers.push(follower)

/** Moves the gate. Only the owner of the consent may call this: the consent module in a page, the pixel in its sandbox. */
export function setGate(next: Gate) {
  if (next === state) return
  state = next
  for (const { onOpen, onClose } of followers) (next === 'open' ? onOpen : onClose)?.()
  if (next !== 'erased') return
  isErasing = true
  for (const { onErase } of followers) onErase?.()
  isErasing = false
}
