import type { Browser } from '@playwright/test'
import { median } from '../scenes.ts'
import { type Contender, nothing } from './contenders.ts'
import type { Figures, Place } from './measure-page.ts'
import type { ShopPages } from './shop-page.ts'

/** A contender's figures beyond those of the page without one, medians of all rounds; `undefined` for one that did not take part. */
export type Beyond = (contender: Contender) => Figures | undefined

/** The measurements, and how they are made. */
export interface Round {
  readonly browser: Browser
  readonly pages: ShopPages
  readonly who: readonly Contender[]
  readonly rounds: number
  readonly slowdown: number
  readonly measure: (place: Place) => Promise<Figures>
}

/** Measures all in turn, and the page without any of them, so that a busy moment of the machine falls on everybody. */
export async function inTurn(round: Round): Promise<Beyond> {
  const { browser, pages, who, rounds, slowdown, measure } = round
  const seen = new Map<Contender, Figures[]>([nothing, ...who].map((one) => [one, []]))
  for (let done = 0; done < rounds; done += 1)
    for (const [contender, figures] of seen)
      figures.push(await measure({ browser, pages, contender, slowdown }))

  const middle = (contender: Contender, figure: string) =>
    median((seen.get(contender) ?? []).map((figures) => figures[figure] ?? Number.NaN))
  return (contender) => {
    const [first] = seen.get(contender) ?? []
    if (!first) return undefined
    return Object.fromEntries(
      Object.keys(first).map((figure) => [
        figure,
        middle(contender, figure) - middle(nothing, figure),
      ]),
    )
  }
}
