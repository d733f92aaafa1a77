import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import { bundle } from './contenders.ts'

/** The cost of one contender. */
export interface Cell {
  readonly who: string
  /** Milliseconds; nothing where the contender cannot do it. */
  readonly ms?: number
  /** It was stopped before the end. */
  readonly isCut?: boolean
}

/** One thing that was measured. */
export interface Row {
  readonly name: string
  readonly cells: readonly Cell[]
}

/** The content of a chart. */
export interface Chart {
  readonly title: string
  /** For who does not see it. */
  readonly description: string
  readonly rows: readonly Row[]
  /** All contenders, in the order of the legend. */
  readonly who: readonly string[]
  /** The one that stands out. */
  readonly own: string
}

/** Draws in a page of the browser, and writes the SVG to a file of the project. It fits light and dark surroundings. */
export async function writeChart(browser: Browser, file: string, chart: Chart): Promise<void> {
  const page = await browser.newPage()
  await page.addScriptTag({ content: await bundle('chart-drawing.js') })
  const svg = (await page.evaluate(`draw(${JSON.stringify(chart)})`)) as string
  await page.close()
  await writeFile(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), `${svg}\n`)
}
