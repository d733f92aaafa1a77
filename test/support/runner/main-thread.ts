import type { Browser, Page } from '@playwright/test'

interface Metric {
  readonly name: string
  readonly value: number
}

/**
 * The processor time of a page's main thread in milliseconds, from the browser's thread ticks, which other work on the machine does not
 * lengthen. Layout and style are subtracted: they take many times as long as a tracker, vary by more than its time, and are the page's own.
 * Whether the tag forces layouts is measured separately.
 */
export function msOf(metrics: readonly Metric[]): number {
  const amountOf = (metric: string) => metrics.find(({ name }) => name === metric)?.value ?? 0
  return (
    (amountOf('TaskDuration') - amountOf('LayoutDuration') - amountOf('RecalcStyleDuration')) *
    1_000
  )
}

/** The work of a script on the main thread. */
interface Traced {
  /** The script's longest time in one task, in milliseconds of processor time. */
  readonly longestMs: number
  /** The longest task of the page, of any script, in milliseconds of processor time. */
  readonly longestTaskMs: number
  /**
   * The cost of calling the script in milliseconds of processor time: its own time, the dispatch of events, timers and settled promises,
   * and the computation of where observed elements are. After subtracting the same for a page without the script, this is what the script
   * costs. It varies far less than the time of all tasks, most of which is the page's own.
   */
  readonly calledMs: number
  /**
   * The same, plus all tasks that drew nothing: responses, and the callbacks of their promises. If
   * the page does much, most of it is the page's own.
   */
  readonly busyMs: number
  /** How often the script forced an early layout or style computation. */
  readonly forced: number
}

/** An event of the browser's trace; times in microseconds, `tdur` of the thread's processor time. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly tid: number
  readonly pid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: {
    readonly name?: string
    readonly data?: { readonly url?: string; readonly stackTrace?: readonly Frame[] }
    readonly beginData?: { readonly url?: string; readonly stackTrace?: readonly Frame[] }
  }
}

interface Frame {
  readonly url?: string
}

/** Enough for tasks and calls, and cheap for the page. */
const TASKS = ['toplevel', 'devtools.timeline']

/** Categories that also show which script forced a layout. */
const STACKS = [
  ...TASKS,
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.stack',
]

/** How much to trace; less detail slows the page down less. Forced layouts need the stacks. */
const DETAILS = { tasks: TASKS, stacks: STACKS }

/**
 * Traces a page while an action runs on it.
 *
 * @param page - If absent, the whole browser is traced, with a page that has no debugger attached.
 * @param script - A part of the URLs of the scripts whose time is counted.
 */
export async function trace(
  browser: Browser,
  page: Page | undefined,
  act: () => Promise<unknown>,
  script = 'svc.js',
  detail: keyof typeof DETAILS = 'stacks',
): Promise<Traced> {
  return readTrace(await traceEvents(browser, page, act, DETAILS[detail]), script)
}

/** What the browser records during an action. */
export async function traceEvents(
  browser: Browser,
  page: Page | undefined,
  act: () => Promise<unknown>,
  categories: string[],
): Promise<readonly TraceEvent[]> {
  await browser.startTracing(page, { categories })
  await act()
  return JSON.parse((await browser.stopTracing()).toString()).traceEvents
}

const own =
  (script: string) =>
  ({ name, args }: TraceEvent) =>
    /^(FunctionCall|EvaluateScript)$/.test(name) && Boolean(args.data?.url?.includes(script))

/** The outermost of nested events, whose duration includes that of the inner ones. */
function outer(events: readonly TraceEvent[]): readonly TraceEvent[] {
  let end = 0
  return events.filter(({ ts, dur = 0 }) => {
    const isOuter = ts >= end
    if (isOuter) end = ts + dur
    return isOuter
  })
}

const durationOf = ({ dur = 0, tdur = dur }: TraceEvent) => tdur / 1_000

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The events that have an end, in order: an outer one before those inside of it. */
export const complete = (events: readonly TraceEvent[]): readonly TraceEvent[] =>
  events
    .filter(({ ph, dur }) => ph === 'X' && dur !== undefined)
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))

