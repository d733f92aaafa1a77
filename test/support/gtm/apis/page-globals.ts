import type { Api, Apis } from './api.ts'
import { createCrossing } from './crossing.ts'

type Holder = Record<string, unknown>

/** The APIs that read, write and call the page's globals by a path such as `svc.q`. */
export function globalApis(window: Holder): Apis {
  const { over } = createCrossing()

  /** Where a path ends: the object that holds its last name. */
  function placeOf(path: string): { holder: Holder | undefined; name: string } {
    const names = path.split('.')
    const name = names.pop() ?? ''
    const holder = names.reduce<unknown>((at, part) => (at as Holder | undefined)?.[part], window)
    return { holder: Object(holder) === holder ? (holder as Holder) : undefined, name }
  }

  const read = (path: string): unknown => {
    const { holder, name } = placeOf(path)
    return holder?.[name]
  }

  function call(path: string, args: readonly unknown[]): unknown {
    const { holder, name } = placeOf(path)
    const target = holder?.[name]
    // With its object as `this`, so that `callInWindow('list.push', x)` works.
    return typeof target === 'function' ? over(target.apply(holder, args.map(over))) : undefined
  }

  function set(path: string, value: unknown, override: boolean): boolean {
    const { holder, name } = placeOf(path)
    if (!holder || (!override && holder[name] !== undefined)) return false
    holder[name] = value
    return true
  }

  /** @throws Error when what should hold it is missing, as in Tag Manager. */
  function make(path: string, value: unknown) {
    if (!placeOf(path).holder) throw new Error(`${path}: there is nothing to hold it`)
    set(path, value, false)
  }

  function createQueue(path: string): Api {
    make(path, [])
    return (...items) => call(`${path}.push`, items)
  }

  return {
    copyFromWindow: (path) => over(read(path)),
    callInWindow: (path, ...args) => call(path, args),
    setInWindow: (path, value, override) => set(path, over(value), override === true),
    createQueue,
  }
}
