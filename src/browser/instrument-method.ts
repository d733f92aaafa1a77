import { guard } from './guard'
import { onStop } from './teardown'

/**
 * Calls back after each call of a method for which the platform has no event, until the tag stops.
 *
 * The page gets the method's own result. If somebody wrapped the method since, the wrapper stays in place and does nothing.
 */
export function instrumentMethod<Name extends string, Result>(
  owner: Record<Name, (...args: never[]) => Result>,
  name: Name,
  onCall: (result: Result) => void,
) {
  const original = owner[name]
  let notify: ((result: Result) => void) | undefined = guard(onCall)
  function wrapper(this: unknown, ...args: never[]): Result {
    const result = original.apply(this, args)
    notify?.(result)
    return result
  }
  // An assignment throws if the page has frozen the owner.
  Reflect.set(owner, name, wrapper)
  onStop(() => {
    notify = undefined
    if (owner[name] === wrapper) Reflect.set(owner, name, original)
  })
}
