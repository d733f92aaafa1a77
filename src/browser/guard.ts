import { warnOnce } from './warn-once'

/** Wraps a callback of the browser or the page, so that an error of the tag becomes one warning and never reaches the page. */
export const guard =
  <Args extends readonly unknown[], Result>(task: (...args: Args) => Result) =>
  (...args: Args): Result | undefined => {
    try {
      return task(...args)
    } catch (error) {
      warnOnce('an internal error; please report it', error)
      return undefined
    }
  }

/** Returns the result of a task that the browser may forbid, or `undefined` if it throws. */
export function attempt<Result>(task: () => Result): Result | undefined {
  try {
    return task()
  } catch {
    return undefined
  }
}
