import type { Browser, Page } from '@playwright/test'

/**
 * Processor time of the main thread of a page, in milliseconds, which other work on the machine does not lengthen; less the time
 * for layout and style, which is many times that of a tracker, varies by more than it, and is the page's own: that the tag forces none
 * of it is measured separately.
 */
export async function openStopwatch(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => msOf((await cdp.send('Performance.getMetrics')).metrics)
}

interface Metric {
  readonly name: string
  readonly value: number
}

/** The same of what the browser says of a page whose clock counts so. */
export function msOf(metrics: readonly Metric[]): number {
  const amountOf = (metric: string) => metrics.find(({ name }) => name === metric)?.value ?? 0
  return (
    (amountOf('TaskDuration') - amountOf('LayoutDuration') - amountOf('RecalcStyleDuration')) *
    1_000
  )
}

/** What a script did on the main thread. */
export interface Traced {
  /** Its own time in the task where it was longest, in milliseconds of processor time. */
  readonly longestMs: number
  /** The longest task of the page, whoever's, in milliseconds of processor time. */
  readonly longestTaskMs: number
  /** Its own time in all tasks. */
  readonly totalMs: number
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
    readonly beginData?: { readonly stackTrace?: readonly Frame[] }
  }
}

interface Frame {
  readonly url?: string
}

/** Enough to tell tasks and calls; costs the page little. */
const TASKS = ['toplevel', 'devtools.timeline']

/** What it takes to tell who forced a layout, too. */
const STACKS = [
  ...TASKS,
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.stack',
]

/**
 * Traces a page while something is done on it.
 *
 * @param page - Nothing for the whole browser, with a page that nobody debugs.
 * @param script - What stands in the addresses of the scripts whose time is counted.
 * @param withStacks - Without them less is slowed down, and forced layouts cannot be told.
 */
export async function trace(
  browser: Browser,
  page: Page | undefined,
  act: () => Promise<unknown>,
  script = 'svc.js',
  withStacks = true,
): Promise<Traced> {
  await browser.startTracing(page, { categories: withStacks ? STACKS : TASKS })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: readonly TraceEvent[]
  }
  return readTrace(traceEvents, script)
}

function readTrace(events: readonly TraceEvent[], script: string): Traced {
  const whole = events.filter(({ ph, dur }) => ph === 'X' && dur !== undefined)
  const ours = whole
    .filter(
      ({ name, args }) =>
        /^(FunctionCall|EvaluateScript)$/.test(name) && args.data?.url?.includes(script),
    )
    .sort((one, other) => one.ts - other.ts)
  const tasks = whole
    .filter(({ name }) => name.endsWith('RunTask'))
    .sort((one, other) => one.ts - other.ts)
  const perTask = new Map<TraceEvent | undefined, number>()
  let end = 0
  for (const call of ours) {
    // One within another is in the outer one's time.
    if (call.ts < end) continue
    end = call.ts + (call.dur ?? 0)
    const task = taskOf(tasks, call)
    perTask.set(task, (perTask.get(task) ?? 0) + (call.tdur ?? call.dur ?? 0) / 1_000)
  }
  const own = [...perTask.values()]
  return {
    longestMs: Math.max(0, ...own),
    longestTaskMs: longestOf(
      tasks.filter(({ pid, tid }) => pid === ours[0]?.pid && tid === ours[0].tid),
    ),
    totalMs: own.reduce((sum, ms) => sum + ms, 0),
    forced: whole.filter((event) => isForced(event, script)).length,
  }
}

const longestOf = (tasks: readonly TraceEvent[]) =>
  tasks.reduce((longest, { dur = 0, tdur = dur }) => Math.max(longest, tdur / 1_000), 0)

const taskOf = (tasks: readonly TraceEvent[], { ts, tid, pid }: TraceEvent) =>
  tasks.findLast(
    (task) =>
      task.tid === tid && task.pid === pid && task.ts <= ts && task.ts + (task.dur ?? 0) >= ts,
  )

/** Layout has a stack only when a script asked for it. */
const isForced = ({ name, args }: TraceEvent, script: string) =>
  /^(Layout|UpdateLayoutTree)$/.test(name) &&
  (args.beginData?.stackTrace ?? []).some(({ url }) => url?.includes(script))
