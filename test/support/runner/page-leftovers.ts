import type { Page } from '@playwright/test'

/** What a script has started on a page and not ended. */
export interface Running {
  /** Listeners on the window, the document and everything else that is still in the page. */
  readonly listeners: number
  readonly observers: number
  readonly timers: number
  readonly frames: number
}

/** Measures one page. */
export interface Meter {
  readonly running: () => Promise<Running>
  /** Runs a task, and resolves with a function that gives the number of function calls during it, by file. */
  readonly work: (task: () => Promise<unknown>) => Promise<(file: string) => number>
}

/**
 * Creates the meter; call it before the page is opened.
 *
 * @param file - The script whose listeners, observers, timers and frames are counted: those created by a call with the script on the stack.
 */
export async function createMeter(page: Page, file: string): Promise<Meter> {
  await page.addInitScript(countRunning, file)
  const running = () =>
    page.evaluate(() => (window as unknown as { counted: () => Running }).counted())
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  return {
    running,
    async work(task) {
      await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
      await task()
      const { result } = await session.send('Profiler.takePreciseCoverage')
      await session.send('Profiler.stopPreciseCoverage')
      return (of) =>
        result
          .filter(({ url }) => url.endsWith(of))
          .flatMap(({ functions }) => functions)
          .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0)
    },
  }
}

/** Runs in the page, before its scripts: counts what browsers do not report. */
function countRunning(file: string) {
  const isByFile = () => new Error().stack?.includes(file) ?? false

  const observing = new Set<object>()
  for (const name of ['IntersectionObserver', 'MutationObserver', 'ResizeObserver'] as const) {
    const { prototype } = window[name] as unknown as {
      prototype: Record<'observe' | 'disconnect', (...args: unknown[]) => void>
    }
    const { observe, disconnect } = prototype
    prototype.observe = function (...args) {
      if (isByFile()) observing.add(this)
      return observe.apply(this, args)
    }
    prototype.disconnect = function () {
      observing.delete(this)
      return disconnect.call(this)
    }
  }

  type Listener = readonly [EventTarget, string, unknown, boolean]
  let listening: Listener[] = []
  const captures = (options: unknown) =>
    options === true || (options as { capture?: boolean } | undefined)?.capture === true
  const forget = (gone: Listener) => {
    listening = listening.filter((one) => one.some((part, index) => part !== gone[index]))
  }
  const { addEventListener, removeEventListener } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const target = this ?? window
    const added: Listener = [target, type, listener, captures(options)]
    if (isByFile()) {
      listening.push(added)
      const { signal } = Object(options) as AddEventListenerOptions
      if (signal) addEventListener.call(signal, 'abort', () => forget(added))
    }
    return addEventListener.call(target, type, listener, options)
  }
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    const target = this ?? window
    forget([target, type, listener, captures(options)])
    return removeEventListener.call(target, type, listener, options)
  }

  const pending = { timers: new Set<number>(), frames: new Set<number>() }
  const count = (
    kind: keyof typeof pending,
    start: 'setTimeout' | 'requestAnimationFrame',
    end: 'clearTimeout' | 'cancelAnimationFrame',
  ) => {
    const begin = window[start] as (task: (...args: unknown[]) => void, ms?: number) => number
    const cancel = window[end] as (id: number) => void
    const counting = (task: (...args: unknown[]) => void, ms?: number) => {
      const isCounted = isByFile()
      const id = begin((...args) => {
        pending[kind].delete(id)
        task(...args)
      }, ms)
      if (isCounted) pending[kind].add(id)
      return id
    }
    const uncounting = (id: number) => {
      pending[kind].delete(id)
      cancel(id)
    }
    Object.assign(window, { [start]: counting, [end]: uncounting })
  }
  count('timers', 'setTimeout', 'clearTimeout')
  count('frames', 'requestAnimationFrame', 'cancelAnimationFrame')

  const isLasting = ([target]: Listener) => !(target instanceof Node) || target.isConnected
  Object.assign(window, {
    counted: () => ({
      listeners: listening.filter(isLasting).length,
      observers: observing.size,
      timers: pending.timers.size,
      frames: pending.frames.size,
    }),
  })
}
