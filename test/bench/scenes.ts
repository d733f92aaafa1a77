import type { Page } from '@playwright/test'
import { type Act, actOf } from './contenders.ts'

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
}

/** A list of so many tiles, from its first to its last. */
export const scrolled = (tiles: number): Scene => ({
  name: `${tiles.toLocaleString('en')} tiles loaded and scrolled through`,
  tiles,
  all: tiles,
  act: 'scroll',
})

export const appended: Scene = {
  name: '100 × 100 tiles appended while the page moves',
  tiles: 100,
  all: 32,
  act: 'append',
}

export const rendered: Scene = {
  name: '1,000 tiles rendered again 50 times',
  tiles: 1_000,
  all: 32,
  act: 'render',
}

/**
 * Loads a page of a scene and does what is done there.
 *
 * @returns Whether that was over in time; what is still under way goes on.
 */
export async function play(
  page: Page,
  address: string,
  { act }: Scene,
  limitMs = 600_000,
): Promise<boolean> {
  const limit = AbortSignal.timeout(limitMs)
  const late = new Promise<false>((resolve) => {
    limit.addEventListener('abort', () => resolve(false))
  })
  const done = async (): Promise<true> => {
    // Its own limit would come before this one.
    await page.goto(address, { timeout: 0 })
    await page.waitForTimeout(500)
    await page.evaluate(actOf(act))
    return true
  }
  const doing = done()
  // Whoever is too late is stopped in the middle of it, when the page is closed.
  doing.catch(() => undefined)
  return Promise.race([doing, late])
}

/**
 * Clicks links of tiles that are in the window, in turn: never twice in a row at one place, which would be a double click.
 */
export async function clickTiles(page: Page, clicks: number) {
  for (let index = 0; index < clicks; index += 1)
    await page.mouse.click(30 + (index % 4) * 250, 50 + (index % 7) * 100)
}

/** The one in the middle; of two, the greater. */
export const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN
