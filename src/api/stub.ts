import { now } from '../browser/clock'
import { readGlobal, writeGlobal } from '../browser/dom'
import { warnOnce } from '../browser/guard'
import { getOwn } from '../wire/fields'

/**
 * The object on `window.svc`. Until the tag has started, it keeps each call with its time; afterwards it passes calls on. It is created by
 * the snippet or, without one, by the tag. Its functions never change identity, so a page may keep `const { track } = window.svc`.
 */
export interface Stub {
  /** Calls that wait for the tag, oldest first. */
  q: Call[]
  /** Set by the tag when it has started; runs a call at once. */
  run?: Run
  /** Settles when the tag has started. */
  ready?: unknown
  /** Set by a tag that waits for its settings; called on each call, which may be `init`. */
  onCall?: () => void
}

/** Name (such as `agent.ask`), arguments, time in ms, and the functions that settle the caller's promise. */
export type Call = readonly [
  name: string,
  args: readonly unknown[],
  at: number,
  resolve: (result: unknown) => void,
  reject: (fault: unknown) => void,
]

/** Runs a call that was made at a given time (ms). */
export type Run = (name: string, args: readonly unknown[], at: number) => unknown

/** The functions of `window.svc`. */
export const METHODS =
  'init track context browse search agent.ask agent.start agent.reset consent identify reset on explain audit inspect tryMap compare flush stop'.split(
    ' ',
  )

/** More calls than a page makes before the tag loads. Limits the queue in case the tag never loads. */
const CAPACITY = 1_000

/**
 * Creates the object, with a function for each method.
 *
 * @param given - An object that already keeps calls and is completed here. A tag manager can create only the list of calls.
 */
export function createStub(now: () => number, given: Partial<Stub> = {}): Stub {
  const stub = Object.assign(given, { q: [], agent: {}, ...given }) as Stub &
    Record<string, unknown>
  for (const name of METHODS) {
    const [last = '', room] = name.split('.').reverse()
    const home = (room ? stub[room] : stub) as Record<string, unknown>
    home[last] ??= (...args: unknown[]) => callOrKeep(stub, [name, args, now()])
  }
  stub.ready ??= callOrKeep(stub, ['ready', [], 0])
  return stub
}

function callOrKeep(stub: Stub, made: Parameters<Run>): unknown {
  if (stub.run) return stub.run(...made)

  const promise = new Promise((resolve, reject) => {
    if (stub.q.length < CAPACITY) stub.q.push([...made, resolve, reject])
  })
  // Of all methods, only `on` returns a function. It can be called before the tag has started.
  return made[0] === 'on' ? () => promise.then((stop) => (stop as () => void)()) : promise
}

const isFunction = (value: unknown): value is (result: unknown) => void =>
  typeof value === 'function'

/** Nobody waits for the result of a call that was pushed by hand, so a rejection ends here. */
const ignoreResult = (result: unknown) => void Promise.resolve(result).catch(() => {})

/** A call as the page wrote it: `['track', 'click', {…}]`, or with its arguments as a list, their time and two functions, as in the snippet. */
function parseCall(written: unknown): Call | undefined {
  if (!Array.isArray(written)) return undefined
  const [name, ...rest] = written as readonly unknown[]
  if (name !== 'ready' && !METHODS.includes(name as string)) return undefined
  const [args, at, resolve, reject] = Array.isArray(rest[0]) ? rest : [rest]
  return [
    name as string,
    args as readonly unknown[],
    Number(at) || now(),
    isFunction(resolve) ? resolve : ignoreResult,
    isFunction(reject) ? reject : () => {},
  ]
}

/** Runs a call and settles its promise. */
export function settleCall(run: Run, [name, args, at, resolve, reject]: Call) {
  try {
    resolve(run(name, args, at))
  } catch (error) {
    reject(error)
  }
}

/** Makes calls that the page pushes to the queue run at any time, also after the tag has started. */
function openQueue(stub: Stub) {
  const queue = stub.q.map(parseCall).filter((call) => call !== undefined)
  queue.push = (...written) => {
    for (const call of written.map(parseCall).filter((one) => one !== undefined))
      if (stub.run) settleCall(stub.run, call)
      else if (queue.length < CAPACITY) queue.splice(queue.length, 0, call)
    stub.onCall?.()
    return queue.length
  }
  stub.q = queue
  return stub
}

/**
 * Claims `window.svc`: the snippet's object if the page has one, otherwise a new one.
 *
 * @returns `undefined`, after a warning, if `window.svc` belongs to another copy of the tag or to
 * another script. The tag must then do nothing.
 */
export function claimGlobal(): Stub | undefined {
  const present = readGlobal('svc')
  if (Array.isArray(getOwn(present, 'q'))) {
    const stub = present as Stub
    if (!stub.run) return openQueue(createStub(now, stub))
    warnOnce('a second copy of the tag was left out')
    return undefined
  }
  const stub = createStub(now)
  if (present === undefined && writeGlobal('svc', stub)) return openQueue(stub)

  warnOnce('window.svc is something else, so the tag does nothing', present)
  return undefined
}
