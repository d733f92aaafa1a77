import { expect, test } from 'vitest'
import * as budgets from '../budgets.ts'

for (const [part, figures] of Object.entries(budgets)) {
  test(`the limits of ${part} are near what was measured`, () => {
    for (const [name, { measured, limit }] of Object.entries(figures)) {
      expect(limit, name).toBeGreaterThanOrEqual(measured)
      // A few more of what there is hardly any of, else no more than double.
      expect(limit, name).toBeLessThanOrEqual(Math.max(measured * 2, 5))
    }
  })
}
