import type { Api } from './apis/api.ts'
import { assertThat, isEqual, shown } from './assert-that.ts'
import { evaluate } from './evaluate.ts'
import { compile, declaredNames, testNames } from './language.ts'
import type { Permissions } from './permissions.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'
import type { TemplateFile, TemplateTests } from './template-file.ts'

export interface ScenarioDeps {
  readonly template: TemplateFile
  readonly permissions: Permissions
  /** Hears the data of each `runCode`. */
  readonly onRun: (data: Data) => void
}

export type Data = Readonly<Record<string, unknown>>

type Scenario = TemplateTests['scenarios'][number]

/**
 * Compiles a template, and returns the function that runs one scenario in a fresh sandbox, its setup before it.
 *
 * Both throw the first thing that fails: the language; an assertion, a permission, the template's own code.
 */
export function scenarioRunner(deps: ScenarioDeps): (scenario: Scenario) => void {
  const { template, permissions, onRun } = deps
  const code = compile(template.code)
  const setup = compile(template.tests.setup, testNames)
  const known = [...testNames, ...declaredNames(template.tests.setup)]

  return (scenario) => {
    const sandbox = createSandbox({ page: emptyPage(), permissions })

    function runCode(data: Data = {}): unknown {
      onRun(data)
      return evaluate(code, { require: sandbox.require, data: withCallbacks(sandbox, data) })
    }

    // A block of its own: a scenario may declare again what the setup declares.
    evaluate(`${setup}\n{\n${compile(scenario.code, known)}\n}`, {
      require: sandbox.require,
      mock: sandbox.mock,
      mockObject: sandbox.mock,
      runCode,
      assertThat,
      assertApi: (name: string) => assertApi(sandbox, name),
      fail(message = 'the scenario called fail()') {
        throw new Error(message)
      },
    })
  }
}

/** Members that Tag Manager adds to the values of the fields. */
function withCallbacks(sandbox: Sandbox, data: Data): Data {
  const callback = (name: string) => ({
    [name]: sandbox.watched(name, (data[name] ?? ignore) as Api),
  })
  return {
    ...{ gtmTagId: 1, gtmEventId: 1 },
    ...data,
    ...callback('gtmOnSuccess'),
    ...callback('gtmOnFailure'),
  }
}

const ignore = () => undefined

/** What it is asked to load never comes: a scenario ends before it could. */
const emptyPage = () => ({ window: {}, load: ignore, log: ignore })

function assertApi(sandbox: Sandbox, name: string): Readonly<Record<string, Api>> {
  const calls = () => sandbox.callsOf(name)
  const wasCalledWith = (args: readonly unknown[]) => calls().some((call) => isEqual(call, args))
  const check = (isFine: boolean, wanted: string) => {
    if (!isFine) throw new Error(`${name} ${wanted}; its calls: ${shown(calls())}`)
  }
  return {
    wasCalled: () => check(calls().length > 0, 'was not called'),
    wasNotCalled: () => check(calls().length === 0, 'was called'),
    wasCalledWith: (...args) => check(wasCalledWith(args), `was not called with ${shown(args)}`),
    wasNotCalledWith: (...args) => check(!wasCalledWith(args), `was called with ${shown(args)}`),
  }
}
