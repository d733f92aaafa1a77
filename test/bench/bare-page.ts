import type { Browser } from '@playwright/test'
import { msOf } from './main-thread.ts'

/**
 * A page that nobody debugs, as shoppers have it. Of its own pages Playwright hears every request with the stack of what asked for it;
 * for a stack the browser parses the script's functions once more, which costs a large script more than its start.
 */
export interface BarePage {
  /** Begins to open an address, and does not wait for the page. */
  goto(url: string): Promise<void>
  /** Runs an expression, and gives what comes of it, as JSON can tell it, or what it promises. Rejects when it throws. */
  evaluate(expression: string): Promise<unknown>
  /** Clicks as a mouse does. */
  click(x: number, y: number): Promise<void>
  /** Processor time of the main thread so far, in milliseconds, less that for layout and style, which are the page's own. */
  elapsed(): Promise<number>
  /** Bytes in use when all garbage is collected. */
  heap(): Promise<number>
  close(): Promise<void>
}

type Answer = Readonly<Record<string, unknown>>
interface Evaluated {
  readonly result?: { readonly value?: unknown }
  readonly exceptionDetails?: { readonly exception?: { readonly description?: string } }
}
type Metrics = Parameters<typeof msOf>[0]
type Send = (method: string, params?: object) => Promise<Answer>

/**
 * @param slowdown - How many times slower than it is the processor is made.
 * @param window - Its width and height in pixels; the browser's own when absent.
 */
export async function openBarePage(
  browser: Browser,
  slowdown: number,
  window?: { readonly width: number; readonly height: number },
): Promise<BarePage> {
  const root = await browser.newBrowserCDPSession()
  // In a context that Playwright does not know, and so leaves alone.
  const { browserContextId } = await root.send('Target.createBrowserContext')
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  })
  const { sessionId } = await root.send('Target.attachToTarget', { targetId })
  const answers = new Map<number, (answer: Answer) => void>()
  root.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result = {} } = JSON.parse(message) as { id: number; result?: Answer }
    answers.get(id)?.(result)
    answers.delete(id)
  })
  let asked = 0
  const send: Send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      asked += 1
      answers.set(asked, resolve)
      const message = JSON.stringify({ id: asked, method, params })
      root.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
    })

  await send('Performance.enable', { timeDomain: 'threadTicks' })
  await send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (window)
    await send('Emulation.setDeviceMetricsOverride', {
      ...window,
      deviceScaleFactor: 1,
      mobile: false,
    })
  return {
    async goto(url) {
      await send('Page.navigate', { url })
    },
    async evaluate(expression) {
      const params = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = (await send('Runtime.evaluate', params)) as Evaluated
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? expression)
      return result?.value
    },
    async click(x, y) {
      const at = { x, y, button: 'left', clickCount: 1 }
      for (const type of ['mousePressed', 'mouseReleased'])
        await send('Input.dispatchMouseEvent', { type, ...at })
    },
    elapsed: async () => msOf((await send('Performance.getMetrics')).metrics as Metrics),
    async heap() {
      await send('HeapProfiler.collectGarbage')
      const { usedSize } = await send('Runtime.getHeapUsage')
      return usedSize as number
    },
    async close() {
      await root.send('Target.disposeBrowserContext', { browserContextId })
      await root.detach()
    },
  }
}
