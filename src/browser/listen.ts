import { guard } from './guard'

const stops: (() => void)[] = []
let isStopped = false

/** Registers a function that ends something the tag has started. If the tag has already stopped, calls it at once. */
export function onStop(stop: () => void) {
  if (isStopped) stop()
  else stops.push(stop)
}

/** Calls all registered functions, the last first, because the last replacement of a page's method must be undone first. */
export function stopAll() {
  isStopped = true
  for (const stop of stops.splice(0).reverse()) stop()
}

const { addEventListener, removeEventListener } = EventTarget.prototype

/**
 * Adds a guarded, passive listener and returns the function that removes it.
 *
 * The methods come from the prototype, because an element named `addEventListener` hides the document's own method.
 *
 * @param types - Event names, separated by spaces.
 * @param isCapture - Whether to run before the page's own listeners, which often stop propagation.
 */
export function listen(
  target: EventTarget,
  types: string,
  onEvent: (event: Event) => void,
  isCapture = true,
): () => void {
  const listener = guard(onEvent)
  // Without a prototype, because a page may have put `signal` or `once` on Object.prototype.
  const options: object = { __proto__: null, capture: isCapture, passive: true }
  const names = types.split(' ')
  for (const name of names) addEventListener.call(target, name, listener, options)
  return () => {
    for (const name of names) removeEventListener.call(target, name, listener, options)
  }
}

/**
 * Calls back after each call of a method for which the platform has no event, until the tag stops.
 *
 * The page gets the method's own result. If another script has wrapped the method since, our wrapper stays in place and does nothing.
 */
export function instrumentMethod<Name extends string, Result>(
  owner: Record<Name, (...args: never[]) => Result>,
  name: Name,
  onCall: (result: Result, self: unknown) => void,
) {
  const original = owner[name]
  let notify: ((result: Result, self: unknown) => void) | undefined = guard(onCall)
  function wrapper(this: unknown, ...args: never[]): Result {
    const result = original.apply(this, args)
    notify?.(result, this)
    return result
  }
  // An assignment throws if the page has frozen the owner.
  Reflect.set(owner, name, wrapper)
  onStop(() => {
    notify = undefined
    if (owner[name] === wrapper) Reflect.set(owner, name, original)
  })
}

/**
 * Runs each task now and whenever a resource has loaded, until it has returned `true`. A consent manager or dataLayer that appears late
 * usually comes with its own script, so no timer is needed. Ends when the tag stops.
 */
export function whenAvailable(...tasks: readonly (() => boolean)[]) {
  let missing = tasks
  const tryAll = () => {
    missing = missing.filter((task) => !task())
  }
  tryAll()
  // Load events of scripts do not reach the window: https://dom.spec.whatwg.org/#interface-document (its get-the-parent).
  onStop(listen(document, 'load', tryAll))
  // Runs after the page's own listeners, because one of them may create the missing object.
  onStop(listen(window, 'load', tryAll, false))
}
