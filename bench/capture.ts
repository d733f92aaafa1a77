import { chromium } from '@playwright/test'
import { chromiumEngine } from '../test/support/runner/engines.ts'
import { chosenWord, evidenceTable } from './evidence-table.ts'
import { least, naive, nothing, ours, startShopPages } from './peers/contenders.ts'
import { appended, inTurn, measureScene, type Scene, scrolled } from './peers/measure.ts'

/*
 * Measures the cost of long lists: the tag beside two hand-written watchers, all in turn, with the cost of the page itself subtracted: `npm
 * run bench -- capture`. Exits with code 1 if a limit is exceeded.
 */

interface Measured {
  readonly scene: Scene
  /** How often to measure each contender. */
  readonly rounds: number
  /** The allowed share of the cost of an observer on every tile. */
  readonly limit?: number
}

const SCENES: readonly Measured[] = [
  { scene: scrolled(100), rounds: 5 },
  { scene: scrolled(1_000), rounds: 5, limit: 0.5 },
  { scene: scrolled(10_000), rounds: 1, limit: 0.06 },
  { scene: appended, rounds: 3, limit: 0.06 },
]

const table = evidenceTable('capture')
const own = ours()
const who = [naive, least, own]
const pages = await startShopPages([nothing, ...who])
const browser = await chromium.launch(chromiumEngine()?.use.launchOptions)
const costs = new Map<Scene['name'], number>()
let isWithin = true

function check(isKept: boolean, limit: string): string {
  isWithin &&= isKept
  return isKept ? '' : ` (above ${limit})`
}

async function row({ scene, rounds, limit = Number.POSITIVE_INFINITY }: Measured) {
  const measure = (place: Parameters<typeof measureScene>[0]) => measureScene(place, scene, 600_000)
  const beyond = await inTurn({ browser, pages, who, rounds, slowdown: 1, measure })
  const msOf = (one: typeof own) => beyond(one)?.ms ?? Number.NaN
  const { told = 0, repeated = 0 } = beyond(own) ?? {}
  costs.set(scene.name, msOf(own))
  const ratio = msOf(own) / msOf(naive)
  const over = check(ratio <= limit, `${limit}`)
  const missing = check(told >= scene.all && repeated === 0, 'none missing, none twice')
  const times = who.map((one) => `${msOf(one).toFixed(0)} ms`).join(' | ')
  table.print(
    `| ${scene.name} | ${times} | ${ratio.toFixed(3)}${over} | ${told}, ${repeated} twice${missing} (every tile: ${beyond(naive)?.told}) |`,
  )
}

try {
  table.print(
    '| main thread, processor time | every tile | hand-written window | svc-tag | ratio, limit | reported |',
  )
  table.print('|---|---|---|---|---|---|')
  for (const measured of SCENES) if (measured.scene.name.startsWith(chosenWord)) await row(measured)
  if (!chosenWord) {
    const [small = 0, large = 0] = [1_000, 10_000].map((tiles) => costs.get(scrolled(tiles).name))
    const exponent = Math.log10(large / small)
    console.log(
      `\nGrowth from 1,000 to 10,000 tiles: exponent ${exponent.toFixed(2)}${check(exponent <= 1.1, '1.1')}`,
    )
    table.write()
  }
} finally {
  await browser.close()
  await pages.close()
}
process.exitCode = isWithin ? 0 : 1
