import { expect } from '@playwright/test'
import type { Budget } from '../budgets.ts'

/** Fails for each figure that is above its limit or not a number, and names it. */
export function expectWithin<Name extends string>(
  budgets: Readonly<Record<Name, Budget>>,
  figures: Readonly<Record<NoInfer<Name>, number>>,
) {
  const names = Object.keys(budgets) as Name[]
  for (const name of names) {
    const { measured, limit } = budgets[name]
    expect
      .soft(figures[name], `${name}, ${measured} when the limit was set`)
      .toBeLessThanOrEqual(limit)
  }
}
