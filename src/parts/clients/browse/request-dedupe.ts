import { abortable } from '../http'
import { BrowseError } from '../service-error'

interface Task<Result> {
  readonly result: Promise<Result>
  readonly controller: AbortController
  callers: number
}

/**
 * Starts with no task in flight. The returned function joins the task in flight for a key, or starts one. Aborting its signal removes this
 * caller; the task is cancelled when its last caller leaves.
 */
export function createSharing<Result>() {
  const tasks = new Map<string, Task<Result>>()

  function begin(key: string, start: (signal: AbortSignal) => Promise<Result>) {
    const controller = new AbortController()
    const end = () => {
      if (tasks.get(key) === task) tasks.delete(key)
    }
    const task: Task<Result> = {
      result: start(controller.signal).finally(end),
      controller,
      callers: 0,
    }
    tasks.set(key, task)
    return task
  }

  return (
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
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
