import type { FullResult, Reporter, Suite } from '@playwright/test/reporter'

/** Ends a run with `N passed, N failed, N skipped` on a separate line, for scripts that read the result. */
export default class ClosingLine implements Reporter {
  private suite: Suite | undefined

  onBegin(_config: unknown, suite: Suite) {
    this.suite = suite
  }

  onEnd(_result: FullResult) {
    const outcomes = (this.suite?.allTests() ?? []).map((test) => test.outcome())
    const count = (wanted: string[]) =>
      outcomes.filter((outcome) => wanted.includes(outcome)).length
    const passed = count(['expected', 'flaky'])
    console.log(`${passed} passed, ${count(['unexpected'])} failed, ${count(['skipped'])} skipped`)
  }

  printsToStdio() {
    return false
  }
}
