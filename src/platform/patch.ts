import type { Guard } from './guard'

/**
 * Hears each call of a method for which the platform has no event, after it was made. Returns the undo.
 *
 * The page gets what the method gives, and a fault of the listener never reaches it. When somebody else has wrapped
 * the method meanwhile, the undo cannot take ours out from under it, and leaves it behind without an effect.
 */
export function afterCalls<Name extends string, Result>(
  guard: Guard,
  owner: Record<Name, (...args: never[]) => Result>,
  name: Name,
  onCall: (result: Result) => void,
): () => void {
  const original = owner[name]
  let heard: ((result: Result) => void) | undefined = guard(name, onCall)
  function wrapper(this: unknown, ...args: never[]): Result {
    const result = original.apply(this, args)
    heard?.(result)
    return result
  }
  // Not an assignment: that throws where the page has frozen the owner.
  Reflect.set(owner, name, wrapper)
  return () => {
    heard = undefined
    if (owner[name] === wrapper) Reflect.set(owner, name, original)
  }
}