function readTrace(events: readonly TraceEvent[], script: string): Traced {
  const whole = complete(events)
  const thread = mainThread(whole, script)
  const tasks = tasksOf(thread)
  const perTask = tasks.map((task) => sum(outer(task.filter(own(script))).map(durationOf)))
  const called = tasks.map(
    (task, index) => (perTask[index] ?? 0) + lookingIn(task) + handingOn(task),
  )
  return {
    longestMs: Math.max(0, ...perTask),
    longestTaskMs: Math.max(0, ...tasks.flatMap(([task]) => (task ? [durationOf(task)] : []))),
    calledMs: sum(called),
    busyMs: sum(
      tasks.map((task, index) => (isPicture(task) ? (called[index] ?? 0) : wholeOf(task))),
    ),
    forced: whole.filter((event) => isForced(event, script)).length,
  }
}

/** Tasks, each with all events that follow within it. */
function tasksOf(events: readonly TraceEvent[]): readonly (readonly TraceEvent[])[] {
  const tasks: TraceEvent[][] = []
  let end = 0
  for (const event of events) {
    if (event.ts < end) tasks.at(-1)?.push(event)
    else if (event.name.endsWith('RunTask')) {
      tasks.push([event])
      end = event.ts + (event.dur ?? 0)
    }
  }
  return tasks
}

/**
 * The thread on which a script runs, or would run. This is the thread of a page that is named like the script, because the page may have no
 * functions while the browser's own pages have some; otherwise, the thread with most of the page's functions.
 */
export function mainThread(events: readonly TraceEvent[], script: string): readonly TraceEvent[] {
  const keyOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const calls = events.filter(({ name }) => name === 'FunctionCall').map(keyOf)
  const most = [...new Set(calls)].sort((one, other) => count(calls, other) - count(calls, one))[0]
  const first = events.find((event) => own(script)(event) || isParsing(script)(event))
  const main = first ? keyOf(first) : most
  return events.filter((event) => keyOf(event) === main)
}

const isParsing =
  (address: string) =>
  ({ name, args }: TraceEvent) =>
    name === 'ParseHTML' && Boolean(args.beginData?.url?.includes(address))

const count = (keys: readonly string[], key: string) => keys.filter((one) => one === key).length

const has = (task: readonly TraceEvent[], pattern: RegExp) =>
  task.some(({ name }) => pattern.test(name))

const isPicture = (task: readonly TraceEvent[]) => has(task, /^PrePaint$/)

const wholeOf = ([task]: readonly TraceEvent[]) => (task ? durationOf(task) : 0)

/** How long the browser computed the positions of observed elements. */
const lookingIn = (task: readonly TraceEvent[]) =>
  sum(task.filter(({ name }) => /computeIntersections$/.test(name)).map(durationOf))

/** Events in which the browser calls functions. It runs promise callbacks after them, without an event for each. */
const CALLING =
  /^(EventDispatch|TimerFire|FireAnimationFrame|FireIdleCallback|BlinkScheduler_PerformMicrotaskCheckpoint)$/

/** The time for finding and preparing callbacks and for running promise callbacks, without the functions themselves. */
function handingOn(task: readonly TraceEvent[]): number {
  const callings = outer(task.filter(({ name }) => CALLING.test(name)))
  const calls = outer(task.filter(({ name }) => name === 'FunctionCall'))
  const isIn = (call: TraceEvent) =>
    callings.some(({ ts, dur = 0 }) => call.ts >= ts && call.ts < ts + dur)
  return sum(callings.map(durationOf)) - sum(calls.filter(isIn).map(durationOf))
}

/** A layout has a stack only if a script forced it. */
const isForced = ({ name, args }: TraceEvent, script: string) =>
  /^(Layout|UpdateLayoutTree)$/.test(name) &&
  (args.beginData?.stackTrace ?? []).some(({ url }) => url?.includes(script))
