import { cpus, loadavg } from 'node:os'
import type { BrowserContext, Page } from '@playwright/test'

/** The cost of the tag on a page. */
export interface TagCost {
  /** Bytes of the tag's files, as they were transferred. */
  readonly bytes: number
  /** Files of more than 10 kB that came uncompressed. */
  readonly uncompressed: readonly string[]
  /** Milliseconds of the longest piece of script of the tag that held up a frame; 0 below 200 ms, and on a busy machine. */
  readonly longestTaskMs: number
}

const NOTHING: TagCost = { bytes: 0, uncompressed: [], longestTaskMs: 0 }

interface Timed {
  readonly scripts?: readonly { readonly sourceURL: string; readonly duration: number }[]
}

/** Runs in the page. Long animation frames name the script that held them up, which long tasks do not. */
function inPage() {
  const home = window as { svcAuditLongest?: number }
  const isTagFile = (url: string) => /\/svc[\w.-]*\.js([?#]|$)/.test(url)
  try {
    new PerformanceObserver((list) => {
      const scripts = (list.getEntries() as unknown as Timed[]).flatMap((one) => one.scripts ?? [])
      const own = scripts.filter(({ sourceURL }) => isTagFile(sourceURL))
      const longest = Math.max(0, ...own.map(({ duration }) => duration))
      home.svcAuditLongest = Math.max(home.svcAuditLongest ?? 0, longest)
    }).observe({ type: 'long-animation-frame', buffered: true })
  } catch {
    // A browser that does not measure them.
  }
}

/** Watches what the tag costs the pages of a context, from the next navigation on. */
export async function observeCost(context: BrowserContext): Promise<void> {
  await context.addInitScript(inPage)
}

function readInPage() {
  const isTagFile = (url: string) => /\/svc[\w.-]*\.js([?#]|$)/.test(url)
  const files = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ name }) => isTagFile(name),
  )
  // Files that the audit puts into a page never crossed the network; the inspector was loaded for the audit alone.
  const isPlain = ({ name, encodedBodySize, decodedBodySize }: PerformanceResourceTiming) =>
    !/\/svc-kit\/|\/svc-inspector/.test(name) &&
    encodedBodySize > 10_000 &&
    encodedBodySize === decodedBodySize
  const longest = (window as { svcAuditLongest?: number }).svcAuditLongest ?? 0
  return {
    bytes: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    uncompressed: files.filter(isPlain).map(({ name }) => name),
    longestTaskMs: longest < 200 ? 0 : Math.round(longest),
  }
}

/** A machine that has more to do than processors stretches every task. Windows tells no load, and counts as idle. */
const isMachineBusy = () => (loadavg()[0] ?? 0) > cpus().length

/** Reads what the tag has cost so far, and no long tasks while the machine is busy; nothing for a page that does not answer. */
export async function readCost(page: Page): Promise<TagCost> {
  const cost = await page.evaluate(readInPage).catch(() => NOTHING)
  return isMachineBusy() ? { ...cost, longestTaskMs: 0 } : cost
}
