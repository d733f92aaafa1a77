/**
 * Wraps a function that the browser or the shop calls back, so that a fault of ours never reaches the page.
 *
 * @param room - Where the function lives, for the report.
 */
export type Guard = <Args extends readonly unknown[], Result>(
  room: string,
  task: (...args: Args) => Result,
) => (...args: Args) => Result | undefined

/** The guard that reports each fault to `onFault`, which must not throw. */
export const createGuard =
  (onFault: (room: string, fault: unknown) => void): Guard =>
  (room, task) =>
  (...args) => {
    try {
      return task(...args)
    } catch (fault) {
      onFault(room, fault)
      return undefined
    }
  }
