import type { Api } from './api.ts'

/**
 * Takes values over the border between the sandbox and the page, as Tag Manager does: lists and plain objects are copied,
 * functions are wrapped so that what they take and give is copied too, and whatever else the page has (elements, promises,
 * dates) is `undefined`.
 */
export interface Crossing {
  readonly over: (value: unknown) => unknown
}

/** A function that crosses twice is the same wrapper both times. */
export function createCrossing(): Crossing {
  const wrappers = new WeakMap<Api, Api>()

  function wrapped(given: Api): Api {
    const known = wrappers.get(given)
    if (known) return known
    const wrapper: Api = (...args) => over(given(...args.map(over)))
    wrappers.set(given, wrapper)
    return wrapper
  }

  function over(value: unknown): unknown {
    if (typeof value === 'function') return wrapped(value as Api)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(over)
    return isPlain(value)
      ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, over(member)]))
      : undefined
  }

  return { over }
}

/** Also an object of another realm, such as a frame's. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
