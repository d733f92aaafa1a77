import { setTimeout } from 'node:timers/promises'
import type { BarePage } from './bare-page.ts'
import type { Traced } from './main-thread.ts'
import { type Act, actOf } from './tile-watchers.ts'

/** Where all scenes are played. */
export const WINDOW = { width: 1_000, height: 800 }

/** A list, and what is done with it. */
export interface Scene {
  readonly name: string
  /** Tiles of the page when it comes. */
  readonly tiles: number
  /** Tiles that can be seen by the end. */
  readonly all: number
  readonly act: Act
  /**
   * Counts in a trace: the cost of a call to a tracker; and frames, where they are not the page's own, which it moves by. What
   * the page does itself in all its tasks costs so much that its chance differences are greater than what is measured.
   */
  readonly counted: keyof Pick<Traced, 'calledMs' | 'causedMs'>
}

/** A list of so many tiles, from its first to its last. */
export const scrolled = (tiles: number): Scene => ({
  name: `${tiles.toLocaleString('en')} tiles loaded and scrolled through`,
  tiles,
  all: tiles,
  act: 'scroll',
  counted: 'calledMs',
})

export const appended: Scene = {
  name: '100 × 100 tiles appended while the page moves',
  tiles: 100,
  all: 32,
  act: 'append',
  counted: 'calledMs',
}

export const rendered: Scene = {
  name: '1,000 tiles rendered again 50 times',
  tiles: 1_000,
  all: 32,
  act: 'render',
  counted: 'causedMs',
}

/** When a page has started, and what a tracker of it. */
const STARTED_MS = 2_000

const LOADED = `document.readyState === 'complete' || new Promise((done) => addEventListener('load', done, { once: true }))`

/**
 * Loads a page of a scene and does what is done there.
 *
 * @returns Whether that was over in time; what is still under way goes on.
 */
export async function play(
  page: BarePage,
  address: string,
  { act }: Scene,
  limitMs = 600_000,
): Promise<boolean> {
  const doing = async () => {
    await page.goto(address)
    await page.evaluate(LOADED)
    await setTimeout(STARTED_MS)
    await page.evaluate(actOf(act))
    return true
  }
  return Promise.race([doing(), setTimeout(limitMs, false, { ref: false })])
}

/**
 * Clicks links of tiles that are in the window, in turn: never twice in a row at one place, which would be a double click.
 */
export async function clickTiles(page: BarePage, clicks: number) {
  for (let index = 0; index < clicks; index += 1)
    await page.click(30 + (index % 4) * 250, 50 + (index % 7) * 100)
}

/** The one in the middle; of two, the greater. */
export const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN
