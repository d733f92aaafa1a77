import { type Permissions, readPermissions } from './permissions.ts'
import { type Data, scenarioRunner } from './scenario.ts'
import { choiceProblems, dataProblems, fieldProblems } from './template-fields.ts'
import type { TemplateFile } from './template-file.ts'

/** The results of a template's own tests. */
export interface Report {
  readonly passed: readonly string[]
  readonly failed: readonly { readonly scenario: string; readonly message: string }[]
  /** What no single scenario can show, such as a permission that nobody uses. */
  readonly problems: readonly string[]
}

/**
 * Runs all scenarios of a template, each in a sandbox of its own. Stricter than Tag Manager: mocked APIs need their permissions, too,
 * every permission has to be used and every field read. Nothing is thrown: what fails is in the report.
 */
export function runTemplate(template: TemplateFile): Report {
  const runs: Data[] = []
  const onRun = (data: Data) => void runs.push({ ...data })
  const prepared = attempt(() => {
    const permissions = readPermissions(template.permissions)
    return { permissions, run: scenarioRunner({ template, permissions, onRun }) }
  })
  if (!prepared.value) return { passed: [], failed: [], problems: [prepared.problem ?? ''] }

  const { permissions, run } = prepared.value
  const outcomes = template.tests.scenarios.map((scenario) => ({
    scenario: scenario.name,
    message: attempt(() => run(scenario)).problem,
  }))
  return {
    passed: outcomes.flatMap(({ scenario, message }) => (message === undefined ? [scenario] : [])),
    failed: outcomes.flatMap(({ scenario, message }) =>
      message === undefined ? [] : [{ scenario, message }],
    ),
    problems: wholeProblems(template, permissions, runs),
  }
}

function wholeProblems(
  { fields, code }: TemplateFile,
  permissions: Permissions,
  runs: readonly Data[],
): string[] {
  return [
    ...permissions.unused().map((label) => `no scenario uses the permission ${label}`),
    ...fieldProblems(fields, code),
    ...new Set(runs.flatMap((data) => dataProblems(fields, data))),
    ...choiceProblems(fields, runs),
  ]
}

function attempt<Value>(task: () => Value): { value?: Value; problem?: string } {
  try {
    return { value: task() }
  } catch (fault) {
    return { problem: (fault as Error).message }
  }
}
