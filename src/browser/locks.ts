import { attempt, guard } from './guard'

/**
 * Runs a short synchronous task while no other tab of the shop runs one.
 *
 * A [Web Lock](https://w3c.github.io/web-locks/) is held only for the task: a lock that is held keeps a page out of Firefox's
 * back/forward cache. Without Web Locks (plain http, an opaque origin) the task runs at once, and two tabs may both run theirs.
 */
export function withLock(task: () => void) {
  let isRun = false
  const run = guard(() => {
    if (!isRun) task()
    isRun = true
  })
  const request = attempt(() => navigator.locks.request('svc-tag', run))
  if (request) request.catch(run)
  else run()
}
