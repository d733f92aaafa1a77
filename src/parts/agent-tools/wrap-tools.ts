import { attempt, guard } from '../../browser/guard'
import { onStop } from '../../browser/listen'
import { consentState } from '../../visitor/consent'
import { type AgentTool, actsOf, type ModelContext } from './tool-acts'
import { endRun, runTool, startRun } from './tool-runs'

type Execute = AgentTool['execute']

let isStopped = false

/** Async functions always return the browser's own promises, even if a library has replaced `Promise`. */
const NativePromise = (async () => {})().constructor as PromiseConstructor

const isPromise = (value: unknown): value is Promise<unknown> =>
  value instanceof NativePromise || value instanceof Promise

/**
 * Whether a tool's result does not report an error: https://modelcontextprotocol.io/specification/2025-06-18/server/tools#error-handling
 */
const isGood = (result: unknown) => attempt(() => Object(result).isError) !== true

/**
 * Wraps a tool's function so that each call has a run. The caller gets the function's own result or error. Only native promises are
 * followed, because calling `then` on another object could do its work a second time.
 */
const observed = (nameOf: () => string, execute: Execute): Execute =>
  function (this: unknown, ...args) {
    const call = () => Reflect.apply(execute, this, args) as unknown
    const isOff = isStopped || consentState() === 'denied'
    const run = isOff ? undefined : guard(() => startRun(actsOf(nameOf(), args[0])))()
    if (!run) return call()
    const end = guard((isDone: boolean) => endRun(run, isDone))
    try {
      const result = runTool(call)
      if (!isPromise(result)) end(isGood(result))
      // A page may have broken `then`.
      else
        attempt(() =>
          result.then(
            (value) => end(isGood(value)),
            () => end(false),
          ),
        )
      return result
    } catch (error) {
      end(false)
      throw error
    }
  }

/**
 * The tool as the browser reads it, with its function observed. Each member is read from the shop's own object, as often as the browser
 * reads it. The proxy's target is an empty object, because a proxy of a frozen object must not change a member.
 */
function observedTool(tool: AgentTool, onName: (name: string) => void): AgentTool {
  let name = ''
  return new Proxy({} as AgentTool, {
    get(_, member) {
      const value: unknown = Reflect.get(tool, member)
      if (member === 'name') {
        name = String(attempt(() => String(value)))
        guard(onName)(name)
      }
      return member === 'execute' && typeof value === 'function'
        ? observed(() => name, value as Execute)
        : value
    },
  })
}

/**
 * Observes the tools that the page registers from now on. The platform has no event for the start
 * of a call, and none with its input, so `registerTool` is replaced until the tag stops.
 *
 * @param onName - Called with a tool's name before the browser registers it.
 * @returns The browser's own function.
 */
export function wrapTools(context: ModelContext, onName: (name: string) => void) {
  const owner = Object.getPrototypeOf(context) as ModelContext
  const { registerTool } = owner
  function wrapper(this: ModelContext, ...args: Parameters<typeof registerTool>): unknown {
    const [tool] = args
    if (!isStopped && typeof tool === 'object' && tool) args[0] = observedTool(tool, onName)
    return Reflect.apply(registerTool, this, args)
  }
  Reflect.set(owner, 'registerTool', wrapper)
  onStop(() => {
    isStopped = true
    if (owner.registerTool === wrapper) Reflect.set(owner, 'registerTool', registerTool)
  })
  return registerTool.bind(context)
}
