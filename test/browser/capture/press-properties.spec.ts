import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { expect, type Reported, test } from '../../support/fixtures/tag-page.ts'
import {
  openPressedTiles,
  type Part,
  type PressedTiles,
  type Reaction,
} from '../../support/simulators/pressed-tiles.ts'
import { playHistories } from '../../support/simulators/property-runs.ts'

/*
 * Presses of every kind on every part of a tile, one after the other, on pages that react in their own way: each that means a product,
 * or an add, is reported once, in order, and nothing else is.
 */

declare const tiles: PressedTiles

const WAYS = ['left', 'middle', 'double', 'right', 'drag', 'enter', 'space', 'script'] as const
type Way = (typeof WAYS)[number]

interface Press {
  readonly tile: number
  readonly part: Part
  readonly way: Way
  readonly reaction: Reaction
  readonly pauseMs: number
}

/** By part, the ways that mean something, each with how often. */
const MEANING: Readonly<
  Record<Part, { action: 'click' | 'cart'; ways: Partial<Record<Way, number>> }>
> = {
  link: { action: 'click', ways: { left: 1, middle: 1, double: 1, enter: 1 } },
  text: { action: 'click', ways: { left: 1, middle: 1, double: 1 } },
  scripted: { action: 'click', ways: { left: 1, middle: 1, double: 1, enter: 1 } },
  wish: { action: 'click', ways: {} },
  add: { action: 'cart', ways: { left: 1, double: 2, enter: 1, space: 1 } },
  submit: { action: 'cart', ways: { left: 1, double: 2, enter: 1, space: 1 } },
  field: { action: 'cart', ways: { enter: 1 } },
}

const press: fc.Arbitrary<Press> = fc.record({
  tile: fc.nat(5),
  part: fc.constantFrom(...(Object.keys(MEANING) as Part[])),
  way: fc.constantFrom(...WAYS),
  reaction: fc.constantFrom('none', 'stop', 'redraw', 'redrawLate', 'clickToo'),
  pauseMs: fc.constantFrom(0, 0, 30, 120, 400),
})

/** A submit by a script right after a person's action counts as that person's; the middle button pastes on some systems. */
const isClear = ({ part, way }: Press) =>
  !(way === 'script' && (part === 'submit' || part === 'field')) &&
  !(way === 'middle' && part === 'field')

const histories = fc.array(press.filter(isClear), { minLength: 3, maxLength: 14 })

const byKey =
  (key: string) =>
  async (page: Page, { tile, part }: Press) => {
    if (await page.evaluate(([of, it]) => tiles.focus(of, it), [tile, part] as const))
      await page.keyboard.press(key)
  }

const byMouse =
  (button: 'left' | 'middle' | 'right', clickCount = 1) =>
  async (page: Page, { tile, part }: Press) =>
    page.mouse.click(...(await placeOf(page, tile, part)), { button, clickCount })

const placeOf = (page: Page, tile: number, part: Part) =>
  page.evaluate(([of, it]) => tiles.placeOf(of, it), [tile, part] as const)

const pressed: { readonly [W in Way]: (page: Page, press: Press) => Promise<void> } = {
  left: byMouse('left'),
  middle: byMouse('middle'),
  right: byMouse('right'),
  double: byMouse('left', 2),
  async drag(page, { tile, part }) {
    const [x, y] = await placeOf(page, tile, part)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 3)
    await page.mouse.up()
  },
  enter: byKey('Enter'),
  space: byKey(' '),
  script: (page, { tile, part }) =>
    page.evaluate(([of, it]) => tiles.click(of, it), [tile, part] as const),
}

async function play(page: Page, press: Press) {
  await page.evaluate((reaction) => {
    tiles.reaction = reaction
  }, press.reaction)
  await pressed[press.way](page, press)
  // Between the two halves of a press its element would be another one.
  await page.waitForTimeout(press.reaction === 'redrawLate' ? 60 : press.pauseMs)
}

/** The clicks and adds of the reports. */
const reported = (all: readonly Reported[]) =>
  all
    .filter(({ action }) => action === 'click' || action === 'cart')
    .map(({ action, data: { pid, requestId } }) => ({ action, pid, requestId }))

/** The meaning of a press. */
function meant({ tile, part, way }: Press) {
  const { action, ways } = MEANING[part]
  const times = ways[way] ?? 0
  return Array.from({ length: times }, () => ({
    action,
    pid: `P${tile}`,
    requestId: tile < 3 ? 'r-1' : undefined,
  }))
}

test('each meaningful press on a part of a tile is reported once, in any history', async ({
  page,
  watched,
}) => {
  let before = 0
  await playHistories(histories, [{ seed: 1, numRuns: 5 }], async (history) => {
    await watched.open('<div id="tiles"></div>')
    await page.evaluate(openPressedTiles)
    for (const one of history) await play(page, one)
    const all = await watched.reported()
    const now = all.slice(before)
    before = all.length
    expect(reported(now)).toEqual(history.flatMap(meant))
    const seen = now.flatMap(({ data }) => (data.pids_list as string[] | undefined) ?? [])
    expect(seen.filter((pid, index) => seen.indexOf(pid) !== index)).toEqual([])
  })
})
