import { abortable } from '../http'
import { BrowseError } from '../service-error'

/**
 * Joins the task in flight for a key, or starts one.
 *
 * @param signal - Aborting it removes this caller. The task is cancelled when its last caller leaves.
 */
export type Share<Result> = (
  key: string,
  signal: AbortSignal,
  start: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>

interface Task<Result> {
  readonly result: Promise<Result>
  readonly controller: AbortController
  callers: number
}

/** Starts with no task in flight. */
export function createSharing<Result>(): Share<Result> {
  const tasks = new Map<string, Task<Result>>()

  function begin(key: string, start: (signal: AbortSignal) => Promise<Result>): Task<Result> {
    const controller = new AbortController()
    const end = () => {
      if (tasks.get(key) === task) tasks.delete(key)
    }
    const task = { result: start(controller.signal).finally(end), controller, callers: 0 }
    tasks.set(key, task)
    return task
  }

  return (key, signal, start) => {
    const task = tasks.get(key) ?? begin(key, start)
    task.callers++
    return abortable(task.result, signal, () => {
      task.callers--
      if (task.callers === 0) {
        // Deleted at once, so that the next call does not join a task that is being cancelled.
        tasks.delete(key)
        task.controller.abort()
      }
      return new BrowseError('aborted')
    })
  }
}
