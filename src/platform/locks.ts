import type { Clock } from './clock'
import { randomDecimal } from './ids'
import type { Storage } from './storage'

/**
 * Runs a task while no other tab of the shop runs one of the same name, soon but not at once.
 *
 * @param task - Short and synchronous; must not throw.
 */
export type WithLock = (name: string, task: () => void) => void

/** Longer than one tab's write takes to be seen by another. */
const LEASE_MS = 60

/**
 * [Web Locks](https://w3c.github.io/web-locks/), each held only for its task: a lock that is held keeps a page out of
 * Firefox's back/forward cache. On a page without them (plain http, an opaque origin) a short lease in storage: whoever
 * wrote last, and still stands there a moment later, goes first.
 */
export function createLocks(storage: Storage, { now, schedule }: Clock): WithLock {
  function lease(name: string, task: () => void) {
    const mine = String(now() + randomDecimal())
    const age = now() - Number(storage.read(name) ?? 0)

    if (age < 2 * LEASE_MS) schedule(() => lease(name, task), LEASE_MS)
    // Nothing to agree on where nothing can be shared.
    else if (!storage.write(name, mine)) task()
    else
      schedule(() => {
        if (storage.read(name) !== mine) return lease(name, task)
        task()
        storage.remove(name)
      }, LEASE_MS)
  }

  const locks = navigator.locks as LockManager | undefined
  return (name, task) => {
    if (locks) locks.request(name, task).catch(() => lease(name, task))
    else lease(name, task)
  }
}
