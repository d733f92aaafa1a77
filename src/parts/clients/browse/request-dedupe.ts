import { abortable } from '../http'
import { BrowseError } from '../service-error'

/**
 * Joins the task of that key that is under way, or starts it.
 *
 * @param signal - Takes this caller away; the last one who leaves takes the task along.
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

/** Begins with no task under way. */
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
        // At once, so that a call made next does not join what is being called off.
        tasks.delete(key)
        task.controller.abort()
      }
      return new BrowseError('aborted')
    })
  }
}
