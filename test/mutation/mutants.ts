import { Instrumenter, type InstrumenterOptions } from '@stryker-mutator/instrumenter'

/** One small change of a module that its tests should notice. */
export interface Mutant {
  /** The line of the change, beginning at 1. */
  readonly line: number
  readonly from: string
  readonly to: string
  /** The module's whole text with the change. */
  readonly text: string
}

interface Position {
  readonly line: number
  readonly column: number
}

const nothing = () => {}
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
}

/** A changed text is no mutant: of most the compiler says that their type has no such value, and the others are for people. */
const options: InstrumenterOptions = {
  plugins: null,
  ignorers: [],
  excludedMutations: ['StringLiteral'],
}

/** Returns the mutants of a module, by the [mutators of Stryker](https://stryker-mutator.io/docs/mutation-testing-elements/supported-mutators/). */
export async function mutantsOf(name: string, content: string): Promise<readonly Mutant[]> {
  const { mutants } = await new Instrumenter(logger).instrument(
    [{ name, content, mutate: true }],
    options,
  )
  const starts = [0, ...[...content.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const offset = ({ line, column }: Position) => (starts[line] ?? 0) + column
  const made = mutants.filter(({ status }) => status !== 'Ignored')
  return made.map(({ location: { start, end }, replacement }) => {
    const [from, to] = [offset(start), offset(end)]
    return {
      line: start.line + 1,
      from: content.slice(from, to),
      to: replacement,
      text: content.slice(0, from) + replacement + content.slice(to),
    }
  })
}
