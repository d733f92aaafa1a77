/** Does one stage of a start and reports it when it is done. */
export type Stage = <Result>(
  work: () => Result | Promise<Result>,
  name: (result: Result) => string,
) => Promise<Result>

const NAME_CHARACTERS = 44

/**
 * Reports the stages of a start, one line each: its name and its seconds.
 *
 * @param write - Takes one line.
 */
export function createStages(write: (line: string) => void): Stage {
  return async (work, name) => {
    const begun = performance.now()
    const result = await work()
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    write(`  ${name(result).padEnd(NAME_CHARACTERS)} ${seconds.padStart(5)} s`)
    return result
  }
}
