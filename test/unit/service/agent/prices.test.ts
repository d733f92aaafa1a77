import { expect, test } from 'vitest'
import { isWithin, takePrices, withLimits } from '../../../../service/agent/prices.ts'

const said = {
  'under 50': { max: 50, isMaxExcluded: true },
  'less than €49.90': { max: 49.9, isMaxExcluded: true },
  'below 1,299.50': { max: 1299.5, isMaxExcluded: true },
  'cheaper than 19,90 €': { max: 19.9, isMaxExcluded: true },
  'up to 50 euros': { max: 50 },
  'at most $50': { max: 50 },
  'max. 50': { max: 50 },
  'not more than 50': { max: 50 },
  'exclude anything over 50': { max: 50 },
  'without the ones that cost more than €50': { max: 50 },
  'nothing under 20': { min: 20 },
  'a budget of 50': { max: 50 },
  '50 euros': { max: 50 },
  'for €50': { max: 50 },
  '50 or less': { max: 50 },
  'over 20': { min: 20, isMinExcluded: true },
  'more than 20 dollars': { min: 20, isMinExcluded: true },
  'at least 20': { min: 20 },
  'from 20': { min: 20 },
  'between 20 and 40': { min: 20, max: 40 },
  'between 40 and 20 euros': { min: 20, max: 40 },
  'from 20 to 40': { min: 20, max: 40 },
  '€20-40': { min: 20, max: 40 },
  '20 – 40 €': { min: 20, max: 40 },
  'around 50': { min: 40, max: 60 },
}
test('limits of a price are understood, and the rest of the message stays', () => {
  for (const [message, limits] of Object.entries(said))
    expect(takePrices(`shoes ${message} please`).limits, message).toEqual(limits)
  expect(takePrices('red shoes under 50 in size 42').rest).toBe('red shoes  , in size 42')
})

test('other numbers are about no price', () => {
  for (const message of [
    ...['size 42', 'a tent for 4 persons', 'under 20 litres', 'over 4 stars', 'EU 42'],
    ...['501 jeans', 'from Paris'],
  ])
    expect(takePrices(message), message).toEqual({ limits: undefined, rest: message })
})

test('a change of one end keeps the other, unless no price is left', () => {
  const before = { min: 20, max: 50 }
  expect(withLimits(before, { max: 40 })).toEqual({ min: 20, max: 40 })
  expect(withLimits(before, { min: 30, isMinExcluded: true })).toEqual({
    min: 30,
    isMinExcluded: true,
    max: 50,
  })
  expect(withLimits(before, { max: 10 })).toEqual({ max: 10 })
  expect(withLimits(before, { min: 60 })).toEqual({ min: 60 })
})

test('the ends belong to the limits unless they are excluded', () => {
  expect([20, 50].map((price) => isWithin({ min: 20, max: 50 }, price))).toEqual([true, true])
  const open = { min: 20, isMinExcluded: true, max: 50, isMaxExcluded: true } as const
  expect([20, 20.01, 49.99, 50].map((price) => isWithin(open, price))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
