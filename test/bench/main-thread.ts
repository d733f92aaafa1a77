import type { Browser, Page } from '@playwright/test'

interface Metric {
  readonly name: string
  readonly value: number
}

/**
 * Processor time of the main thread of a page, in milliseconds, by what the browser says of it in thread ticks, which other work on
 * the machine does not lengthen; less the time for layout and style, which is many times that of a tracker, varies by more than it,
 * and is the page's own: that the tag forces none of it is measured separately.
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
  /** Its own time in the task where it was longest, in milliseconds of processor time. */
  readonly longestMs: number
  /** The longest task of the page, whoever's, in milliseconds of processor time. */
  readonly longestTaskMs: number
  /**
   * The cost of a call to it, in milliseconds of processor time: its own time, that of handing on events, timers and what promises
   * have settled, and that of looking where observed elements are. Less what a page without the script has of it, this is what the
   * script costs. It varies far less than the time of all tasks, most of which is the page's own.
   */
  readonly calledMs: number
  /**
   * The same, and all the time of tasks in which no picture was made: answers, and what promises settle then. Most of it is the page's
   * own where the page does much.
   */
  readonly busyMs: number
  /** How often it made the browser lay out the page, or find out styles, before its time. */
  readonly forced: number
}

interface TraceEvent {
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

/** Enough to tell tasks and calls; costs the page little. */
const TASKS = ['toplevel', 'devtools.timeline']

/** Categories that tell who forced a layout, too. */
const STACKS = [
  ...TASKS,
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.stack',
]

/** How much is traced: the less, the less it slows down. Forced layouts need the stacks. */
const DETAILS = { tasks: TASKS, stacks: STACKS }

/**
 * Traces a page while something is done on it.
 *
 * @param page - Nothing for the whole browser, with a page that nobody debugs.
 * @param script - What stands in the addresses of the scripts whose time is counted.
 */
export async function trace(
  browser: Browser,
  page: Page | undefined,
  act: () => Promise<unknown>,
  script = 'svc.js',
  detail: keyof typeof DETAILS = 'stacks',
): Promise<Traced> {
  await browser.startTracing(page, { categories: DETAILS[detail] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: readonly TraceEvent[]
  }
  return readTrace(traceEvents, script)
}

const own =
  (script: string) =>
  ({ name, args }: TraceEvent) =>
    /^(FunctionCall|EvaluateScript)$/.test(name) && Boolean(args.data?.url?.includes(script))

/** The outer ones of events that lie within one another: they have the time of the inner ones in theirs. */
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

function readTrace(events: readonly TraceEvent[], script: string): Traced {
  const whole = events
    .filter(({ ph, dur }) => ph === 'X' && dur !== undefined)
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))
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

/** Tasks, each with all that was in it after it. */
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
 * The thread that a script runs on, or would: that of a page named like it, which may have no function of its own while the browser's
 * own pages have some; else the one that most functions of the page run on.
 */
function mainThread(events: readonly TraceEvent[], script: string): readonly TraceEvent[] {
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

/** How long it was looked where observed elements are. */
const lookingIn = (task: readonly TraceEvent[]) =>
  sum(task.filter(({ name }) => /computeIntersections$/.test(name)).map(durationOf))

/** Where the browser calls functions; what promises have settled it runs after them, and tells of no single one. */
const CALLING =
  /^(EventDispatch|TimerFire|FireAnimationFrame|FireIdleCallback|BlinkScheduler_PerformMicrotaskCheckpoint)$/

/** How long it took to find and prepare what is called, and to run what promises have settled; without the functions themselves. */
function handingOn(task: readonly TraceEvent[]): number {
  const callings = outer(task.filter(({ name }) => CALLING.test(name)))
  const calls = outer(task.filter(({ name }) => name === 'FunctionCall'))
  const isIn = (call: TraceEvent) =>
    callings.some(({ ts, dur = 0 }) => call.ts >= ts && call.ts < ts + dur)
  return sum(callings.map(durationOf)) - sum(calls.filter(isIn).map(durationOf))
}

/** Layout has a stack only when a script asked for it. */
const isForced = ({ name, args }: TraceEvent, script: string) =>
  /^(Layout|UpdateLayoutTree)$/.test(name) &&
  (args.beginData?.stackTrace ?? []).some(({ url }) => url?.includes(script))
