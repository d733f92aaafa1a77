import type { Page } from '@playwright/test'
import fc from 'fast-check'
import {
  type Answer,
  type FacetPanel,
  type Look,
  openFacetPanel,
} from '../../support/fixtures/facet-panel.ts'
import { expect, type Reported, type TagPage, test } from '../../support/fixtures/tag-page.ts'
import { playHistories } from '../../support/simulators/property-runs.ts'

/*
 * Facets of several looks, pressed in any order and at any pace, on pages that show a choice at once, late, in new elements: what is reported
 * leads from what was chosen at first to what is chosen at last, and nothing is told that was so before. A panel that is applied tells
 * nothing in between.
 */

/** Begins with a page that shows a choice between two presses. */
const FOUND = { seed: -2124082532, path: '1', numRuns: 4 }

declare const panel: FacetPanel

const VALUES = ['Red', 'Green', 'Blue', 'Grey']

/** On an option of a facet, or on what clears all. */
type Press = readonly [facet: number, option: number] | 'reset'

interface Step {
  readonly answer: Answer
  readonly presses: readonly Press[]
  readonly pauseMs: number
}

interface History {
  readonly looks: readonly Look[]
  readonly chosen: readonly string[]
  readonly steps: readonly Step[]
}

const presses: fc.Arbitrary<Press> = fc.oneof(
  { arbitrary: fc.tuple(fc.nat(2), fc.nat(3)), weight: 12 },
  { arbitrary: fc.constant('reset' as const), weight: 1 },
)

const step: fc.Arbitrary<Step> = fc.record({
  answer: fc.record({
    afterMs: fc.constantFrom(0, 20, 150, 350, 800),
    by: fc.constantFrom('patch', 'redraw', 'load'),
  }),
  presses: fc.array(presses, { minLength: 1, maxLength: 4 }),
  pauseMs: fc.constantFrom(0, 60, 200, 320, 700),
})

/** After which steps the panel is applied, if it has to be, besides at the end. */
type Applies = readonly boolean[] | undefined

const histories: fc.Arbitrary<readonly [History, Applies]> = fc.tuple(
  fc.record({
    looks: fc.array(fc.constantFrom('checkbox', 'radio', 'pressed', 'ariaRadio', 'link'), {
      minLength: 3,
      maxLength: 3,
    }),
    chosen: fc.uniqueArray(fc.constantFrom(...[0, 1, 2].map((facet) => `f${facet} Green`))),
    steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  }),
  fc.option(fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), { nil: undefined }),
)

async function play(
  page: Page,
  watched: TagPage,
  { looks, chosen, steps }: History,
  applies: Applies,
) {
  const apply = applies ? '<button id="apply" data-svc-facets-apply>Apply</button>' : ''
  await watched.open(
    `<section data-svc-query="shoes"><div id="panel"></div><button id="reset" data-svc-facets-reset>Clear all</button>${apply}</section>`,
  )
  await page.evaluate(openFacetPanel, { looks, chosen, values: VALUES })
  // The tag looks for new marks within 200 ms; nobody presses sooner.
  await page.waitForTimeout(300)
  for (const [index, { answer, presses, pauseMs }] of steps.entries()) {
    await page.evaluate((next) => {
      panel.answer = next
    }, answer)
    for (const one of presses) await press(page, one)
    if (applies?.[index]) await press(page, 'apply')
    await page.waitForTimeout(pauseMs)
  }
  await expect.poll(() => page.evaluate(() => panel.isAtRest())).toBe(true)
  await press(page, 'apply')
  await page.waitForTimeout(400)
}

/** At the place where it is just now, as a hand does and a careful driver does not. */
async function press(page: Page, one: Press | 'apply') {
  const place = await page.evaluate(
    (of) => (typeof of === 'string' ? panel.placeOfControl(of) : panel.placeOf(...of)),
    one,
  )
  if (place) await page.mouse.click(...place)
}

/** The last choice by the reports, and the reports that changed nothing. */
function follow(reported: readonly Reported[], chosen: readonly string[]) {
  const state = new Set(chosen)
  const needless: string[] = []
  for (const change of reported.flatMap(changesIn)) {
    const { sign, name } = change
    if (sign === 'reset') state.clear()
    else if (state.has(name) === (sign === '+')) needless.push(sign + name)
    else if (!state.delete(name)) state.add(name)
  }
  return { chosen: [...state].sort(), needless }
}

const isChoice = ({ data }: Reported) => !('unxFacetsReset' in (data.facets as object))

const timesApplied = ({ steps }: History, applies: readonly boolean[]) =>
  applies.slice(0, steps.length).filter(Boolean).length + 1

type Side = 'selected' | 'deselected'
type Change = { readonly [S in Side]?: readonly { val: string }[] }

function changesIn({ data }: Reported) {
  const facets = data.facets as Readonly<Record<string, Change>>
  if ('unxFacetsReset' in facets) return [{ sign: 'reset', name: '' }]
  const side = (which: Side, sign: string) =>
    Object.entries(facets).flatMap(([facet, change]) =>
      (change[which] ?? []).map(({ val }) => ({ sign, name: `${facet} ${val}` })),
    )
  return [...side('deselected', '-'), ...side('selected', '+')]
}

test('reported facet changes lead from the old choice to the new, in any history', async ({
  page,
  watched,
}) => {
  let before = 0
  await playHistories(histories, [FOUND], async ([history, applies]) => {
    await play(page, watched, history, applies)
    const all = await watched.reported()
    const reported = all.slice(before)
    before = all.length
    const chosen = await page.evaluate(() => panel.chosen())
    expect(follow(reported, history.chosen), JSON.stringify(reported)).toEqual({
      chosen,
      needless: [],
    })
    if (applies)
      expect(reported.filter(isChoice).length).toBeLessThanOrEqual(timesApplied(history, applies))
  })
})
