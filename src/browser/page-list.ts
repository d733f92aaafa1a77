import { readGlobal } from './dom'
import { attempt, guard } from './guard'
import { hooks } from './hooks'
import { onStop } from './listen'

/* Lists on `window` that the page pushes to, such as the dataLayer. The page may replace the whole list at any time. */

type OnEntries = (entries: readonly unknown[]) => void

/** Anything with a `push`. Only a real list keeps what was pushed before. */
interface Pushable {
  push: (...entries: unknown[]) => unknown
}

const isPushable = (list: unknown): list is Pushable =>
  typeof Object(list).push === 'function' && typeof list === 'object'

/** The entries that a list keeps. */
export const entriesOf = (list: unknown): readonly unknown[] =>
  Array.isArray(list) ? [...list] : []

/**
 * Calls back for the entries of each `push` to a list, until the tag stops or the returned function is called.
 *
 * There is no event for new entries, so the list's `push` is replaced. It is restored at the end unless another script has replaced it
 * since.
 */
export function watchPushes(list: unknown, onEntries: OnEntries): () => void {
  if (!isPushable(list)) return () => {}
  let handle: OnEntries | undefined = guard(onEntries)
  const original = list.push
  const push = (...entries: unknown[]) => {
    const result = original.apply(list, entries)
    handle?.(entries)
    return result
  }
  Reflect.set(list, 'push', push)
  const unwatch = () => {
    handle = undefined
    if (list.push === push) Reflect.set(list, 'push', original)
  }
  onStop(unwatch)
  return unwatch
}

/**
 * Calls back when the page assigns a property of `window`, until the tag stops.
 *
 * There is no event for it, so the property gets a setter. Where that is not allowed (`var` at the top of a script), the consent gate
 * notices the change before anything is stored or sent.
 */
function watchAssignment(name: string, onAssigned: () => void) {
  const before = Object.getOwnPropertyDescriptor(window, name)
  if (!before?.configurable || before.writable === false) return
  let { value } = before
  const set = (next: unknown) => {
    if (before.set) before.set.call(window, next)
    else value = next
    onAssigned()
  }
  const get = () => (before.get ? before.get.call(window) : value)
  const { enumerable = true } = before
  attempt(() => Object.defineProperty(window, name, { configurable: true, enumerable, get, set }))
  onStop(() => {
    if (Object.getOwnPropertyDescriptor(window, name)?.set === set)
      Object.defineProperty(window, name, before.set ? before : { ...before, value })
  })
}

/**
 * Calls back for every entry of a list on `window` until the tag stops: for the existing entries together, and again when the page puts
 * another list in its place, for the entries that are new there. Returns `false` while the page has no such list.
 */
export function watchPageList(name: string, onEntries: OnEntries): boolean {
  if (!isPushable(readGlobal(name))) return false
  const seen = new WeakSet<object>()
  const handle = (entries: readonly unknown[]) => {
    for (const entry of entries) if (typeof entry === 'object' && entry) seen.add(entry)
    onEntries(entries)
  }
  let watched: unknown
  let unwatch = () => {}
  const look = guard(() => {
    const list = readGlobal(name)
    if (list === watched) return
    watched = list
    unwatch()
    // A list may be replaced by a copy of itself.
    const existing = entriesOf(list).filter((entry) => !seen.has(entry as object))
    unwatch = watchPushes(list, handle)
    handle(existing)
  })
  look()
  watchAssignment(name, look)
  const { look: lookBefore } = hooks
  hooks.look = () => {
    lookBefore?.()
    look()
  }
  onStop(() => {
    hooks.look = lookBefore
  })
  return true
}
