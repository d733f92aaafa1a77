/** Has no prototype and is not a `Set`, because a page may have broken its methods. */
const warned: Record<string, true> = { __proto__: null as never }

/**
 * Warns the shop's developer on the console, once for each text, so that a mistake in a loop is one line.
 *
 * @param text - What was found, why it matters, and what to write instead. Never anything that identifies the visitor.
 * @param details - Values or elements that the console shows after the text.
 */
export function warnOnce(text: string, ...details: readonly unknown[]) {
  if (warned[text]) return
  warned[text] = true
  try {
    console.warn(`svc-tag: ${text}`, ...details)
  } catch {
    // The page may have replaced the console.
  }
}

/** Reports a mistake on the console that keeps the tag from doing what it was told. */
export const reportError = (text: string) => attempt(() => console.error(`svc-tag: ${text}`))

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
